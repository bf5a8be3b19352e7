// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// sleep_for, sleep_until: suspend a task until a point of time.

#ifndef RX__COROUTINES__SLEEP_HPP_
#define RX__COROUTINES__SLEEP_HPP_

#include <atomic>
#include <memory>
#include <utility>

#include "rx/coroutines/task.hpp"
#include "rx/time.hpp"

namespace rx
{

namespace detail
{

// Wakes a task once its environment's clock reaches a point of time, unless the alarm is destroyed
// before.
class alarm
{
public:
  alarm() = default;
  alarm(const alarm &) = delete;
  alarm & operator=(const alarm &) = delete;
  ~alarm()
  {
    if (bell_) {
      bell_->owner->env()->cancel(*bell_);
    }
  }

  // Returns true if the time is `due`. If not, arms a wake-up of the task for that time.
  bool rung(coroutine & task, time_point due)
  {
    if (task.env().now() >= due) {
      return true;
    }
    if (!bell_) {
      bell_ = std::make_shared<bell>(task.shared_from_this());
    }
    if (!bell_->set.exchange(true, std::memory_order_acq_rel)) {
      task.env()->schedule(bell_, due, duration::zero());
    }
    return false;
  }

private:
  struct bell final : schedulable
  {
    explicit bell(std::shared_ptr<coroutine> w) : owner(std::move(w)) {}
    void run() noexcept override
    {
      set.store(false, std::memory_order_release);  // before the wake-up, which may arm it again
      owner->wake();
    }
    void scheduler_ended() noexcept override {}  // the task is notified itself
    void dispose() noexcept override {}
    bool disposed() const noexcept override { return false; }

    const std::shared_ptr<coroutine> owner;
    std::atomic<bool> set{false};  // another thread may run it while the task looks at it
  };

  std::shared_ptr<bell> bell_;
};

class sleeping final : public awaiter<sleeping>
{
public:
  explicit sleeping(time_point due) : due_(due) {}
  bool has_come(coroutine & task) noexcept { return alarm_.rung(task, due_); }
  void take() const noexcept {}

private:
  time_point due_;
  alarm alarm_;
};

}  // namespace detail

// co_await sleep_for(span), sleep_until(point): suspends the task until then, on the clock of the
// task's environment (with a node the node's clock, so also simulated time) or, for sleep_until, at
// a point of the steady clock. A point in the past does not suspend; duration::max() waits for
// ever. Cost: one allocation if the task suspends.
//
//   auto nap = [&]() -> task<int> {
//     co_await sleep_for(20ms);
//     co_return 7;
//   };
//   from_task(nap, m.env()) | time_interval(m.env());  // -> 20ms |
struct sleep_until
{
  // Takes the point of time at which the task continues.
  [[nodiscard("sleep_until() alone does not wait: write co_await sleep_until(…)")]]
  explicit sleep_until(moment point)
  : when(point)
  {
  }
  // The point of time, on the task's clock.
  moment when;
};

/// `co_await sleep_for(span)`: suspends the task for `span` on its clock.
struct sleep_for
{
  // Takes the time for which the task sleeps.
  [[nodiscard("sleep_for() alone does not wait: write co_await sleep_for(…)")]]
  explicit sleep_for(duration how_long)
  : span(how_long)
  {
  }
  // The time for which the task sleeps.
  duration span;
};

inline detail::sleeping awaited(sleep_until s)
{
  const environment & env = detail::coroutine::current()->env();
  return detail::sleeping(s.when.due(env.now(), env.clock_now()));
}
inline detail::sleeping awaited(sleep_for s)
{
  return detail::sleeping(saturated_add(detail::coroutine::current()->env().now(), s.span));
}

}  // namespace rx

#endif  // RX__COROUTINES__SLEEP_HPP_
