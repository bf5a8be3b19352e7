// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// two_node_pipeline: plain ROS 2; a message goes from one node to another by pointer: both print
// the same address.
#include <chrono>
#include <cinttypes>
#include <cstdint>
#include <memory>
#include <utility>

#include "rclcpp/rclcpp.hpp"
#include "std_msgs/msg/int32.hpp"

using std_msgs::msg::Int32;

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  const auto options = rclcpp::NodeOptions().use_intra_process_comms(true);
  auto producer = std::make_shared<rclcpp::Node>("producer", options);
  auto consumer = std::make_shared<rclcpp::Node>("consumer", options);

  auto publisher = producer->create_publisher<Int32>("number", 10);
  std::int32_t count = 0;
  auto timer = producer->create_wall_timer(std::chrono::seconds(1), [&] {
    auto message = std::make_unique<Int32>();
    message->data = count++;
    RCLCPP_INFO(
      producer->get_logger(), "sent     %" PRId32 " at %p", message->data,
      static_cast<void *>(message.get()));
    publisher->publish(std::move(message));  // the only owner hands it on: nothing is copied
  });
  auto subscription =
    consumer->create_subscription<Int32>("number", 10, [&](Int32::UniquePtr message) {
      RCLCPP_INFO(
        consumer->get_logger(), "received %" PRId32 " at %p", message->data,
        static_cast<void *>(message.get()));
    });

  rclcpp::executors::SingleThreadedExecutor executor;
  executor.add_node(producer);
  executor.add_node(consumer);
  executor.spin();
  rclcpp::shutdown();
  return 0;
}
