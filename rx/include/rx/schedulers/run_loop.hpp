// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// run_loop: a scheduler whose tasks run where the user calls dispatch(); for programs with a loop
// of their own.

#ifndef RX__SCHEDULERS__RUN_LOOP_HPP_
#define RX__SCHEDULERS__RUN_LOOP_HPP_

#include <chrono>
#include <memory>

#include "rx/schedulers/current_thread.hpp"
#include "rx/schedulers/loop.hpp"

namespace rx::schedulers
{

// Tasks may be scheduled from any thread; dispatch functions are called by one thread at a time.
// Copies are the same loop; with the last of them it ends: what is still scheduled is told so. As
// long as it is there it is current_thread for the thread that has made it (unless an event loop or
// another run_loop is that already): streams without an environment run in dispatch(), too.
class run_loop
{
public:
  environment get_environment() const { return environment(queue()); }
  environment get_scheduler() const { return get_environment(); }  // RxCpp's name

  bool empty() const { return queue()->empty(); }
  time_point now() const noexcept { return queue()->now(); }

  // The first task: when it is due (time_point::max() if there is none).
  struct first_task
  {
    time_point when;
  };
  first_task peek() const { return {queue()->next_due()}; }

  // Runs the first task if it is due now; returns whether it did. Never sleeps.
  bool dispatch() const { return queue()->run_one(queue()->now(), false); }

  // Runs everything that is due by then, sleeping in between, and returns at that time, or when
  // wake() is called.
  void dispatch_until(time_point end) const
  {
    while (queue()->run_one(end, true)) {
    }
  }
  void dispatch_for(duration span) const { dispatch_until(saturated_add(now(), span)); }

  // Ends a dispatch_until(). Any thread.
  void wake() const { queue()->wake(); }

private:
  struct owner
  {
    owner() { detail::thread_tasks::here().serve(queue, {}, false); }
    ~owner()
    {
      queue->close();
      detail::thread_tasks::here().serve_no_more(*queue);
    }
    const std::shared_ptr<loop> queue = std::make_shared<loop>();
  };
  const std::shared_ptr<loop> & queue() const noexcept { return owner_->queue; }

  std::shared_ptr<owner> owner_ = std::make_shared<owner>();
};

}  // namespace rx::schedulers

#endif  // RX__SCHEDULERS__RUN_LOOP_HPP_
