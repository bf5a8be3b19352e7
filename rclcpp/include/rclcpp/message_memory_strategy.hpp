// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The last parameter of create_subscription in ROS 2; here only its default.
#ifndef RCLCPP__MESSAGE_MEMORY_STRATEGY_HPP_
#define RCLCPP__MESSAGE_MEMORY_STRATEGY_HPP_

#include <memory>

#include "rclcpp/macros.hpp"

namespace rclcpp::message_memory_strategy
{

/// Stands for the library's own way: messages come from the heap, and one that the callback only
/// looks at is used again. Cannot be derived from yet.
template <typename MessageT, typename Alloc = std::allocator<void>>
class MessageMemoryStrategy final
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS(MessageMemoryStrategy)

  /// Null: it has no state.
  static SharedPtr create_default() { return nullptr; }
};

}  // namespace rclcpp::message_memory_strategy

#endif  // RCLCPP__MESSAGE_MEMORY_STRATEGY_HPP_
