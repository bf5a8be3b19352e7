// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// virtual_time: a clock that stands still until it is told to advance; for tests and simulations.

#ifndef RX__SCHEDULERS__VIRTUAL_TIME_HPP_
#define RX__SCHEDULERS__VIRTUAL_TIME_HPP_

#include <memory>
#include <utility>

#include "rx/detail/timed_queue.hpp"
#include "rx/environment.hpp"

namespace rx::schedulers
{

// Tasks run inside advance_to(), advance_by() and run(), at exactly the time they are due for. The clock
// starts at 0. Belongs to one thread. Share it as an environment:
//   auto clock = std::make_shared<rx::schedulers::virtual_time>();
//   rx::observable<>::interval(10ms, clock)…;  clock->advance_by(1s);
class virtual_time final : public scheduler
{
public:
  time_point now() const noexcept override { return now_; }
  using scheduler::schedule;
  void schedule(std::shared_ptr<task> work, time_point due, duration period) override
  {
    queue_.push(std::move(work), due, period);
  }
  void cancel(task & work) noexcept override { queue_.cancel(work); }
  bool any_thread() const noexcept override { return false; }
  bool is_current() const noexcept override { return true; }

  // Runs what is due up to and including `end`, and leaves the clock there.
  void advance_to(time_point end)
  {
    while (!queue_.empty() && queue_.next_due() <= end) {
      run_next();
    }
    if (now_ < end) {
      now_ = end;
    }
  }
  void advance_by(duration span) { advance_to(now_ + span); }

  // Runs until no task is left; with a periodic one that nobody disposes, for ever.
  void run()
  {
    while (!queue_.empty()) {
      run_next();
    }
  }

  bool empty() const noexcept { return queue_.empty(); }

private:
  void run_next()
  {
    if (now_ < queue_.next_due()) {
      now_ = queue_.next_due();
    }
    queue_.run_next([](auto && f) { f(); }, [this] { return now_; });
  }

  time_point now_{};
  detail::timed_queue queue_;
};

using test_scheduler = virtual_time;

}  // namespace rx::schedulers

#endif  // RX__SCHEDULERS__VIRTUAL_TIME_HPP_
