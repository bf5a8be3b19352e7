// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// NodeBase, ROS 2's name for the implementation of NodeBaseInterface; RxROS2 has one class for
// both.
#ifndef RCLCPP__NODE_INTERFACES__NODE_BASE_HPP_
#define RCLCPP__NODE_INTERFACES__NODE_BASE_HPP_

#include "rclcpp/callback_group.hpp"
#include "rclcpp/node_interfaces/node_base_interface.hpp"

namespace rclcpp::node_interfaces
{
/// ROS 2's name for the implementation of NodeBaseInterface; in RxROS2 both are one class.
using NodeBase = NodeBaseInterface;
}  // namespace rclcpp::node_interfaces

#endif  // RCLCPP__NODE_INTERFACES__NODE_BASE_HPP_
