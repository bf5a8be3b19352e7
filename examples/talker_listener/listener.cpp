// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// listener: plain ROS 2; logs what arrives on /chatter.
#include <memory>

#include "rclcpp/rclcpp.hpp"
#include "std_msgs/msg/string.hpp"

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  auto node = std::make_shared<rclcpp::Node>("listener");
  auto subscription = node->create_subscription<std_msgs::msg::String>(
    "chatter", 10, [&](const std_msgs::msg::String & message) {
      RCLCPP_INFO(node->get_logger(), "I heard: '%s'", message.data.c_str());
    });
  rclcpp::spin(node);
  rclcpp::shutdown();
  return 0;
}
