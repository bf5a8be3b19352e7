// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// NodeGraph, ROS 2's name for the implementation of NodeGraphInterface; RxROS2 has one class for
// both.
#ifndef RCLCPP__NODE_INTERFACES__NODE_GRAPH_HPP_
#define RCLCPP__NODE_INTERFACES__NODE_GRAPH_HPP_

#include "rclcpp/node_interfaces/node_graph_interface.hpp"

namespace rclcpp::node_interfaces
{
/// ROS 2's name for the implementation of NodeGraphInterface; in RxROS2 both are one class.
using NodeGraph = NodeGraphInterface;
}  // namespace rclcpp::node_interfaces

#endif  // RCLCPP__NODE_INTERFACES__NODE_GRAPH_HPP_
