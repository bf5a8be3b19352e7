// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// run_loop: a scheduler whose tasks run when the user calls dispatch(); for programs with their own
// main loop.

#ifndef RX__SCHEDULERS__RUN_LOOP_HPP_
#define RX__SCHEDULERS__RUN_LOOP_HPP_

#include <chrono>
#include <memory>

#include "rx/schedulers/current_thread.hpp"
#include "rx/schedulers/loop.hpp"

namespace rx::schedulers
{

// Any thread may schedule tasks; one thread at a time may call the dispatch functions. Copies are
// the same loop; it ends with the last copy, and the tasks that are still scheduled are notified.
// While it exists, it is also current_thread for the thread that created it (unless an event loop
// or another run_loop already is): streams without an environment run in dispatch(), too.
class run_loop
{
public:
  // Returns the environment that runs tasks in this loop.
  environment get_environment() const { return environment(queue()); }
  // The name that RxCpp has for get_environment().
  environment get_scheduler() const { return get_environment(); }

  // Returns true if no task is scheduled. Thread-safe.
  bool empty() const { return queue()->empty(); }
  // Returns the steady time.
  time_point now() const noexcept { return queue()->now(); }

  // The due time of the first task (time_point::max() if there is none).
  struct first_task
  {
    /// The due time.
    time_point when;
  };
  // Returns when the first task is due.
  first_task peek() const { return {queue()->next_due()}; }

  // Runs the first task if it is due now and returns whether it did. Never sleeps.
  bool dispatch() const { return queue()->run_one(queue()->now(), false); }

  // Runs all tasks that are due until `end`, sleeping in between. Returns at that time, or when
  // wake() is called.
  void dispatch_until(time_point end) const
  {
    while (queue()->run_one(end, true)) {
    }
  }
  // Like dispatch_until(now() + span).
  void dispatch_for(duration span) const { dispatch_until(saturated_add(now(), span)); }

  // Makes dispatch_until() return. Thread-safe.
  void wake() const { queue()->wake(); }

private:
  struct owner
  {
    owner() { detail::thread_tasks::of_this_thread().serve(queue, {}, false); }
    ~owner()
    {
      queue->close();
      detail::thread_tasks::of_this_thread().serve_no_more(*queue);
    }
    const std::shared_ptr<loop> queue = std::make_shared<loop>();
  };
  const std::shared_ptr<loop> & queue() const noexcept { return owner_->queue; }

  std::shared_ptr<owner> owner_ = std::make_shared<owner>();
};

}  // namespace rx::schedulers

#endif  // RX__SCHEDULERS__RUN_LOOP_HPP_
