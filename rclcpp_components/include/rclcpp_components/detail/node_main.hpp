// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The main function of executables that rclcpp_components_register_node() creates for a component.
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
/// with a line in the log, if it cannot be created. The library is searched beside the executable,
/// then in the folder above it, where the installed one is (lib/ above lib/<package>/), then in the
/// system's library paths.
RCLCPP_COMPONENTS_PUBLIC int node_main(
  int argc, char ** argv, const std::string & library, const std::string & plugin,
  const std::function<rclcpp::Executor::SharedPtr()> & make_executor);

}  // namespace rclcpp_components::detail

#endif  // RCLCPP_COMPONENTS__DETAIL__NODE_MAIN_HPP_
