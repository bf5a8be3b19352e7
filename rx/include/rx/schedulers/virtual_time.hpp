// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// virtual_time: a clock that stands still until you advance it; for tests and simulations.

#ifndef RX__SCHEDULERS__VIRTUAL_TIME_HPP_
#define RX__SCHEDULERS__VIRTUAL_TIME_HPP_

#include <algorithm>
#include <memory>
#include <utility>

#include "rx/environment.hpp"
#include "rx/timed_queue.hpp"

namespace rx::schedulers
{

// Tasks run inside advance_to(), advance_by() and run(), at exactly their due times. The clock
// starts at 0. Use it from one thread only. Share it as an environment:
//   auto clock = std::make_shared<rx::schedulers::virtual_time>();
//   rx::observable<>::interval(10ms, clock)…;  clock->advance_by(1s);
// Streams and environments do not keep the clock alive; otherwise a stream that nobody disposes and
// its clock would keep each other alive for ever. The clock ends with its last shared_ptr: the
// tasks that still wait for it are disposed then, and tasks that are scheduled later are notified
// that the scheduler has ended.
class virtual_time final : public rx::scheduler, public std::enable_shared_from_this<virtual_time>
{
public:
  virtual_time() = default;
  ~virtual_time() override  // no code can advance it now
  {
    for (const auto & work : queue_.clear()) {
      work->dispose();
    }
  }

  time_point now() const noexcept override { return now_; }
  using scheduler::schedule;
  void schedule(std::shared_ptr<rx::schedulable> work, time_point due, duration period) override
  {
    queue_.push(std::move(work), due, period);
  }
  void cancel(rx::schedulable & work) noexcept override { queue_.cancel(work); }
  bool any_thread() const noexcept override { return false; }
  bool is_current() const noexcept override { return true; }

  std::shared_ptr<scheduler> handle() override
  {
    if (!handle_) {
      if (auto self = weak_from_this(); !self.expired()) {
        handle_ = std::make_shared<weak_handle>(std::move(self));
      }
    }
    return handle_;
  }

  // Runs the tasks that are due up to and including `end`, and leaves the clock at `end`.
  void advance_to(time_point end)
  {
    while (next_due() <= end && next_due() != time_point::max()) {
      run_next();
    }
    pass_to(end);
  }
  // Like advance_to(now() + span).
  void advance_by(duration span) { advance_to(saturated_add(now_, span)); }

  // Advances the clock without running the tasks that become due.
  void pass(duration span) noexcept { pass_to(saturated_add(now_, span)); }

  // Runs tasks until only those due at time_point::max() are left. Does not return while a periodic
  // task is not disposed.
  void run()
  {
    while (next_due() != time_point::max()) {
      run_next();
    }
  }

  // Returns true if no task is scheduled.
  bool empty() const noexcept { return queue_.empty(); }
  // Returns when the first task is due; time_point::max() if there is none, or only some that never
  // come.
  time_point next_due() const noexcept
  {
    return queue_.empty() ? time_point::max() : queue_.next_due();
  }

private:
  class weak_handle final : public rx::scheduler
  {
  public:
    explicit weak_handle(std::weak_ptr<virtual_time> clock) : clock_(std::move(clock)) {}
    time_point now() const noexcept override
    {
      const auto clock = clock_.lock();
      return clock ? clock->now() : time_point();
    }
    using scheduler::schedule;
    void schedule(std::shared_ptr<rx::schedulable> work, time_point due, duration period) override
    {
      if (const auto clock = clock_.lock()) {
        clock->schedule(std::move(work), due, period);
      } else {
        work->scheduler_ended();
      }
    }
    void cancel(rx::schedulable & work) noexcept override
    {
      if (const auto clock = clock_.lock()) {
        clock->cancel(work);
      }
    }
    bool any_thread() const noexcept override { return false; }
    bool is_current() const noexcept override { return true; }

  private:
    const std::weak_ptr<virtual_time> clock_;
  };

  // Never advances to time_point::max(), which means "never".
  void pass_to(time_point end) noexcept
  {
    now_ = std::max(now_, std::min(end, time_point::max() - duration(1)));
  }

  void run_next()
  {
    pass_to(queue_.next_due());
    queue_.run_next([](auto && f) { f(); }, [this] { return now_; });
  }

  time_point now_{};
  timed_queue queue_;
  std::shared_ptr<scheduler> handle_;
};

}  // namespace rx::schedulers

#endif  // RX__SCHEDULERS__VIRTUAL_TIME_HPP_
