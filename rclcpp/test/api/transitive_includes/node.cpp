// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Programs that include the header of a node, or of its interfaces, use the headers that these
// include.
#include "rclcpp/node.hpp"
#include "rclcpp/node_interfaces/node_base_interface.hpp"
#include "rclcpp/wait_for_message.hpp"

void node_alone(rclcpp::Node::SharedPtr node)
{
  rclcpp::init(0, nullptr);
  std::list<std::condition_variable> conditions(1);
  RCLCPP_INFO(node->get_logger(), "awake");
  const rcl_interfaces::msg::ParameterEvent event;
  rclcpp::sleep_for(std::chrono::milliseconds(1));
  rclcpp::WaitSet wait_set;
  rclcpp::shutdown();
}
