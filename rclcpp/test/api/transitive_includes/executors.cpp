// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Programs that include the header of executors or of the parameter client use the headers that
// these include.
#include "rclcpp/executors.hpp"
#include "rclcpp/parameter_client.hpp"

void executors_alone()
{
  auto node = std::make_shared<rclcpp::Node>("alone");
  rclcpp::spin_some(node);
  RCLCPP_ERROR(
    node->get_logger(), "%d",
    static_cast<int>(rcl_interfaces::msg::ParameterType::PARAMETER_INTEGER));
  std::cout << rclcpp::ok() << std::endl;
}
