// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The clock that times the waits of a node's streams: the node's clock without its jumps.

#ifndef RXROS2__NODES__DETAIL__WAIT_CLOCK_HPP_
#define RXROS2__NODES__DETAIL__WAIT_CLOCK_HPP_

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "rclcpp/clock.hpp"
#include "rx/time.hpp"

namespace rxros2::detail
{

class task_waitable;

/// A time that passes like a clock's and never goes back.
/** When the clock is set back, when it changes between system and simulated time, and when
 * simulated time begins, this time continues from where it was. So the first two do not shorten a
 * wait, and the time before the first /clock does not count. A jump ahead counts as elapsed time,
 * but at most `longest_lapse` of it, so that jumps cannot use up the range of an int64. Uses only
 * rclcpp's public API. Thread-safe; reads are lock-free. */
class wait_clock
{
public:
  static constexpr rx::duration longest_lapse = std::chrono::hours(24 * 100);

  /// Follows the jumps of `clock` if it is of type RCL_ROS_TIME; other clocks have none.
  explicit wait_clock(rclcpp::Clock::SharedPtr clock);
  wait_clock(const wait_clock &) = delete;
  wait_clock & operator=(const wait_clock &) = delete;

  /// A snapshot of the time.
  struct reading
  {
    rx::time_point now;
    std::uint64_t jumps;  ///< as jumps()
    std::uint64_t turn;   ///< for holds()
  };

  /// Returns the time that waits are counted in. It stands still while the clock jumps.
  rx::time_point now() const noexcept { return read().now; }
  reading read() const noexcept;
  /// Returns true if the clock was not jumping at that moment and has not begun to since.
  bool holds(const reading & moment) const noexcept
  {
    return moment.turn % 2 == 0 && turn_.load(std::memory_order_acquire) == moment.turn;
  }
  /// Returns the reading of the clock.
  rx::time_point clock_now() const noexcept { return rx::time_point(rx::duration(shown())); }
  /// Returns the number of jumps after which the two times differ. A timer of the clock that was
  /// created before such a jump is not due when now() says so.
  std::uint64_t jumps() const noexcept { return jumps_.load(std::memory_order_acquire); }

  const rclcpp::Clock::SharedPtr & clock() const noexcept { return clock_; }

  /// Calls rearm() of the scheduler after each of these jumps.
  void add(std::weak_ptr<task_waitable> scheduler);
  /// If the clock is jumping, has rearm() called once it has jumped, whichever way it went. False:
  /// it is not. Any thread, also from within the jump's callbacks.
  bool rearm_after_jump() noexcept;

private:
  std::int64_t shown() const noexcept { return clock_->now().nanoseconds(); }
  void before_jump() noexcept;
  void after_jump(bool other_source) noexcept;
  void tell_schedulers();

  const rclcpp::Clock::SharedPtr clock_;

  // Read by now(): `frozen_` while `turn_` is odd, because the clock jumps; otherwise the clock's
  // time plus `ahead_`, which has not changed meanwhile if `turn_` has not.
  std::atomic<std::uint64_t> turn_{0};
  std::atomic<std::int64_t> frozen_{0};
  std::atomic<std::int64_t> ahead_{0};
  std::atomic<std::uint64_t> jumps_{0};
  std::atomic<bool> rearm_wanted_{
    false};                        // after a jump, though now() and the clock go on together
  std::int64_t shown_before_ = 0;  // the jump; used by the thread in which the clock jumps

  std::mutex mutex_;  // not held while a scheduler is called
  std::vector<std::weak_ptr<task_waitable>> schedulers_;

  // The last member: its destructor waits for a running callback, which uses the others.
  rclcpp::JumpHandler::SharedPtr handler_;
};

}  // namespace rxros2::detail

#endif  // RXROS2__NODES__DETAIL__WAIT_CLOCK_HPP_
