// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// What all kinds of WaitSet have in common: which entities are in it, and waiting for them.
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

/// Thread-safe; one thread at a time may wait. Entities wake the thread that waits, which then
/// looks at those of this set.
class RCLCPP_PUBLIC WaitSetCore
{
public:
  /// `keeps`: shares the ownership of its entities as long as it lives, and not only while somebody
  /// waits. `waits_when_empty`: another thread may add what there is to wait for.
  /// Throws std::invalid_argument if the context is null, exceptions::RCLInvalidArgument if it is
  /// not valid.
  WaitSetCore(const Context::SharedPtr & context, bool keeps, bool waits_when_empty);
  WaitSetCore(const WaitSetCore &) = delete;
  WaitSetCore & operator=(const WaitSetCore &) = delete;
  ~WaitSetCore();

  // Throw std::invalid_argument for null, std::runtime_error if a wait set has the entity, or this
  // one does not have it. A thread that waits goes on with the changed set.
  template <typename T>
  void add(const std::shared_ptr<T> & entity, const std::shared_ptr<void> & associated = nullptr);
  template <typename T>
  void remove(const std::shared_ptr<T> & entity);
  /// Forgets entities that are gone.
  void prune();

  /// Throws std::runtime_error if another thread waits, or if the last result, being Ready, was not
  /// released.
  WaitResultKind wait(std::chrono::nanoseconds timeout);
  const rcl_wait_set_t & rcl() const;

  // --- after wait() said Ready, until release_result() ---

  void release_result();
  /// The set was changed since.
  bool is_dirty() const;
  /// The next ready one, which is then not ready any more; null if there is none.
  template <typename T>
  std::shared_ptr<T> take_ready();
  std::shared_ptr<Waitable> next_ready_waitable();
  /// The first ready one from `index` on, and its index.
  std::pair<std::shared_ptr<TimerBase>, std::size_t> peek_ready_timer(std::size_t index) const;
  /// Throws std::out_of_range.
  void clear_timer(std::size_t index);

private:
  struct Impl;

  std::unique_ptr<Impl> impl_;
};

}  // namespace executors::detail
}  // namespace rclcpp

#endif  // RCLCPP__EXECUTORS__DETAIL__WAIT_SET_CORE_HPP_
