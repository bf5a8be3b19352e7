// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// NodeClock, ROS 2's name for the implementation of NodeClockInterface; RxROS2 has one class for
// both.
#ifndef RCLCPP__NODE_INTERFACES__NODE_CLOCK_HPP_
#define RCLCPP__NODE_INTERFACES__NODE_CLOCK_HPP_

#include "rclcpp/node_interfaces/node_base_interface.hpp"
#include "rclcpp/node_interfaces/node_clock_interface.hpp"
#include "rclcpp/node_interfaces/node_logging_interface.hpp"
#include "rclcpp/node_interfaces/node_topics_interface.hpp"

namespace rclcpp::node_interfaces
{
/// ROS 2's name for the implementation of NodeClockInterface; in RxROS2 both are one class.
using NodeClock = NodeClockInterface;
}  // namespace rclcpp::node_interfaces

#endif  // RCLCPP__NODE_INTERFACES__NODE_CLOCK_HPP_
