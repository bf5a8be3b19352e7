// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The programs component_container, component_container_mt and so on, which differ in their
// defaults.
#ifndef CONTAINER_HPP_
#define CONTAINER_HPP_

namespace rclcpp_components
{

enum class ExecutorType
{
  single_threaded,
  multi_threaded,
  events,
  events_cbg
};

struct ContainerOptions
{
  ExecutorType executor = ExecutorType::single_threaded;
  /// Runs each component in its own executor and thread.
  bool isolated = false;
};

/// Runs a container until the context shuts down; the command line may change `options`. Returns
/// the exit code.
int run_container(int argc, char ** argv, ContainerOptions options);

}  // namespace rclcpp_components

#endif  // CONTAINER_HPP_
