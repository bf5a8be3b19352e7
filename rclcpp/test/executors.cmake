# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
# Tests of src/executors: the engine, the executor classes, timers, waitables.
# The internals of the engine, which no installed header declares.
rxros2_add_test(rclcpp_executors_parts_test
  SOURCES test/executors_contention_governor_test.cpp test/executors_parking_test.cpp
    test/executors_ready_set_test.cpp src/executors/contention_governor.cpp
    src/executors/parking.cpp src/executors/ready_set.cpp
  LIBRARIES rclcpp::rclcpp base::base SANITIZERS tsan)
if(TARGET rclcpp_executors_parts_test)
  target_include_directories(rclcpp_executors_parts_test PRIVATE src)
endif()
rxros2_add_test(rclcpp_executors_order_test PROGRAM rclcpp_executors_tests SOURCES test/executors_order_test.cpp LIBRARIES rclcpp::rclcpp base::base
  SANITIZERS tsan)
rxros2_add_test(rclcpp_executors_spin_test PROGRAM rclcpp_executors_tests SOURCES test/executors_spin_test.cpp LIBRARIES rclcpp::rclcpp base::base
  SANITIZERS tsan)
rxros2_add_test(rclcpp_executors_concurrency_test PROGRAM rclcpp_executors_tests SOURCES test/executors_concurrency_test.cpp LIBRARIES rclcpp::rclcpp base::base
  SANITIZERS asan tsan)
rxros2_add_test(rclcpp_executors_timer_test PROGRAM rclcpp_executors_tests SOURCES test/executors_timer_test.cpp LIBRARIES rclcpp::rclcpp base::base
  SANITIZERS tsan)
rxros2_add_test(rclcpp_executors_clock_step_test SOURCES test/executors_clock_step_test.cpp
  LIBRARIES rclcpp::rclcpp base::base)
rxros2_add_test(rclcpp_executors_virtual_time_test PROGRAM rclcpp_executors_tests SOURCES test/executors_virtual_time_test.cpp
  LIBRARIES rclcpp::rclcpp SANITIZERS tsan)
rxros2_add_test(rclcpp_executors_waitable_test PROGRAM rclcpp_executors_tests SOURCES test/executors_waitable_test.cpp LIBRARIES rclcpp::rclcpp base::base
  SANITIZERS tsan)
rxros2_add_test(rclcpp_executors_node_test PROGRAM rclcpp_executors_tests SOURCES test/executors_node_test.cpp LIBRARIES rclcpp::rclcpp base::base
  SANITIZERS tsan)
rxros2_add_test(rclcpp_executors_wait_set_test PROGRAM rclcpp_executors_tests SOURCES test/executors_wait_set_test.cpp
  LIBRARIES rclcpp::rclcpp base::base std_msgs::std_msgs std_srvs::std_srvs SANITIZERS tsan)
rxros2_add_test(rclcpp_executors_threads_test SOURCES test/executors_threads_test.cpp
  LIBRARIES rclcpp::rclcpp base::base SANITIZERS tsan)
if(TARGET rclcpp_executors_threads_test)
  target_include_directories(rclcpp_executors_threads_test PRIVATE src)
  # Real-time threads that keep one CPU busy: not in parallel with other such tests.
  set_tests_properties(rclcpp_executors_threads_test PROPERTIES RESOURCE_LOCK real_time)
endif()
rxros2_add_test(rclcpp_executors_resources_test SOURCES test/executors_resources_test.cpp
  LIBRARIES rclcpp::rclcpp base::base)

if(NOT RXROS2_SANITIZER)
  add_executable(rclcpp_executors_benchmark EXCLUDE_FROM_ALL benchmark/executors_benchmark.cpp)
  target_include_directories(rclcpp_executors_benchmark PRIVATE ${PROJECT_SOURCE_DIR}/benchmarks)
  target_link_libraries(rclcpp_executors_benchmark PRIVATE rclcpp::rclcpp base::base)
  rxros2_warnings(rclcpp_executors_benchmark)
endif()

rxros2_test_on_zenoh(rclcpp_executors_tests)
