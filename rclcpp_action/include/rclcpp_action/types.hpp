// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Goal ids, and action_msgs' types under the names of this package.
#ifndef RCLCPP_ACTION__TYPES_HPP_
#define RCLCPP_ACTION__TYPES_HPP_

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "action_msgs/msg/goal_info.hpp"
#include "action_msgs/msg/goal_status.hpp"
#include "rcl_action/types.h"
#include "rclcpp_action/visibility_control.hpp"

namespace rclcpp_action
{

/// The id of a goal: 16 random bytes (UUID).
using GoalUUID = std::array<std::uint8_t, UUID_SIZE>;
/// The message with a goal's status and the constants for it.
using GoalStatus = action_msgs::msg::GoalStatus;
/// The message with a goal's id and the time at which it was accepted.
using GoalInfo = action_msgs::msg::GoalInfo;

/// Returns text such as "01020304-0506-0708-090a-0b0c0d0e0f10".
RCLCPP_ACTION_PUBLIC std::string to_string(const GoalUUID & goal_id);

/// Convert between C++ and C; the stamp is not changed. Throw std::invalid_argument for null.
RCLCPP_ACTION_PUBLIC void convert(const GoalUUID & goal_id, rcl_action_goal_info_t * info);
/// Copies the id of a C struct. Throws std::invalid_argument for null.
RCLCPP_ACTION_PUBLIC void convert(const rcl_action_goal_info_t & info, GoalUUID * goal_id);

}  // namespace rclcpp_action

/// Compares the bytes in their order.
template <>
struct std::less<rclcpp_action::GoalUUID>
{
  /// Returns true if `left` comes before `right`.
  bool operator()(const rclcpp_action::GoalUUID & left, const rclcpp_action::GoalUUID & right) const
  {
    return left < right;
  }
};

/// Hashes with FNV-1a, 64 bits.
template <>
struct std::hash<rclcpp_action::GoalUUID>
{
  /// Returns the hash of the 16 bytes.
  std::size_t operator()(const rclcpp_action::GoalUUID & goal_id) const noexcept
  {
    std::size_t hash = 0xcbf29ce484222325;
    for (const std::uint8_t byte : goal_id) {
      hash = (hash ^ byte) * 0x100000001b3;
    }
    return hash;
  }
};

#endif  // RCLCPP_ACTION__TYPES_HPP_
