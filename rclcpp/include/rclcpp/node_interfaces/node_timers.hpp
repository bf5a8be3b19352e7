// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// NodeTimers, ROS 2's name for the implementation of NodeTimersInterface; RxROS2 has one class for
// both.
#ifndef RCLCPP__NODE_INTERFACES__NODE_TIMERS_HPP_
#define RCLCPP__NODE_INTERFACES__NODE_TIMERS_HPP_

#include "rclcpp/node_interfaces/node_timers_interface.hpp"

namespace rclcpp::node_interfaces
{
/// ROS 2's name for the implementation of NodeTimersInterface; in RxROS2 both are one class.
using NodeTimers = NodeTimersInterface;
}  // namespace rclcpp::node_interfaces

#endif  // RCLCPP__NODE_INTERFACES__NODE_TIMERS_HPP_
