// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// An entity that becomes ready at a point in time: the engine's side of a timer.
#ifndef RCLCPP__EXECUTORS__CLOCKED_ENTITY_HPP_
#define RCLCPP__EXECUTORS__CLOCKED_ENTITY_HPP_

#include <cstddef>
#include <cstdint>

#include "rclcpp/executors/detail/entity.hpp"

namespace rclcpp::executors::detail
{

/// What moves the time of a timer. `simulated` time advances by jumps, which the timer reports itself.
enum class TimeBase
{
  steady,
  system,
  simulated
};

/// All members are guarded by the entity's Hold; Core::arm() and Core::disarm() change them.
class ClockedEntity : public Entity
{
public:
  ~ClockedEntity() override { leave(); }

  std::int64_t due = 0;  // ns of its time base
  TimeBase time_base = TimeBase::steady;
  bool armed = false;                           // to become ready at `due`
  std::size_t place_in_timers = not_in_timers;  // in the heap of its core, if armed there

  static constexpr std::size_t not_in_timers = static_cast<std::size_t>(-1);
};

}  // namespace rclcpp::executors::detail

#endif  // RCLCPP__EXECUTORS__CLOCKED_ENTITY_HPP_
