# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# RxROS2's nodes with DDS participants of other implementations. Needs Python, so not in the sanitizer trees.
if(BUILD_TESTING AND NOT RXROS2_SANITIZER)
  add_executable(rclcpp_interop_node test/interop/interop_node.cpp)
  target_link_libraries(rclcpp_interop_node PRIVATE rclcpp geometry_msgs::geometry_msgs std_msgs::std_msgs)
  rxros2_warnings(rclcpp_interop_node)
  add_test(NAME rclcpp_interop_test COMMAND "${RXROS2_OWN_DOMAIN}" "${RXROS2_TEST_PYTHON}" -B -m pytest -q
    -p no:cacheprovider "${CMAKE_CURRENT_SOURCE_DIR}/test/interop/test_interop.py")
  set_tests_properties(rclcpp_interop_test PROPERTIES FIXTURES_REQUIRED python_env TIMEOUT 900)
  rxros2_test_environment(rclcpp_interop_test "INTEROP_NODE=$<TARGET_FILE:rclcpp_interop_node>")

  add_executable(rclcpp_interop_services_node test/interop/services_node.cpp)
  target_link_libraries(rclcpp_interop_services_node PRIVATE rclcpp example_interfaces::example_interfaces)
  rxros2_warnings(rclcpp_interop_services_node)
  add_test(NAME rclcpp_interop_services_test COMMAND "${RXROS2_OWN_DOMAIN}" "${RXROS2_TEST_PYTHON}" -B -m pytest -q
    -p no:cacheprovider "${CMAKE_CURRENT_SOURCE_DIR}/test/interop/test_services.py")
  set_tests_properties(rclcpp_interop_services_test PROPERTIES FIXTURES_REQUIRED python_env TIMEOUT 900)
  rxros2_test_environment(rclcpp_interop_services_test
    "SERVICES_NODE=$<TARGET_FILE:rclcpp_interop_services_node>")

  add_executable(rclcpp_interop_default_node test/interop/default_node.cpp)
  target_link_libraries(rclcpp_interop_default_node PRIVATE rclcpp)
  rxros2_warnings(rclcpp_interop_default_node)
  add_test(NAME rclcpp_interop_default_node_test COMMAND "${RXROS2_OWN_DOMAIN}" "${RXROS2_TEST_PYTHON}" -B -m pytest -q
    -p no:cacheprovider "${CMAKE_CURRENT_SOURCE_DIR}/test/interop/test_default_node.py")
  set_tests_properties(rclcpp_interop_default_node_test PROPERTIES FIXTURES_REQUIRED python_env TIMEOUT 900)
  rxros2_test_environment(rclcpp_interop_default_node_test
    "DEFAULT_NODE=$<TARGET_FILE:rclcpp_interop_default_node>" "INTERFACES=${CMAKE_BINARY_DIR}/interfaces/share")

  add_executable(rclcpp_interop_peer test/interop/peer.cpp)
  target_link_libraries(rclcpp_interop_peer PRIVATE rclcpp example_interfaces::example_interfaces
    geometry_msgs::geometry_msgs rcl_interfaces::rcl_interfaces rosgraph_msgs::rosgraph_msgs sensor_msgs::sensor_msgs
    std_msgs::std_msgs)
  rxros2_warnings(rclcpp_interop_peer)

  include("${PROJECT_SOURCE_DIR}/cmake/RxROS2FastDDS.cmake")
  if(TARGET rxros2_fastdds)
    add_executable(rclcpp_interop_fastdds_peer test/interop/fastdds/fastdds_peer.cpp)
    target_compile_features(rclcpp_interop_fastdds_peer PRIVATE cxx_std_20)
    target_include_directories(rclcpp_interop_fastdds_peer PRIVATE test/interop)
    target_link_libraries(rclcpp_interop_fastdds_peer PRIVATE rxros2_fastdds Threads::Threads)
    rxros2_warnings(rclcpp_interop_fastdds_peer)
    add_test(NAME rclcpp_interop_vendors_test COMMAND "${RXROS2_OWN_DOMAIN}" "${RXROS2_TEST_PYTHON}" -B -m pytest -q
      -p no:cacheprovider "${CMAKE_CURRENT_SOURCE_DIR}/test/interop/test_vendors.py")
    set_tests_properties(rclcpp_interop_vendors_test PROPERTIES FIXTURES_REQUIRED python_env TIMEOUT 900)
    rxros2_test_environment(rclcpp_interop_vendors_test "PEER=$<TARGET_FILE:rclcpp_interop_peer>"
      "FASTDDS_PEER=$<TARGET_FILE:rclcpp_interop_fastdds_peer>")
  else()
    add_test(NAME rclcpp_interop_vendors_test COMMAND sh -c
      "echo 'skipped: no headers or library of Fast DDS 2; expected those of libfastrtps-dev 2.x'; exit 77")
    set_tests_properties(rclcpp_interop_vendors_test PROPERTIES SKIP_RETURN_CODE 77)
  endif()

  # Rust's ros2-client, on separate hosts. In `make soak`: the first run builds it, which takes 170 s of CPU time.
  if(RXROS2_SOAK)
    add_test(NAME rclcpp_interop_rust_test COMMAND "${CMAKE_CURRENT_SOURCE_DIR}/test/interop/rust/with_peer.sh"
      "${CMAKE_CURRENT_BINARY_DIR}/rust" "${CMAKE_CURRENT_SOURCE_DIR}/test/hosts/in_namespaces.sh"
      "${RXROS2_TEST_PYTHON}" -B -m pytest -q -p no:cacheprovider
      "${CMAKE_CURRENT_SOURCE_DIR}/test/interop/test_rust.py")
    set_tests_properties(rclcpp_interop_rust_test PROPERTIES FIXTURES_REQUIRED python_env SKIP_RETURN_CODE 77
      TIMEOUT 600 LABELS soak)
    rxros2_test_environment(rclcpp_interop_rust_test "PEER=$<TARGET_FILE:rclcpp_interop_peer>"
      "PYTHONPATH=${CMAKE_CURRENT_SOURCE_DIR}/test/interop:${CMAKE_CURRENT_SOURCE_DIR}/test/hosts")
  endif()
endif()
