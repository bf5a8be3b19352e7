// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The default memory strategy of executors.
#ifndef RCLCPP__MEMORY_STRATEGIES_HPP_
#define RCLCPP__MEMORY_STRATEGIES_HPP_

#include <memory>

#include "rclcpp/memory_strategy.hpp"
#include "rclcpp/strategies/allocator_memory_strategy.hpp"

namespace rclcpp::memory_strategies
{

/// Returns an AllocatorMemoryStrategy with std::allocator.
inline memory_strategy::MemoryStrategy::SharedPtr create_default_strategy()
{
  return std::make_shared<allocator_memory_strategy::AllocatorMemoryStrategy<>>();
}

}  // namespace rclcpp::memory_strategies

#endif  // RCLCPP__MEMORY_STRATEGIES_HPP_
