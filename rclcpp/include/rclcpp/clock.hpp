// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Clocks: system time, steady time and ROS time, which /clock can simulate. Nodes, timers and
// programs use them.
#ifndef RCLCPP__CLOCK_HPP_
#define RCLCPP__CLOCK_HPP_

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>

#include "rcl/time.h"
#include "rclcpp/contexts/default_context.hpp"
#include "rclcpp/duration.hpp"
#include "rclcpp/macros.hpp"
#include "rclcpp/time.hpp"
#include "rclcpp/visibility_control.hpp"

namespace rclcpp
{

class Clock;

namespace detail
{
// The functions with which TimeSource and tests control a ROS clock. They are thread-safe and call,
// on the calling thread, the jump callbacks whose thresholds are exceeded. They throw
// std::invalid_argument for another clock type.
RCLCPP_PUBLIC void enable_ros_time_override(Clock & clock);
RCLCPP_PUBLIC void disable_ros_time_override(Clock & clock);
/// Sets the time that the clock shows while it is overridden. Calls jump callbacks only while it is
/// overridden.
RCLCPP_PUBLIC void set_ros_time_override(Clock & clock, rcl_time_point_value_t nanoseconds);
}  // namespace detail

/// The registration of a pair of jump callbacks. Destroying it unregisters them and waits for a
/// callback that runs on another thread.
class RCLCPP_PUBLIC JumpHandler
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS(JumpHandler)

  /// The function that is called before a jump.
  using pre_callback_t = std::function<void()>;
  /// The function that is called after a jump, with its length and kind.
  using post_callback_t = std::function<void(const rcl_time_jump_t &)>;

  /// Takes both callbacks and the thresholds in nanoseconds; Clock::create_jump_callback()
  /// registers them.
  JumpHandler(
    pre_callback_t pre_callback, post_callback_t post_callback,
    const rcl_jump_threshold_t & threshold);

  /// Called before a jump; may be empty.
  pre_callback_t pre_callback;
  /// Called after a jump; may be empty.
  post_callback_t post_callback;
  /// The smallest jump that is reported, and whether a change of the clock source is reported.
  rcl_jump_threshold_t notice_threshold;
};

/// A clock of one type. All functions are thread-safe. Sleeps end early when the context shuts
/// down.
class RCLCPP_PUBLIC Clock
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS(Clock)

  /// Creates a clock that shows system, steady or ROS time.
  explicit Clock(rcl_clock_type_t clock_type = RCL_SYSTEM_TIME);
  ~Clock();

  /// Returns the current time. Throws exceptions::RCLError if the clock's type is
  /// RCL_CLOCK_UNINITIALIZED; so do all functions that need the time.
  Time now() const;

  /// Sleeps until this clock shows `until`; returns at once if that is in the past. Only the
  /// shutdown of the context matters. If simulated time jumps back during the sleep, the sleep
  /// continues for the time that remained before the jump. Returns false if woken by shutdown, by a
  /// change between simulated and system time, or by cancel_sleep_or_wait(). Throws
  /// std::runtime_error if `until` has another clock type or the context is not valid. If a signal
  /// ended the context, it returns false at once instead.
  bool sleep_until(Time until, Context::SharedPtr context = contexts::get_global_default_context());

  /// Sleeps for `rel_time`. If simulated time has not started, the sleep begins with the first
  /// /clock. The longest duration means for ever. Returns and throws as sleep_until().
  bool sleep_for(
    Duration rel_time, Context::SharedPtr context = contexts::get_global_default_context());

  /// Returns true if now() is not zero, that is, simulated time has started.
  bool started();
  /// Waits until started(). Returns false if the context shuts down first.
  bool wait_until_started(Context::SharedPtr context = contexts::get_global_default_context());
  /// Waits until started() or for at most `timeout` of system time. `wait_tick_ns` is ignored
  /// because the clock does not poll; it exists for source compatibility.
  bool wait_until_started(
    const Duration & timeout, Context::SharedPtr context = contexts::get_global_default_context(),
    const Duration & wait_tick_ns = Duration(0, static_cast<std::uint32_t>(1e7)));

  /// Wakes all threads that sleep on this clock; their sleep returns false. If no thread sleeps,
  /// the next sleep or wait is cancelled instead, so a thread that is about to sleep is not missed.
  void cancel_sleep_or_wait();

  /// Returns true if this is a ROS clock that follows simulated time.
  bool ros_time_is_active();

  /// Returns the type of the clock.
  rcl_clock_type_t get_clock_type() const noexcept;
  /// Returns the C handle for rcl_set_ros_time_override() and the other functions of rcl/time.h. It
  /// lives as long as the clock.
  rcl_clock_t * get_clock_handle() noexcept;
  /// Returns the mutex that is held while jump callbacks run. Time does not jump while you hold it.
  std::mutex & get_clock_mutex() noexcept;

  /// Registers callbacks for time jumps larger than `threshold` (nanoseconds). `pre_callback` runs
  /// before the jump, `post_callback` after it, both on the thread of the time source. Exceptions
  /// that they throw are logged. Drop the returned handler to unregister. Throws
  /// std::invalid_argument if min_forward is negative or min_backward positive.
  JumpHandler::SharedPtr create_jump_callback(
    JumpHandler::pre_callback_t pre_callback, JumpHandler::post_callback_t post_callback,
    const rcl_jump_threshold_t & threshold);

  class Impl;

