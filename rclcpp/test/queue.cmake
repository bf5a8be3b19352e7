# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# Tests of src/queue and src/local, and of user code that must run without a lock.
rxros2_add_test(rclcpp_ready_queue_test SOURCES test/queue_ready_queue_test.cpp
  LIBRARIES rclcpp::rclcpp base::base SANITIZERS asan tsan)
rxros2_add_test(rclcpp_local_matcher_test SOURCES test/local_matcher_test.cpp
  LIBRARIES rclcpp::rclcpp base::base SANITIZERS asan)
foreach(test IN ITEMS rclcpp_ready_queue_test rclcpp_local_matcher_test)
  if(TARGET ${test})
    target_include_directories(${test} PRIVATE src)
  endif()
endforeach()
rxros2_add_test(rclcpp_held_callbacks_test SOURCES test/queue_held_callbacks_test.cpp
  LIBRARIES rclcpp::rclcpp std_msgs::std_msgs std_srvs::std_srvs SANITIZERS tsan)

# A callback for new messages runs on the thread that reads from the connection, so one that blocks holds up what the same process
# announces.
rxros2_test_on_zenoh(rclcpp_held_callbacks_test EXCEPT HeldCallbacks.MessageFromTheMiddlewaresThread)
