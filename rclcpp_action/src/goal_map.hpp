// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A map of goals by their ids, for clients and servers.
#ifndef GOAL_MAP_HPP_
#define GOAL_MAP_HPP_

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <unordered_map>
#include <utility>

#include "rclcpp/extension/memory.hpp"

namespace rclcpp_action::detail
{

/// The same type as GoalUUID, without a header of messages.
using GoalId = std::array<std::uint8_t, 16>;

/// The ids are already random.
struct GoalHash
{
  std::size_t operator()(const GoalId & id) const noexcept
  {
    std::array<std::uint64_t, 2> halves;
    static_assert(sizeof(halves) == sizeof(id));
    std::memcpy(halves.data(), id.data(), sizeof(id));
    return (halves[0] ^ halves[1]) * 0x9e3779b97f4a7c15;
  }
};

/// Goals by id.
template <typename T>
using GoalMap = std::unordered_map<
  GoalId, T, GoalHash, std::equal_to<>,
  rclcpp::extension::BlockAllocator<std::pair<const GoalId, T>>>;

}  // namespace rclcpp_action::detail

#endif  // GOAL_MAP_HPP_
