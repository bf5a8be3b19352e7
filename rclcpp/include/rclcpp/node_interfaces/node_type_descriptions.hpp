// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// NodeTypeDescriptions, ROS 2's name for the implementation of NodeTypeDescriptionsInterface;
// RxROS2 has one class for both.
#ifndef RCLCPP__NODE_INTERFACES__NODE_TYPE_DESCRIPTIONS_HPP_
#define RCLCPP__NODE_INTERFACES__NODE_TYPE_DESCRIPTIONS_HPP_

#include "rclcpp/node_interfaces/node_type_descriptions_interface.hpp"

namespace rclcpp::node_interfaces
{
/// ROS 2's name for the implementation of NodeTypeDescriptionsInterface; in RxROS2 both are one
/// class.
using NodeTypeDescriptions = NodeTypeDescriptionsInterface;
}  // namespace rclcpp::node_interfaces

#endif  // RCLCPP__NODE_INTERFACES__NODE_TYPE_DESCRIPTIONS_HPP_
