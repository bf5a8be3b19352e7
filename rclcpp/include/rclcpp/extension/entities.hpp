// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Entities of an executor, for packages beside rclcpp that create their own. Not in ROS 2.
#ifndef RCLCPP__EXTENSION__ENTITIES_HPP_
#define RCLCPP__EXTENSION__ENTITIES_HPP_

#include <chrono>
#include <memory>
#include <vector>

#include "rclcpp/callback_group.hpp"
#include "rclcpp/executors/detail/entity.hpp"
#include "rclcpp/timer.hpp"
#include "rclcpp/visibility_control.hpp"
#include "rclcpp/waitable.hpp"

namespace rclcpp::extension
{

/// The unit that an executor runs, and the base of subscriptions, services and clients. Owned by
/// std::shared_ptr; all its functions are thread-safe.
using executors::detail::Entity;

/// Returns the entity inside a timer, or inside a waitable such as a QoS event handler. The pointer
/// shares the ownership of the timer or waitable. The argument must not be null.
using executors::detail::entity_of;

/// Returns true if an item of the entity can be taken now. Thread-safe.
inline bool has_item(const Entity & entity) noexcept
{
  executors::detail::Due not_before;
  return entity.has_item(not_before);
}

/// A waitable whose subscriptions, services, clients and timers join and leave its callback group
/// in its place. The executor runs each of them in the order of arrival and calls none of the
/// waitable's functions; those are for wait sets.
class RCLCPP_PUBLIC CompositeWaitable : public Waitable
{
public:
  /// Entities, which the waitable owns together with those that run them.
  using Entities = std::vector<std::shared_ptr<Entity>>;

  /// Returns the entities; always the same ones. Called when the waitable joins or leaves a group,
  /// on the thread that does so. None may be null.
  virtual Entities get_entities() const = 0;
};

/// Gives the timer a period of 0 or more from the next call or TimerBase::reset() on. Returns the
/// previous period. Thread-safe. rcl has this function (rcl_timer_exchange_period), ROS 2's rclcpp
/// does not.
RCLCPP_PUBLIC std::chrono::nanoseconds exchange_period(
  const std::shared_ptr<TimerBase> & timer, std::chrono::nanoseconds period);

/// Returns true if no thread is in a callback of the group. Thread-safe.
RCLCPP_PUBLIC bool is_idle(CallbackGroup & group);

/// Sleeps until no thread is in a callback of the group; then the objects that the callbacks use
/// may be destroyed. The group must have no executor (CallbackGroup::leave_executor(),
/// Executor::remove_node()), so that no callback begins during the wait. A callback of the group
/// must not call this: it would wait for itself.
RCLCPP_PUBLIC void wait_until_idle(CallbackGroup & group);

}  // namespace rclcpp::extension

#endif  // RCLCPP__EXTENSION__ENTITIES_HPP_
