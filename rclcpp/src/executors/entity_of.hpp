// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Returns the executor's entity inside a timer or a waitable; the pointer shares the ownership of
// the outer object.
#ifndef RCLCPP__EXECUTORS__ENTITY_OF_HPP_
#define RCLCPP__EXECUTORS__ENTITY_OF_HPP_

#include <memory>

#include "rclcpp/executors/detail/entity.hpp"

namespace rclcpp
{
class TimerBase;
class Waitable;
}  // namespace rclcpp

namespace rclcpp::executors::detail
{

std::shared_ptr<Entity> entity_of(const std::shared_ptr<TimerBase> & timer);
std::shared_ptr<Entity> entity_of(const std::shared_ptr<Waitable> & waitable);

/// Returns the timer of an entity; null if the entity is of another kind.
std::shared_ptr<TimerBase> timer_of(const std::shared_ptr<Entity> & entity);
std::shared_ptr<Waitable> waitable_of(const std::shared_ptr<Entity> & entity);

/// Makes the waitable's guard conditions call ready() of the waitable.
void listen(const std::shared_ptr<Waitable> & waitable);

}  // namespace rclcpp::executors::detail

#endif  // RCLCPP__EXECUTORS__ENTITY_OF_HPP_