private:
  friend void detail::enable_ros_time_override(Clock &);
  friend void detail::disable_ros_time_override(Clock &);
  friend void detail::set_ros_time_override(Clock &, rcl_time_point_value_t);

  std::shared_ptr<Impl> impl_;
};

/// A condition variable whose timeout is a time of a clock. It notices jumps of simulated time at
/// once. All functions are thread-safe.
class RCLCPP_PUBLIC ClockWaiter
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS(ClockWaiter)

  /// Creates a waiter on `clock`. Throws std::invalid_argument if it is null.
  explicit ClockWaiter(const Clock::SharedPtr & clock);
  ~ClockWaiter();

  /// Waits until `pred` returns true or the clock shows `abs_time`, and returns the last value of
  /// `pred`. If simulated time jumps back, the wait continues for the time that remained before the
  /// jump. `pred` is called with `lock` held, at the beginning and after each notify_one() and
  /// jump; in between `lock` is released. Throws std::runtime_error if `abs_time` has another clock
  /// type, std::system_error if `lock` is not locked.
  bool wait_until(
    std::unique_lock<std::mutex> & lock, const Time & abs_time, const std::function<bool()> & pred);
  /// Makes all waiting threads evaluate their `pred`.
  void notify_one();

private:
  struct Impl;
  const std::shared_ptr<Impl> impl_;
};

/// A ClockWaiter with its own mutex. Its waits end when the context shuts down. Thread-safe.
class RCLCPP_PUBLIC ClockConditionalVariable
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS(ClockConditionalVariable)

  /// Creates a condition variable on `clock`. Throws std::invalid_argument if the clock is null,
  /// std::runtime_error if the context is null or not valid.
  explicit ClockConditionalVariable(
    const Clock::SharedPtr & clock,
    Context::SharedPtr context = contexts::get_global_default_context());
  ~ClockConditionalVariable();

  /// Waits as ClockWaiter::wait_until(), but returns false only if the context has shut down.
  /// Throws std::runtime_error unless `lock` locks mutex().
  bool wait_until(
    std::unique_lock<std::mutex> & lock, Time until, const std::function<bool()> & pred);
  /// Makes all waiting threads evaluate their `pred`.
  void notify_one();
  /// Returns the mutex to lock for wait_until().
  std::mutex & mutex();

private:
  struct Impl;
  const std::unique_ptr<Impl> impl_;
};

}  // namespace rclcpp

#endif  // RCLCPP__CLOCK_HPP_
