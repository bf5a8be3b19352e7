# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# The live suite: RxROS2's nodes with those of an installed ROS 2 (`make live PEER=PREFIX`, `make soak PEER=PREFIX`). Needs
# Python, so not in the sanitizer trees.
set(RXROS2_PEER "" CACHE PATH "Prefix of an installed ROS 2 that the live suite talks to, e.g. /opt/ros/jazzy")
if(BUILD_TESTING AND NOT RXROS2_SANITIZER)
  add_custom_target(rclcpp_live DEPENDS rclcpp_interop_peer rclcpp_hosts_relay)
  if(RXROS2_ZENOH)
    add_dependencies(rclcpp_live rmw_zenoh)
  endif()
  add_test(NAME rclcpp_live_test COMMAND "${RXROS2_OWN_DOMAIN}" "${RXROS2_TEST_PYTHON}" -B
    "${CMAKE_CURRENT_SOURCE_DIR}/test/live/run.py" "${RXROS2_PEER}" "${CMAKE_BINARY_DIR}/live")
  set_tests_properties(rclcpp_live_test PROPERTIES FIXTURES_REQUIRED python_env SKIP_RETURN_CODE 77 TIMEOUT 3600
    LABELS "soak;live" RUN_SERIAL TRUE)
  set(has_lifecycle $<TARGET_EXISTS:rclcpp_lifecycle_peer>)  # a room that is configured later
  rxros2_test_environment(rclcpp_live_test "PEER=$<TARGET_FILE:rclcpp_interop_peer>"
    "LIFECYCLE_PEER=$<${has_lifecycle}:$<TARGET_FILE:rclcpp_lifecycle_peer>>"
    "RELAY=$<TARGET_FILE:rclcpp_hosts_relay>" "INTERFACES=${CMAKE_BINARY_DIR}/interfaces/share")
endif()
