// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// NodeLogging, ROS 2's name for the implementation of NodeLoggingInterface; RxROS2 has one class
// for both.
#ifndef RCLCPP__NODE_INTERFACES__NODE_LOGGING_HPP_
#define RCLCPP__NODE_INTERFACES__NODE_LOGGING_HPP_

#include "rclcpp/node_interfaces/node_logging_interface.hpp"

namespace rclcpp::node_interfaces
{
/// ROS 2's name for the implementation of NodeLoggingInterface; in RxROS2 both are one class.
using NodeLogging = NodeLoggingInterface;
}  // namespace rclcpp::node_interfaces

#endif  // RCLCPP__NODE_INTERFACES__NODE_LOGGING_HPP_
