# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# Tests of the API as a whole: the compatibility page, and the headers besides rclcpp's.
rxros2_add_test(rclcpp_beside_test SOURCES test/api/beside_rclcpp_test.cpp LIBRARIES rclcpp::rclcpp
  ENVIRONMENT AMENT_PREFIX_PATH=/usr)

rxros2_add_test(rclcpp_c_functions_test SOURCES test/api/c_functions_test.cpp
  LIBRARIES rclcpp::rclcpp std_msgs::std_msgs SANITIZERS asan)
if(BUILD_TESTING AND NOT RXROS2_SANITIZER)
  file(GLOB transitive_includes CONFIGURE_DEPENDS test/api/transitive_includes/*.cpp)
  add_library(rclcpp_transitive_includes OBJECT ${transitive_includes})  # the test is that it compiles
  target_link_libraries(rclcpp_transitive_includes PRIVATE rclcpp::rclcpp)
  target_compile_options(rclcpp_transitive_includes PRIVATE -O0)
endif()

rxros2_add_headers_alone(rclcpp_headers_alone LIBRARIES rclcpp::rclcpp)

# The lists of names for docs/reference/compatibility.md. The test is that they compile; as one unit, since reading rclcpp's
# headers takes longer than checking the lists.
if(BUILD_TESTING AND NOT RXROS2_SANITIZER)
  file(GLOB api_lists CONFIGURE_DEPENDS test/api/*.cpp)
  list(FILTER api_lists EXCLUDE REGEX "_test.cpp$")
  add_executable(rclcpp_api_test ${api_lists})
  set_target_properties(rclcpp_api_test PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 0)
  target_link_libraries(rclcpp_api_test PRIVATE rclcpp::rclcpp std_msgs::std_msgs std_srvs::std_srvs)
  rxros2_warnings(rclcpp_api_test)
  add_test(NAME rclcpp_api_test COMMAND rclcpp_api_test)
  add_test(NAME rclcpp_api_page_test
    COMMAND /usr/bin/python3 -B "${CMAKE_CURRENT_SOURCE_DIR}/test/api/page.py" --check)
endif()
