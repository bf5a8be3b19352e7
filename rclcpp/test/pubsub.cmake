# Tests of publishers, subscriptions and intra-process communication.
foreach(name IN ITEMS callbacks copies queue)
  rxros2_add_test(rclcpp_pubsub_${name}_test SOURCES test/pubsub_${name}_test.cpp
    LIBRARIES rclcpp::rclcpp std_msgs::std_msgs SANITIZERS asan)
endforeach()
rxros2_add_test(rclcpp_pubsub_dds_test SOURCES test/pubsub_dds_test.cpp
  LIBRARIES rclcpp::rclcpp std_msgs::std_msgs SANITIZERS asan tsan)
rxros2_add_test(rclcpp_pubsub_stress_test SOURCES test/pubsub_stress_test.cpp
  LIBRARIES rclcpp::rclcpp std_msgs::std_msgs SANITIZERS asan tsan)
if(TARGET rclcpp_pubsub_dds_test)
  add_executable(rclcpp_pubsub_peer test/pubsub_peer.cpp)
  target_link_libraries(rclcpp_pubsub_peer PRIVATE rclcpp::rclcpp std_msgs::std_msgs)
  rxros2_warnings(rclcpp_pubsub_peer)
  target_compile_definitions(rclcpp_pubsub_dds_test
    PRIVATE PUBSUB_PEER="$<TARGET_FILE:rclcpp_pubsub_peer>")
  add_dependencies(rclcpp_pubsub_dds_test rclcpp_pubsub_peer)
endif()

if(NOT RXROS2_SANITIZER)
  add_executable(rclcpp_pubsub_benchmark EXCLUDE_FROM_ALL benchmark/pubsub_benchmark.cpp)
  target_include_directories(rclcpp_pubsub_benchmark PRIVATE ${PROJECT_SOURCE_DIR}/benchmarks)
  target_link_libraries(rclcpp_pubsub_benchmark PRIVATE rclcpp::rclcpp std_msgs::std_msgs)
  rxros2_warnings(rclcpp_pubsub_benchmark)
endif()
