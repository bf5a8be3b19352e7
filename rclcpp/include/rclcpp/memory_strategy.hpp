// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// In ROS 2, the source of the memory of an executor's wait set; in RxROS2 only a name for programs.
#ifndef RCLCPP__MEMORY_STRATEGY_HPP_
#define RCLCPP__MEMORY_STRATEGY_HPP_

#include "rclcpp/any_executable.hpp"
#include "rclcpp/macros.hpp"
#include "rclcpp/node_interfaces/node_base_interface.hpp"
#include "rclcpp/waitable.hpp"

namespace rclcpp::memory_strategy
{

/// Accepted in ExecutorOptions for source compatibility. RxROS2's executors have no wait set and
/// allocate nothing when they wake up. Therefore they call no function of a strategy, and a derived
/// class has nothing to override.
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
