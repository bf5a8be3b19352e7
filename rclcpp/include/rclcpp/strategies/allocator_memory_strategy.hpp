// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A memory strategy with the program's own allocator; memory_strategy.hpp says what it means in
// RxROS2.
#ifndef RCLCPP__STRATEGIES__ALLOCATOR_MEMORY_STRATEGY_HPP_
#define RCLCPP__STRATEGIES__ALLOCATOR_MEMORY_STRATEGY_HPP_

#include <memory>

#include "rclcpp/macros.hpp"
#include "rclcpp/memory_strategy.hpp"
#include "rclcpp/node.hpp"

namespace rclcpp::memory_strategies::allocator_memory_strategy
{

/// Accepts the allocator that a program passes to ROS 2's executors; RxROS2's executors allocate
/// nothing with it.
template <typename Alloc = std::allocator<void>>
class AllocatorMemoryStrategy : public memory_strategy::MemoryStrategy
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS(AllocatorMemoryStrategy<Alloc>)

  AllocatorMemoryStrategy() = default;
  /// Ignores the allocator: RxROS2's executors do not use memory strategies.
  explicit AllocatorMemoryStrategy(std::shared_ptr<Alloc>) {}
};

}  // namespace rclcpp::memory_strategies::allocator_memory_strategy

#endif  // RCLCPP__STRATEGIES__ALLOCATOR_MEMORY_STRATEGY_HPP_
