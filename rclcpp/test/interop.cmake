# Our nodes with a DDS participant that is not ours. Needs Python, so not in the sanitizer trees.
if(BUILD_TESTING AND NOT RXROS2_SANITIZER)
  add_executable(rclcpp_interop_node test/interop/interop_node.cpp)
  target_link_libraries(rclcpp_interop_node PRIVATE rclcpp geometry_msgs::geometry_msgs std_msgs::std_msgs)
  rxros2_warnings(rclcpp_interop_node)
  add_test(NAME rclcpp_interop_test COMMAND "${RXROS2_TEST_PYTHON}" -B -m pytest -q -p no:cacheprovider
    "${CMAKE_CURRENT_SOURCE_DIR}/test/interop/test_interop.py")
  set_tests_properties(rclcpp_interop_test PROPERTIES FIXTURES_REQUIRED python_env TIMEOUT 240)
  rxros2_test_environment(rclcpp_interop_test "INTEROP_NODE=$<TARGET_FILE:rclcpp_interop_node>")
endif()
