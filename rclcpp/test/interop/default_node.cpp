// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A node with one parameter and nothing else, for test_default_node.py.
#include <memory>

#include "rclcpp/rclcpp.hpp"

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  auto node = std::make_shared<rclcpp::Node>("seen", "/ns");
  node->declare_parameter("number", 1);
  RCLCPP_INFO(node->get_logger().get_child("child"), "started");
  rclcpp::spin(node);
  rclcpp::shutdown();
  return 0;
}
