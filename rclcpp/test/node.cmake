# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# Tests of src/context, src/node, src/parameters, src/time and src/logging. They may use internals: src is on their include path.
function(rclcpp_add_node_test thing)
  cmake_parse_arguments(arg "" "" "SANITIZERS;ENVIRONMENT" ${ARGN})
  set(test rclcpp_${thing}_test)
  rxros2_add_test(${test} SOURCES test/node_${thing}_test.cpp LIBRARIES rclcpp::rclcpp ${arg_UNPARSED_ARGUMENTS}
    SANITIZERS ${arg_SANITIZERS} ENVIRONMENT ${arg_ENVIRONMENT})
  if(TARGET ${test})
    target_include_directories(${test} PRIVATE src)
  endif()
endfunction()

rclcpp_add_node_test(arguments SANITIZERS asan)
if(TARGET rclcpp_arguments_test)
  target_sources(rclcpp_arguments_test PRIVATE fuzz/arguments_fuzz.cpp)
  target_compile_definitions(rclcpp_arguments_test PRIVATE RCLCPP_ARGUMENTS_CORPUS="${CMAKE_CURRENT_SOURCE_DIR}/fuzz/arguments_corpus")
endif()
rclcpp_add_node_test(names SANITIZERS asan)
rclcpp_add_node_test(time SANITIZERS asan)
rclcpp_add_node_test(clock SANITIZERS tsan)
rclcpp_add_node_test(qos)
rclcpp_add_node_test(type_support std_msgs::std_msgs std_srvs::std_srvs)
if(TARGET rclcpp_type_support_test)
  target_sources(rclcpp_type_support_test PRIVATE test/type_support_alone.cpp)
endif()
rclcpp_add_node_test(typesupport_helpers example_interfaces::example_interfaces geometry_msgs::geometry_msgs std_srvs::std_srvs
  ENVIRONMENT "AMENT_PREFIX_PATH=/usr:${PROJECT_BINARY_DIR}/interfaces")
if(TARGET rclcpp_typesupport_helpers_test)
  foreach(package geometry_msgs std_srvs example_interfaces)
    add_dependencies(rclcpp_typesupport_helpers_test ${package}__typesupport_library)
  endforeach()
endif()
rclcpp_add_node_test(introspection example_interfaces::example_interfaces test_msgs::test_msgs
  ENVIRONMENT "AMENT_PREFIX_PATH=${PROJECT_BINARY_DIR}/interfaces")
if(TARGET rclcpp_introspection_test)
  add_dependencies(rclcpp_introspection_test example_interfaces__typesupport_library test_msgs__typesupport_library)
  target_include_directories(rclcpp_introspection_test SYSTEM PRIVATE "${RXROS2_ROSIDL_INCLUDE}/rosidl_typesupport_introspection_c"
    "${RXROS2_ROSIDL_INCLUDE}/rosidl_typesupport_introspection_cpp")
endif()
rclcpp_add_node_test(logging SANITIZERS asan tsan)
# A program that links rcutils first must have one log too.
rxros2_add_test(rclcpp_rcutils_logging_test SOURCES test/node_rcutils_logging_test.cpp LIBRARIES rcutils::rcutils rclcpp::rclcpp)
if(TARGET rclcpp_rcutils_logging_test)
  target_include_directories(rclcpp_rcutils_logging_test PRIVATE src)
endif()
rclcpp_add_node_test(own_services type_description_interfaces::type_description_interfaces SANITIZERS tsan
  ENVIRONMENT "AMENT_PREFIX_PATH=${PROJECT_BINARY_DIR}/interfaces")
rclcpp_add_node_test(rosout SANITIZERS tsan)
rclcpp_add_node_test(context SANITIZERS tsan)
rclcpp_add_node_test(security std_msgs::std_msgs rcl_interfaces::rcl_interfaces std_srvs::std_srvs
  type_description_interfaces::type_description_interfaces
  SANITIZERS tsan ENVIRONMENT "AMENT_PREFIX_PATH=${PROJECT_BINARY_DIR}/interfaces")
if(TARGET rclcpp_security_test)
  find_package(OpenSSL REQUIRED COMPONENTS Crypto)
  target_link_libraries(rclcpp_security_test PRIVATE OpenSSL::Crypto)  # creates keystores for it
endif()
rclcpp_add_node_test(signals SANITIZERS tsan)
rclcpp_add_node_test(fork std_msgs::std_msgs)
rclcpp_add_node_test(parameters SANITIZERS asan tsan)
rclcpp_add_node_test(node std_msgs::std_msgs SANITIZERS tsan)
rclcpp_add_node_test(time_source SANITIZERS tsan)
rclcpp_add_node_test(interfaces std_msgs::std_msgs)
