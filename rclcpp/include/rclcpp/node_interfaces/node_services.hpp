// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// NodeServices, ROS 2's name for the implementation of NodeServicesInterface; RxROS2 has one class
// for both.
#ifndef RCLCPP__NODE_INTERFACES__NODE_SERVICES_HPP_
#define RCLCPP__NODE_INTERFACES__NODE_SERVICES_HPP_

#include "rclcpp/node_interfaces/node_services_interface.hpp"

namespace rclcpp::node_interfaces
{
/// ROS 2's name for the implementation of NodeServicesInterface; in RxROS2 both are one class.
using NodeServices = NodeServicesInterface;
}  // namespace rclcpp::node_interfaces

#endif  // RCLCPP__NODE_INTERFACES__NODE_SERVICES_HPP_
