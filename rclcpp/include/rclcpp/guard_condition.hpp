// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A guard condition: wakes what waits on it, from any thread; used by waitables and by the library.
#ifndef RCLCPP__GUARD_CONDITION_HPP_
#define RCLCPP__GUARD_CONDITION_HPP_

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>

#include "rcl/guard_condition.h"
#include "rcl/wait.h"
#include "rclcpp/context.hpp"
#include "rclcpp/contexts/default_context.hpp"
#include "rclcpp/executors/detail/entity.hpp"
#include "rclcpp/macros.hpp"
#include "rclcpp/visibility_control.hpp"

namespace rclcpp
{

/// A condition that can be triggered from any thread.
///
/// A trigger readies each waitable that put this into its wait set (Waitable::add_to_wait_set).
/// Triggers coalesce: the waitable runs at least once after the last one. A trigger while nobody
/// listens is kept for the first that does. All functions are thread-safe.
class RCLCPP_PUBLIC GuardCondition
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(GuardCondition)

  /// Throws std::invalid_argument if `context` is null, exceptions::RCLInvalidArgument if it is not
  /// valid.
  explicit GuardCondition(
    const Context::SharedPtr & context = contexts::get_global_default_context(),
    rcl_guard_condition_options_t guard_condition_options =
      rcl_guard_condition_get_default_options());
  virtual ~GuardCondition();

  rcl_guard_condition_t & get_rcl_guard_condition();
  const rcl_guard_condition_t & get_rcl_guard_condition() const;

  /// Any thread; not in a signal handler.
  virtual void trigger();

  /// For wait sets: sets whether one has this condition and returns what was set before.
  bool exchange_in_use_by_wait_set_state(bool in_use_state);

  /// To be called in Waitable::add_to_wait_set(), with its argument.
  void add_to_wait_set(rcl_wait_set_t & wait_set) const;

  /// From now on trigger() also calls `callback(1)`, in its thread. If there were n triggers while
  /// no callback was set, this function calls `callback(n)` at once. Waitables and wait sets are
  /// woken all the same. An empty callback removes the present one. Threads: see
  /// detail::ReadyCallback.
  void set_on_trigger_callback(std::function<void(std::size_t)> callback);

  // --- for the library ---

  /// Lets trigger() ready `entity`, at once if a trigger is pending; repeated calls count as one.
  void add_listener(const std::shared_ptr<executors::detail::Entity> & entity);
  /// A trigger that the entity has not taken is kept for the next listener.
  void remove_listener(const executors::detail::Entity & entity) noexcept;
  /// Whether it was triggered for `entity` since the last call.
  bool take_trigger(const executors::detail::Entity & entity);

private:
  struct Impl;

  rcl_guard_condition_t handle_;
  std::atomic<bool> in_use_by_wait_set_{false};
  const std::unique_ptr<Impl> impl_;
};

}  // namespace rclcpp

#endif  // RCLCPP__GUARD_CONDITION_HPP_
