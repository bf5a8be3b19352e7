// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// An entity that becomes ready at a point in time: the executor's part of a timer.
#ifndef RCLCPP__EXECUTORS__CLOCKED_ENTITY_HPP_
#define RCLCPP__EXECUTORS__CLOCKED_ENTITY_HPP_

#include "executors/ready_set.hpp"

namespace rclcpp::executors::detail
{

/// CoreLock(*this) guards the members of TimerState; its arm() and disarm() change them.
class ClockedEntity : public Entity, public TimerState
{
public:
  ClockedEntity() : TimerState(EntityState::of(*this)) { state.timer = this; }
  ~ClockedEntity() override { leave(); }
};

}  // namespace rclcpp::executors::detail

#endif  // RCLCPP__EXECUTORS__CLOCKED_ENTITY_HPP_
