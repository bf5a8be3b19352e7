// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The other process of pubsub_dds_test: sends back on /pong what it gets on /ping, until that is
// "quit".
#include <memory>

#include "rclcpp/rclcpp.hpp"
#include "std_msgs/msg/string.hpp"

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  auto node = std::make_shared<rclcpp::Node>("peer");
  auto pong = node->create_publisher<std_msgs::msg::String>("pong", 10);
  auto ping = node->create_subscription<std_msgs::msg::String>(
    "ping", 10, [&](std::unique_ptr<std_msgs::msg::String> message) {
      const bool quit = message->data == "quit";
      pong->publish(std::move(message));
      if (quit) {
        pong->wait_for_all_acked(std::chrono::seconds(5));
        rclcpp::shutdown();
      }
    });
  rclcpp::spin(node);
  rclcpp::shutdown();
}
