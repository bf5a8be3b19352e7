// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// NodeParameters, ROS 2's name for the implementation of NodeParametersInterface; RxROS2 has one
// class for both.
#ifndef RCLCPP__NODE_INTERFACES__NODE_PARAMETERS_HPP_
#define RCLCPP__NODE_INTERFACES__NODE_PARAMETERS_HPP_

#include "rclcpp/node_interfaces/node_logging_interface.hpp"
#include "rclcpp/node_interfaces/node_parameters_interface.hpp"
#include "rclcpp/parameter_service.hpp"

namespace rclcpp::node_interfaces
{
/// ROS 2's name for the implementation of NodeParametersInterface; in RxROS2 both are one class.
using NodeParameters = NodeParametersInterface;
}  // namespace rclcpp::node_interfaces

#endif  // RCLCPP__NODE_INTERFACES__NODE_PARAMETERS_HPP_
