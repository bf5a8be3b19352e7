// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// How an executor of ROS 2 gets the memory of its wait set; here a name that programs may use.
#ifndef RCLCPP__MEMORY_STRATEGY_HPP_
#define RCLCPP__MEMORY_STRATEGY_HPP_

#include "rclcpp/any_executable.hpp"
#include "rclcpp/macros.hpp"
#include "rclcpp/node_interfaces/node_base_interface.hpp"
#include "rclcpp/waitable.hpp"

namespace rclcpp::memory_strategy
{

/// Accepted in ExecutorOptions for source compatibility: our executors have no wait set, and
/// allocate nothing when they wake. So nothing is asked of a strategy, and one that a program
/// derives has nothing to override.
class MemoryStrategy
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(MemoryStrategy)

  virtual ~MemoryStrategy() = default;

protected:
  MemoryStrategy() = default;
};

}  // namespace rclcpp::memory_strategy

#endif  // RCLCPP__MEMORY_STRATEGY_HPP_
