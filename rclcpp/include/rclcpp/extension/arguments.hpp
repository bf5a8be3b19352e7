// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The arguments of a program, for packages beside rclcpp whose programs load nodes. Not in ROS 2.
#ifndef RCLCPP__EXTENSION__ARGUMENTS_HPP_
#define RCLCPP__EXTENSION__ARGUMENTS_HPP_

#include "rclcpp/context.hpp"
#include "rclcpp/visibility_control.hpp"

namespace rclcpp::extension
{

/// Says that other programs decide which nodes this process has, as in a container of components. A
/// --params-file for nodes that it does not have is then no mistake. Thread-safe; call it after
/// Context::init().
RCLCPP_PUBLIC void expect_loaded_nodes(const Context & context);

}  // namespace rclcpp::extension

#endif  // RCLCPP__EXTENSION__ARGUMENTS_HPP_
