// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Where time comes from: system, steady or ROS time (simulated by /clock); used by nodes, timers
// and programs.
#ifndef RCLCPP__CLOCK_HPP_
#define RCLCPP__CLOCK_HPP_

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
// The time source's side of a ROS clock, called by TimeSource and by tests. Each is thread-safe and
// calls the jump callbacks whose thresholds are met, in the calling thread. They throw
// std::invalid_argument on another clock type.
RCLCPP_PUBLIC void enable_ros_time_override(Clock & clock);
RCLCPP_PUBLIC void disable_ros_time_override(Clock & clock);
/// Sets the time that the clock shows while overridden; calls jump callbacks only if it is.
RCLCPP_PUBLIC void set_ros_time_override(Clock & clock, rcl_time_point_value_t nanoseconds);
}  // namespace detail

/// Keeps a pair of jump callbacks registered; dropping it ends them, and waits for one that runs in
/// another thread.
class RCLCPP_PUBLIC JumpHandler
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS(JumpHandler)

  using pre_callback_t = std::function<void()>;
  using post_callback_t = std::function<void(const rcl_time_jump_t &)>;

  JumpHandler(
    pre_callback_t pre_callback, post_callback_t post_callback,
    const rcl_jump_threshold_t & threshold);

  pre_callback_t pre_callback;
  post_callback_t post_callback;
  rcl_jump_threshold_t notice_threshold;
};

/// A clock of one kind. All functions are thread-safe. Sleeps end early when the context shuts
/// down.
class RCLCPP_PUBLIC Clock
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS(Clock)

  explicit Clock(rcl_clock_type_t clock_type = RCL_SYSTEM_TIME);
  ~Clock();

  /// Throws exceptions::RCLError if the clock's type is RCL_CLOCK_UNINITIALIZED; so do all
  /// functions that need the time.
  Time now() const;

  /// Sleeps until this clock shows `until` (at once for the past); of the context only the shutdown
  /// matters. If simulated time is set back meanwhile, it sleeps for as long as was left before.
  /// False if woken by shutdown, by a change between simulated and system time, or by
  /// cancel_sleep_or_wait().
  /// Throws std::runtime_error if `until` is of another clock type or the context is not valid (but
  /// for a context that a signal ended, it returns false at once).
  bool sleep_until(Time until, Context::SharedPtr context = contexts::get_global_default_context());

  /// Sleeps for `rel_time`, from the first /clock on if simulated time has not begun. The longest
  /// duration means for ever. Else as sleep_until().
  bool sleep_for(
    Duration rel_time, Context::SharedPtr context = contexts::get_global_default_context());

  /// True if now() is not zero: simulated time has begun.
  bool started();
  /// Waits until started(). False if the context shut down first.
  bool wait_until_started(Context::SharedPtr context = contexts::get_global_default_context());
  /// Same with a timeout of system time; `wait_tick_ns` is accepted for source compatibility, we do
  /// not poll.
  bool wait_until_started(
    const Duration & timeout, Context::SharedPtr context = contexts::get_global_default_context(),
    const Duration & wait_tick_ns = Duration(0, static_cast<uint32_t>(1e7)));

  /// Wakes all sleepers of this clock; they return false. If nobody sleeps, the next sleep or wait
  /// is cancelled instead: a thread that is about to sleep is not missed.
  void cancel_sleep_or_wait();

  /// True if this is a ROS clock and follows a simulated time.
  bool ros_time_is_active();

  rcl_clock_type_t get_clock_type() const noexcept;
  /// For rcl_set_ros_time_override() and the like (rcl/time.h). Lives as long as the clock.
  rcl_clock_t * get_clock_handle() noexcept;
  /// Held while jump callbacks run: whoever holds it sees no jump.
  std::mutex & get_clock_mutex() noexcept;

  /// `pre_callback` runs before a jump whose size passes `threshold`, `post_callback` after it,
  /// both in the thread of the time source. What they throw is logged. Drop the returned handler to
  /// unregister. Throws
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

/// A condition variable on the time of a clock. Jumps of simulated time count at once. All
/// functions are thread-safe.
class RCLCPP_PUBLIC ClockWaiter
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS(ClockWaiter)

  /// Throws std::invalid_argument if the clock is null.
  explicit ClockWaiter(const Clock::SharedPtr & clock);
  ~ClockWaiter();

  /// Waits until `pred` is true or the clock shows `abs_time`, and returns what `pred` says then.
  /// If simulated time is set back meanwhile, it waits for as long as was left before.
  /// `pred` is called with `lock` held, at the beginning and after each notify_one() and jump; in
  /// between `lock` is released. Throws std::runtime_error if `abs_time` is of another clock type,
  /// std::system_error if `lock` is not locked.
  bool wait_until(
    std::unique_lock<std::mutex> & lock, const Time & abs_time, const std::function<bool()> & pred);
  /// Makes the waiting threads look at their `pred`.
  void notify_one();

private:
  struct Impl;
  const std::shared_ptr<Impl> impl_;
};

/// A ClockWaiter with a mutex of its own whose waits end when the context shuts down. Thread-safe.
class RCLCPP_PUBLIC ClockConditionalVariable
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS(ClockConditionalVariable)

  /// Throws std::invalid_argument if the clock is null, std::runtime_error if the context is null
  /// or not valid.
  explicit ClockConditionalVariable(
    const Clock::SharedPtr & clock,
    Context::SharedPtr context = contexts::get_global_default_context());
  ~ClockConditionalVariable();

  /// As ClockWaiter::wait_until(), but false only if the context has shut down.
  /// Throws std::runtime_error unless `lock` is one of mutex().
  bool wait_until(
    std::unique_lock<std::mutex> & lock, Time until, const std::function<bool()> & pred);
  void notify_one();
  std::mutex & mutex();

private:
  struct Impl;
  const std::unique_ptr<Impl> impl_;
};

}  // namespace rclcpp

#endif  // RCLCPP__CLOCK_HPP_
