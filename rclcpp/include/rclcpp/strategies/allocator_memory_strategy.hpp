// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A memory strategy with a program's own allocator; see memory_strategy.hpp for what that means
// here.
#ifndef RCLCPP__STRATEGIES__ALLOCATOR_MEMORY_STRATEGY_HPP_
#define RCLCPP__STRATEGIES__ALLOCATOR_MEMORY_STRATEGY_HPP_

#include <memory>

#include "rclcpp/macros.hpp"
#include "rclcpp/memory_strategy.hpp"
#include "rclcpp/node.hpp"

namespace rclcpp::memory_strategies::allocator_memory_strategy
{

/// Takes the allocator that a program gives to ROS 2's executors; ours have nothing to allocate
/// with it.
template <typename Alloc = std::allocator<void>>
class AllocatorMemoryStrategy : public memory_strategy::MemoryStrategy
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS(AllocatorMemoryStrategy<Alloc>)

  AllocatorMemoryStrategy() = default;
  explicit AllocatorMemoryStrategy(std::shared_ptr<Alloc>) {}
};

}  // namespace rclcpp::memory_strategies::allocator_memory_strategy

#endif  // RCLCPP__STRATEGIES__ALLOCATOR_MEMORY_STRATEGY_HPP_
