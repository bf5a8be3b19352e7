// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// NodeTimeSource, ROS 2's name for the implementation of NodeTimeSourceInterface; RxROS2 has one
// class for both.
#ifndef RCLCPP__NODE_INTERFACES__NODE_TIME_SOURCE_HPP_
#define RCLCPP__NODE_INTERFACES__NODE_TIME_SOURCE_HPP_

#include "rclcpp/node_interfaces/node_time_source_interface.hpp"
#include "rclcpp/time_source.hpp"

namespace rclcpp::node_interfaces
{
/// ROS 2's name for the implementation of NodeTimeSourceInterface; in RxROS2 both are one class.
using NodeTimeSource = NodeTimeSourceInterface;
}  // namespace rclcpp::node_interfaces

#endif  // RCLCPP__NODE_INTERFACES__NODE_TIME_SOURCE_HPP_
