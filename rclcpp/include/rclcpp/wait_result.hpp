// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The result of WaitSet::wait().
#ifndef RCLCPP__WAIT_RESULT_HPP_
#define RCLCPP__WAIT_RESULT_HPP_

#include <cstddef>
#include <memory>
#include <stdexcept>
#include <utility>

#include "rclcpp/client.hpp"
#include "rclcpp/executors/detail/wait_set_core.hpp"
#include "rclcpp/macros.hpp"
#include "rclcpp/service.hpp"
#include "rclcpp/subscription_base.hpp"
#include "rclcpp/timer.hpp"
#include "rclcpp/wait_result_kind.hpp"
#include "rclcpp/waitable.hpp"

namespace rclcpp
{

/// The result of a wait and the ready entities. It keeps the entities of the wait set alive.
/// Destroy it before the next wait and before the wait set. Not thread-safe.
///
/// The next_ready_…() functions return each ready entity once, in the order in which they were
/// added, and then null. If the wait set is changed in the meantime, they return null, and kind()
/// is Invalid.
template <class WaitSetT>
class WaitResult final
{
public:
  /// Creates the result of a wait that found ready entities. Wait sets call it.
  static WaitResult from_ready_wait_result_kind(WaitSetT & wait_set)
  {
    return WaitResult(WaitResultKind::Ready, &wait_set);
  }
  /// Creates the result of a wait that timed out. Wait sets call it.
  static WaitResult from_timeout_wait_result_kind()
  {
    return WaitResult(WaitResultKind::Timeout, nullptr);
  }
  /// Creates the result of a wait without entities. Wait sets call it.
  static WaitResult from_empty_wait_result_kind()
  {
    return WaitResult(WaitResultKind::Empty, nullptr);
  }

  /// Takes over the result; the kind of `other` becomes Invalid.
  WaitResult(WaitResult && other) noexcept
  : kind_(std::exchange(other.kind_, WaitResultKind::Invalid)),
    wait_set_(std::exchange(other.wait_set_, nullptr))
  {
  }
  ~WaitResult()
  {
    if (wait_set_) {
      wait_set_->core_.release_result();
    }
  }

  /// Returns how the wait ended.
  WaitResultKind kind() const { return kind_; }

  /// Returns the wait set. Throws std::runtime_error if the result is not Ready.
  const WaitSetT & get_wait_set() const { return ready_wait_set(); }
  /// Returns the wait set. Throws std::runtime_error if the result is not Ready.
  WaitSetT & get_wait_set() { return ready_wait_set(); }

  /// Returns the first ready timer from `start_index` on and its index, or null. It stays ready
  /// until clear_timer_with_index(); TimerBase::call() and execute_callback() run it.
  std::pair<std::shared_ptr<TimerBase>, std::size_t> peek_next_ready_timer(
    std::size_t start_index = 0)
  {
    if (!is_usable()) {
      return {nullptr, start_index};
    }
    return wait_set_->core_.peek_ready_timer(start_index);
  }
  /// Marks a timer as not ready. Throws std::out_of_range, std::runtime_error if the result is not
  /// Ready.
  void clear_timer_with_index(std::size_t index) { ready_wait_set().core_.clear_timer(index); }

  /// Return the next ready entity of the kind, or null.
  std::shared_ptr<SubscriptionBase> next_ready_subscription() { return next<SubscriptionBase>(); }
  /// Returns the next ready service, or null.
  std::shared_ptr<ServiceBase> next_ready_service() { return next<ServiceBase>(); }
  /// Returns the next ready client, or null.
  std::shared_ptr<ClientBase> next_ready_client() { return next<ClientBase>(); }
  /// Returns the next waitable whose Waitable::is_ready() is true. QoS events are waitables, too.
  std::shared_ptr<Waitable> next_ready_waitable()
  {
    return is_usable() ? wait_set_->core_.next_ready_waitable() : nullptr;
  }

private:
  RCLCPP_DISABLE_COPY(WaitResult)

  WaitResult(WaitResultKind kind, WaitSetT * wait_set) : kind_(kind), wait_set_(wait_set) {}

  template <typename T>
  std::shared_ptr<T> next()
  {
    return is_usable() ? wait_set_->core_.template take_ready<T>() : nullptr;
  }

  bool is_usable()
  {
    if (wait_set_ && wait_set_->core_.is_dirty()) {
      kind_ = WaitResultKind::Invalid;
    }
    return kind_ == WaitResultKind::Ready;
  }

  WaitSetT & ready_wait_set() const
  {
    if (kind_ != WaitResultKind::Ready) {
      throw std::runtime_error("cannot access wait set when the result was not ready");
    }
    return *wait_set_;
  }

  WaitResultKind kind_;
  WaitSetT * wait_set_;
};

}  // namespace rclcpp

#endif  // RCLCPP__WAIT_RESULT_HPP_
