// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The executable that rclcpp_components_register_node() makes of a component.
#ifndef RCLCPP_COMPONENTS__DETAIL__NODE_MAIN_HPP_
#define RCLCPP_COMPONENTS__DETAIL__NODE_MAIN_HPP_

#include <functional>
#include <memory>
#include <string>

#include "rclcpp/executor.hpp"
#include "rclcpp_components/visibility_control.hpp"

namespace rclcpp_components::detail
{

/// Spins one component of that class until the context shuts down, and returns the exit code: 1,
/// with a line in the log, if it cannot be made. The library is looked for beside the executable,
/// then in the folder above it, where the installed one stands (lib/ above lib/<package>/), then
/// where the system looks for libraries.
RCLCPP_COMPONENTS_PUBLIC int node_main(
  int argc, char ** argv, const std::string & library, const std::string & plugin,
  const std::function<std::shared_ptr<rclcpp::Executor>()> & make_executor);

}  // namespace rclcpp_components::detail

#endif  // RCLCPP_COMPONENTS__DETAIL__NODE_MAIN_HPP_
