// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The common part of all kinds of WaitSet: their entities, and waiting for them.
#ifndef RCLCPP__EXECUTORS__DETAIL__WAIT_SET_CORE_HPP_
#define RCLCPP__EXECUTORS__DETAIL__WAIT_SET_CORE_HPP_

#include <chrono>
#include <cstddef>
#include <memory>
#include <utility>

#include "rcl/wait.h"
#include "rclcpp/context.hpp"
#include "rclcpp/visibility_control.hpp"
#include "rclcpp/wait_result_kind.hpp"

namespace rclcpp
{

class ClientBase;
class GuardCondition;
class ServiceBase;
class SubscriptionBase;
class TimerBase;
class Waitable;

namespace executors::detail
{

/// Holds the entities of a wait set and waits for them. Thread-safe; one thread at a time may wait.
/// Entities wake the waiting thread, which then checks the entities of this set.
class RCLCPP_PUBLIC WaitSetCore
{
public:
  /// Creates a wait set. If `keeps` is true it owns its entities as long as it lives, otherwise
  /// only during a wait. If `waits_when_empty` is true, it also waits without entities because
  /// another thread may add some. Throws std::invalid_argument if the context is null,
  /// exceptions::RCLInvalidArgument if it is not valid.
  WaitSetCore(const Context::SharedPtr & context, bool keeps, bool waits_when_empty);
  WaitSetCore(const WaitSetCore &) = delete;
  WaitSetCore & operator=(const WaitSetCore &) = delete;
  ~WaitSetCore();

  // Add or remove an entity. Throw std::invalid_argument for null, std::runtime_error if a wait set
  // already has the entity, or if this one does not have it. A waiting thread continues with the
  // changed set.
  template <typename T>
  void add(const std::shared_ptr<T> & entity, const std::shared_ptr<void> & associated = nullptr);
  template <typename T>
  void remove(const std::shared_ptr<T> & entity);
  /// Removes destroyed entities.
  void prune();

  /// Waits for at most `timeout`. Throws std::runtime_error if another thread waits, or if the last
  /// result was Ready and has not been released.
  WaitResultKind wait(std::chrono::nanoseconds timeout);
  /// Returns the C handle of the set.
  const rcl_wait_set_t & rcl() const;

  // --- after wait() returned Ready, until release_result() ---

  void release_result();
  /// Returns true if the set was changed after wait() returned.
  bool is_dirty() const;
  /// Returns the next ready entity and marks it as not ready; null if there is none.
  template <typename T>
  std::shared_ptr<T> take_ready();
  std::shared_ptr<Waitable> next_ready_waitable();
  /// Returns the first ready timer from `index` on, and its index.
  std::pair<std::shared_ptr<TimerBase>, std::size_t> peek_ready_timer(std::size_t index) const;
  /// Marks a timer as not ready. Throws std::out_of_range.
  void clear_timer(std::size_t index);

private:
  struct Impl;

  std::unique_ptr<Impl> impl_;
};

}  // namespace executors::detail
}  // namespace rclcpp

#endif  // RCLCPP__EXECUTORS__DETAIL__WAIT_SET_CORE_HPP_
