// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// NodeWaitables, ROS 2's name for the implementation of NodeWaitablesInterface; RxROS2 has one
// class for both.
#ifndef RCLCPP__NODE_INTERFACES__NODE_WAITABLES_HPP_
#define RCLCPP__NODE_INTERFACES__NODE_WAITABLES_HPP_

#include "rclcpp/node_interfaces/node_waitables_interface.hpp"

namespace rclcpp::node_interfaces
{
/// ROS 2's name for the implementation of NodeWaitablesInterface; in RxROS2 both are one class.
using NodeWaitables = NodeWaitablesInterface;
}  // namespace rclcpp::node_interfaces

#endif  // RCLCPP__NODE_INTERFACES__NODE_WAITABLES_HPP_
