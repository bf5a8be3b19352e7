// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A guard condition wakes the threads that wait for it, from any thread; for waitables, wait sets
// and the library.
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
/// A trigger makes each waitable ready that added this condition to its wait set
/// (Waitable::add_to_wait_set). Triggers coalesce: the waitable runs at least once after the last
/// one. A trigger without a listener is kept for the first listener. All functions are thread-safe.
class RCLCPP_PUBLIC GuardCondition
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(GuardCondition)

  /// Creates a condition of a context. Throws std::invalid_argument if `context` is null,
  /// exceptions::RCLInvalidArgument if it is not valid.
  explicit GuardCondition(
    const Context::SharedPtr & context = contexts::get_global_default_context(),
    rcl_guard_condition_options_t guard_condition_options =
      rcl_guard_condition_get_default_options());
  virtual ~GuardCondition();

  /// Returns the C handle; it lives as long as this object.
  rcl_guard_condition_t & get_rcl_guard_condition();
  /// Returns the C handle, read-only; it lives as long as this object.
  const rcl_guard_condition_t & get_rcl_guard_condition() const;

  /// Triggers the condition. May be called from any thread; not in a signal handler.
  virtual void trigger();

  /// Marks the condition as used by a wait set and returns the previous mark.
  bool exchange_in_use_by_wait_set_state(bool in_use_state);

  /// Adds the condition to the wait set; call it in Waitable::add_to_wait_set() with its argument.
  void add_to_wait_set(rcl_wait_set_t & wait_set) const;

  /// Makes trigger() also call `callback(1)` on its thread. If there were n triggers while no
  /// callback was set, this function calls `callback(n)` at once. Waitables and wait sets are woken
  /// as before. An empty callback removes the current one. detail::ReadyCallback describes the
  /// threads.
  void set_on_trigger_callback(std::function<void(std::size_t)> callback);

  // --- for the library ---

  /// Makes trigger() call ready() of `entity`, at once if a trigger is pending. Repeated calls
  /// count as one.
  void add_listener(const std::shared_ptr<executors::detail::Entity> & entity);
  /// Removes a listener. A trigger that it has not taken is kept for the next listener.
  void remove_listener(const executors::detail::Entity & entity) noexcept;
  /// Returns true if the condition was triggered for `entity` since the last call.
  bool take_trigger(const executors::detail::Entity & entity);

private:
  struct Impl;

  rcl_guard_condition_t handle_;
  std::atomic<bool> in_use_by_wait_set_{false};
  const std::unique_ptr<Impl> impl_;
};

}  // namespace rclcpp

#endif  // RCLCPP__GUARD_CONDITION_HPP_
