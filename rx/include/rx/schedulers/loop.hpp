// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A queue of tasks that one thread runs; the common core of current_thread, event_loop and
// run_loop.

#ifndef RX__SCHEDULERS__LOOP_HPP_
#define RX__SCHEDULERS__LOOP_HPP_

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "rx/environment.hpp"
#include "rx/timed_queue.hpp"

namespace rx
{

namespace detail
{

inline time_point steady_now() noexcept
{
  return scheduler_clock::now();
}

}  // namespace detail

// A scheduler on the steady clock whose tasks run in calls of run_one(). Any thread may call
// schedule() and cancel(); only one thread at a time may be in run_one(), which may be nested.
class loop : public scheduler
{
public:
  time_point now() const noexcept override { return detail::steady_now(); }

  using scheduler::schedule;
  void schedule(std::shared_ptr<schedulable> work, time_point due, duration period) override
  {
    schedule_if([] { return true; }, std::move(work), due, period);
  }

  // For current_thread. Returns the number of the stay of a thread that will run all scheduled
  // tasks before it leaves; 0 if there is none.
  std::uint64_t stay() const
  {
    std::lock_guard lock(mutex_);
    return stay_;
  }
  // Begins a stay of the calling thread and returns its number.
  std::uint64_t begin_stay()
  {
    std::lock_guard lock(mutex_);
    return stay_ == 0 ? stay_ = ++stays_ : stay_;
  }
  // Ends the stay. Returns false if a task must run first; with `always` the stay ends in any case.
  bool end_stay(bool always = false)
  {
    std::lock_guard lock(mutex_);
    if (queue_.empty() || always) {
      stay_ = 0;
    }
    return stay_ == 0;
  }
  // Schedules the task if the stay with that number still lasts; returns whether it does.
  bool schedule_during(
    std::uint64_t number, const std::shared_ptr<schedulable> & work, time_point due,
    duration period)
  {
    return schedule_if([&] { return number != 0 && stay_ == number; }, work, due, period);
  }

  void cancel(schedulable & work) noexcept override
  {
    std::shared_ptr<schedulable> removed;
    bool wake;
    {
      std::lock_guard lock(mutex_);
      removed = queue_.cancel(work);
      // A run_one() that waits for the first task may have nothing left to wait for.
      wake = removed && queue_.empty() && wakes_sleeper(time_point::min());
    }
    if (wake) {
      changed_.notify_one();
    }
  }

  bool is_current() const noexcept override
  {
    return runner_.load(std::memory_order_relaxed) == std::this_thread::get_id();
  }

  // Returns true if no task is queued. Thread-safe.
  bool empty() const
  {
    std::lock_guard lock(mutex_);
    return queue_.empty();
  }

  // Returns when the first task is due, or time_point::max() if there is none.
  time_point next_due() const
  {
    std::lock_guard lock(mutex_);
    return queue_.empty() ? time_point::max() : queue_.next_due();
  }

  // Sleeps until the first task is due, runs it, and returns true. Returns false if the task is due
  // at or after `until`, if there is no task (unless `wait_for_work`), after wake(), and once
  // closed.
  bool run_one(time_point until, bool wait_for_work)
  {
    std::unique_lock lock(mutex_);
    while (!closed_) {
      if (!queue_.empty() && queue_.next_due() <= now()) {
        const auto outer = runner_.exchange(std::this_thread::get_id(), std::memory_order_relaxed);
        queue_.run_next(
          [&](auto && f) {
            lock.unlock();
            f();
            lock.lock();
          },
          [&] { return now(); });
        runner_.store(outer, std::memory_order_relaxed);
        return true;
      }
      if (std::exchange(woken_, false) || (queue_.empty() && !wait_for_work) || now() >= until) {
        return false;
      }
      sleep(lock, queue_.empty() ? until : std::min(until, queue_.next_due()));
    }
    return false;
  }

  // Makes a sleeping run_one() return. Thread-safe.
  void wake()
  {
    {
      std::lock_guard lock(mutex_);
      woken_ = true;
    }
    changed_.notify_one();
  }

  // Notifies all tasks, including those scheduled later, that they will not run, and releases them.
  // Thread-safe.
  void close()
  {
    std::vector<std::shared_ptr<schedulable>> removed;
    {
      std::lock_guard lock(mutex_);
      closed_ = true;
      removed = queue_.clear();
    }
    changed_.notify_one();
    for (const auto & work : removed) {
      work->scheduler_ended();
    }
  }
  // Returns true after close(). Thread-safe.
  bool closed() const
  {
    std::lock_guard lock(mutex_);
    return closed_;
  }

private:
  // `condition` is called with the lock held.
  template <class Condition, class Work>
  bool schedule_if(Condition && condition, Work && work, time_point due, duration period)
  {
    bool closed;
    bool wake;
    {
      std::lock_guard lock(mutex_);
      if (!condition()) {
        return false;
      }
      closed = closed_;
      if (!closed) {
        queue_.push(std::forward<Work>(work), due, period);
      }
      wake = !closed && wakes_sleeper(due);
    }
    if (closed) {
      work->scheduler_ended();
    } else if (wake) {
      changed_.notify_one();
    }
    return true;
  }

  void sleep(std::unique_lock<std::mutex> & lock, time_point until)
  {
    sleeping_ = true;
    sleeping_until_ = until;
    if (until == time_point::max()) {
      changed_.wait(lock);
    } else {
      changed_.wait_until(lock, std::chrono::steady_clock::time_point(until.time_since_epoch()));
    }
    sleeping_ = false;
  }

  // Returns true if a thread sleeps beyond `due` and has not been woken yet; the caller must then
  // wake it. Call it with the lock held.
  bool wakes_sleeper(time_point due) noexcept
  {
    return sleeping_ && due < sleeping_until_ && std::exchange(sleeping_, false);
  }

  mutable std::mutex mutex_;  // guards the members below, except the atomic runner_
  std::condition_variable changed_;
  timed_queue queue_;
  std::atomic<std::thread::id> runner_{};
  std::uint64_t stay_ = 0;
  std::uint64_t stays_ = 0;
  bool sleeping_ = false;  // and not woken yet
  time_point sleeping_until_;
  bool woken_ = false;
  bool closed_ = false;
};

}  // namespace rx

#endif  // RX__SCHEDULERS__LOOP_HPP_
