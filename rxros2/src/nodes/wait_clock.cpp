// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The node's clock without its jumps.

#include "rxros2/nodes/detail/wait_clock.hpp"

#include <algorithm>
#include <utility>

#include "rxros2/nodes/detail/task_waitable.hpp"

namespace rxros2::detail
{

namespace
{

std::int64_t sum(std::int64_t time, std::int64_t span) noexcept
{
  return rx::saturated_add(rx::time_point(rx::duration(time)), rx::duration(span))
    .time_since_epoch()
    .count();
}

// Orders the previous reads before the following ones.
void read_in_order() noexcept
{
#ifndef __SANITIZE_THREAD__  // which does not know fences, and has no need of them
  std::atomic_thread_fence(std::memory_order_acquire);
#endif
}

}  // namespace

wait_clock::wait_clock(rclcpp::Clock::SharedPtr clock) : clock_(std::move(clock))
{
  if (clock_->get_clock_type() == RCL_ROS_TIME) {
    rcl_jump_threshold_t threshold{};
    threshold.on_clock_change = true;
    // reports the first /clock, and lapses that are too long
    threshold.min_forward.nanoseconds = 1;
    threshold.min_backward.nanoseconds = -1;
    handler_ = clock_->create_jump_callback(
      [this] { before_jump(); },
      [this](const rcl_time_jump_t & jump) {
        after_jump(
          jump.clock_change == RCL_ROS_TIME_ACTIVATED ||
          jump.clock_change == RCL_ROS_TIME_DEACTIVATED);
      },
      threshold);
  }
}

wait_clock::reading wait_clock::read() const noexcept
{
  for (;;) {
    const std::uint64_t turn = turn_.load(std::memory_order_acquire);
    const std::uint64_t jumps = jumps_.load(std::memory_order_acquire);
    if (turn % 2 != 0) {
      const rx::duration frozen(frozen_.load(std::memory_order_relaxed));
      return {rx::time_point(frozen), jumps, turn};
    }
    const rx::duration time(sum(shown(), ahead_.load(std::memory_order_relaxed)));
    read_in_order();
    if (turn_.load(std::memory_order_relaxed) == turn) {
      return {rx::time_point(time), jumps, turn};
    }
  }
}

// Whichever of this function and after_jump() runs second sees the value that the first one stored.
bool wait_clock::rearm_after_jump() noexcept
{
  if (turn_.load(std::memory_order_acquire) % 2 == 0) {
    return false;
  }
  rearm_wanted_.store(true, std::memory_order_seq_cst);
  return turn_.load(std::memory_order_seq_cst) % 2 != 0;
}

// A jump that another's callback has stopped half-way may have been noted already.
void wait_clock::before_jump() noexcept
{
  const std::uint64_t turn = turn_.load(std::memory_order_relaxed);
  if (turn % 2 != 0) {
    return;
  }
  shown_before_ = shown();
  frozen_.store(
    sum(shown_before_, ahead_.load(std::memory_order_relaxed)), std::memory_order_relaxed);
  turn_.store(turn + 1, std::memory_order_seq_cst);
}

void wait_clock::after_jump(bool other_source) noexcept
{
  const std::uint64_t turn = turn_.load(std::memory_order_relaxed);
  if (turn % 2 == 0) {
    return;  // it started before this clock had its handler
  }
  const std::int64_t time = shown();
  const bool begins = shown_before_ == 0;
  // zero for another source, the first time of all, or a clock that is set back
  std::int64_t lapse = 0;
  if (!other_source && !begins && time > shown_before_) {
    lapse = std::min<std::int64_t>(
      rx::saturated_difference(
        rx::time_point(rx::duration(time)), rx::time_point(rx::duration(shown_before_)))
        .count(),
      rx::duration(longest_lapse).count());
  }
  const std::int64_t passed = sum(frozen_.load(std::memory_order_relaxed), lapse);
  const std::int64_t ahead =
    rx::saturated_difference(
      rx::time_point(rx::duration(passed)), rx::time_point(rx::duration(time)))
      .count();
  const bool jumped = ahead != ahead_.load(std::memory_order_relaxed);
  if (jumped || other_source) {
    jumps_.fetch_add(1, std::memory_order_release);
  }
  ahead_.store(ahead, std::memory_order_release);  // after the odd turn, for read_in_order()
  turn_.store(turn + 1, std::memory_order_seq_cst);
  if (rearm_wanted_.exchange(false, std::memory_order_seq_cst) || jumped || other_source) {
    tell_schedulers();
  }
}

void wait_clock::add(std::weak_ptr<task_waitable> scheduler)
{
  std::lock_guard lock(mutex_);
  std::erase_if(schedulers_, [](const auto & entry) { return entry.expired(); });
  schedulers_.push_back(std::move(scheduler));
}

void wait_clock::tell_schedulers()
{
  std::vector<std::shared_ptr<task_waitable>> all;
  {
    std::lock_guard lock(mutex_);
    for (const auto & scheduler : schedulers_) {
      if (auto alive = scheduler.lock()) {
        all.push_back(std::move(alive));
      }
    }
  }
  for (const auto & scheduler : all) {
    scheduler->rearm();
  }
}

}  // namespace rxros2::detail
