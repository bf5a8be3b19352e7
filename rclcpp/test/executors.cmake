# Tests of src/executors: the engine, the executor classes, timers, waitables.
rxros2_add_test(rclcpp_executors_order_test SOURCES test/executors_order_test.cpp LIBRARIES rclcpp::rclcpp
  SANITIZERS tsan)
rxros2_add_test(rclcpp_executors_spin_test SOURCES test/executors_spin_test.cpp LIBRARIES rclcpp::rclcpp
  SANITIZERS tsan)
rxros2_add_test(rclcpp_executors_concurrency_test SOURCES test/executors_concurrency_test.cpp LIBRARIES rclcpp::rclcpp
  SANITIZERS tsan)
rxros2_add_test(rclcpp_executors_timer_test SOURCES test/executors_timer_test.cpp LIBRARIES rclcpp::rclcpp
  SANITIZERS tsan)
rxros2_add_test(rclcpp_executors_waitable_test SOURCES test/executors_waitable_test.cpp LIBRARIES rclcpp::rclcpp
  SANITIZERS tsan)
