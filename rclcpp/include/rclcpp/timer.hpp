// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Timers: callbacks that an executor calls periodically, in the time of any clock.
#ifndef RCLCPP__TIMER_HPP_
#define RCLCPP__TIMER_HPP_

#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <type_traits>
#include <utility>

#include "rcl/timer.h"
#include "rclcpp/clock.hpp"
#include "rclcpp/context.hpp"
#include "rclcpp/detail/transitive_includes.hpp"
#include "rclcpp/function_traits.hpp"
#include "rclcpp/macros.hpp"
#include "rclcpp/rate.hpp"
#include "rclcpp/time.hpp"
#include "rclcpp/visibility_control.hpp"

namespace rclcpp
{

class TimerBase;

namespace executors::detail
{
class Entity;
std::shared_ptr<Entity> entity_of(const std::shared_ptr<TimerBase> & timer);
std::shared_ptr<TimerBase> timer_of(const std::shared_ptr<Entity> & entity);
}  // namespace executors::detail

/// The due time of a timer call and the time at which it happened, in the time of the timer's
/// clock.
struct TimerInfo
{
  /// The time at which the call was due.
  Time expected_call_time;
  /// The time at which the call happened.
  Time actual_call_time;
};

/// The part of a timer that does not depend on the type of the callback.
///
/// The timer is due at start + k * period. A late call does not move the later ones (no drift), and
/// missed calls are skipped (no burst): the next call is the first one that is due in the future. A
/// timer with a period of 0 is due whenever the executor has time. Jumps of a ROS clock take effect
/// at once: a jump forward over the due time gives one call; a jump backward beyond the last call,
/// or a change between system and simulated time, starts the period again. All functions are
/// thread-safe.
class RCLCPP_PUBLIC TimerBase
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(TimerBase)

  /// Creates a timer that runs from now on, or with `autostart` false from reset() on. A null
  /// context means the default one. Throws std::invalid_argument if the clock is null,
  /// exceptions::RCLInvalidArgument if the period is negative.
  explicit TimerBase(
    Clock::SharedPtr clock, std::chrono::nanoseconds period, Context::SharedPtr context = nullptr,
    bool autostart = true);
  virtual ~TimerBase();

  /// Stops the timer: no call begins until reset(), and a call that is due is dropped.
  void cancel();
  /// Returns true after cancel(), until reset().
  bool is_canceled();
  /// Starts the timer, or starts it again: the next call is due one period from now.
  void reset();

  /// Records a call now and returns the argument for execute_callback(); null if the timer is
  /// cancelled. For programs that run timers without an executor.
  virtual std::shared_ptr<void> call() = 0;
  /// Runs the user's callback with the result of call().
  virtual void execute_callback(const std::shared_ptr<void> & data) = 0;

  /// Returns the time until the next call, negative if it is overdue; nanoseconds::max() if
  /// cancelled.
  std::chrono::nanoseconds time_until_trigger();
  /// Returns true if the clock shows steady time.
  virtual bool is_steady() = 0;
  /// Returns true if a call is due.
  bool is_ready();

  /// Marks the timer as used by a wait set and returns the previous mark.
  bool exchange_in_use_by_wait_set_state(bool in_use_state);

  /// Sets a callback that each reset() calls with 1, on its thread. If earlier resets have not been
  /// reported, it is called at once with their number. Throws std::invalid_argument if empty.
  void set_on_reset_callback(std::function<void(std::size_t)> callback);
  /// Removes the callback.
  void clear_on_reset_callback();

protected:
  /// Runs the user's callback; by default through execute_callback(), which allocates.
  virtual void invoke(const rcl_timer_call_info_t & call_info);
  /// Records a call now; returns false if the timer is cancelled.
  bool note_call(rcl_timer_call_info_t & call_info);

  /// The clock that the timer follows.
  Clock::SharedPtr clock_;

private:
  friend std::shared_ptr<executors::detail::Entity> executors::detail::entity_of(
    const std::shared_ptr<TimerBase> & timer);
  friend std::shared_ptr<TimerBase> executors::detail::timer_of(
    const std::shared_ptr<executors::detail::Entity> & entity);

  struct Impl;

  std::atomic<bool> in_use_by_wait_set_{false};
  std::shared_ptr<Impl> impl_;
};

/// A timer callback without arguments.
using VoidCallbackType = std::function<void()>;
/// A timer callback that gets the timer, for example to cancel it.
using TimerCallbackType = std::function<void(TimerBase &)>;
/// A timer callback that gets the due time and the actual time of the call.
using TimerInfoCallbackType = std::function<void(const TimerInfo &)>;

namespace detail
{
template <typename FunctorT>
inline constexpr bool is_timer_callback =
  std::is_invocable_v<FunctorT &> || std::is_invocable_v<FunctorT &, TimerBase &> ||
  std::is_invocable_v<FunctorT &, const TimerInfo &>;
}  // namespace detail

/// A timer in the time of `clock`. The callback takes nothing, a TimerBase & (this timer) or a
/// const TimerInfo &.
template <typename FunctorT>
  requires detail::is_timer_callback<FunctorT>
class GenericTimer : public TimerBase
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS(GenericTimer)

  /// Creates a timer that calls `callback` every `period` of `clock` time. With `autostart` false
  /// it is created cancelled; reset() starts it.
  explicit GenericTimer(
    Clock::SharedPtr clock, std::chrono::nanoseconds period, FunctorT && callback,
    Context::SharedPtr context = nullptr, bool autostart = true)
  : TimerBase(std::move(clock), period, std::move(context), autostart),
    callback_(std::forward<FunctorT>(callback))
  {
  }
  ~GenericTimer() override { cancel(); }

  std::shared_ptr<void> call() override
  {
    auto call_info = std::make_shared<rcl_timer_call_info_t>();
    return note_call(*call_info) ? call_info : nullptr;
  }

  void execute_callback(const std::shared_ptr<void> & data) override
  {
    invoke(*std::static_pointer_cast<rcl_timer_call_info_t>(data));
  }

  bool is_steady() override { return clock_->get_clock_type() == RCL_STEADY_TIME; }

protected:
  RCLCPP_DISABLE_COPY(GenericTimer)

  void invoke(const rcl_timer_call_info_t & call_info) override
  {
    if constexpr (std::is_invocable_v<FunctorT &>) {
      callback_();
    } else if constexpr (std::is_invocable_v<FunctorT &, TimerBase &>) {
      callback_(*this);
    } else {
      const rcl_clock_type_t type = clock_->get_clock_type();
      callback_(TimerInfo{
        Time(call_info.expected_call_time, type), Time(call_info.actual_call_time, type)});
    }
  }

  /// The user's callback.
  FunctorT callback_;
};

/// A timer in steady time.
template <typename FunctorT>
  requires detail::is_timer_callback<FunctorT>
class WallTimer : public GenericTimer<FunctorT>
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS(WallTimer)

  /// Creates a timer that calls `callback` every `period` of steady time. With `autostart` false it
  /// is created cancelled; reset() starts it.
  explicit WallTimer(
    std::chrono::nanoseconds period, FunctorT && callback, Context::SharedPtr context = nullptr,
    bool autostart = true)
  : GenericTimer<FunctorT>(
      std::make_shared<Clock>(RCL_STEADY_TIME), period, std::forward<FunctorT>(callback),
      std::move(context), autostart)
  {
  }

protected:
  RCLCPP_DISABLE_COPY(WallTimer)
};

}  // namespace rclcpp

#endif  // RCLCPP__TIMER_HPP_
