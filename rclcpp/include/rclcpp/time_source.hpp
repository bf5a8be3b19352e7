// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// TimeSource, with the other headers that ROS 2's header of this name includes.
#ifndef RCLCPP__TIME_SOURCE_HPP_
#define RCLCPP__TIME_SOURCE_HPP_

#include "rclcpp/detail/time_source.hpp"
#include "rclcpp/executors.hpp"
#include "rclcpp/node.hpp"
#include "rclcpp/node_interfaces/node_parameters_interface.hpp"

#endif  // RCLCPP__TIME_SOURCE_HPP_
