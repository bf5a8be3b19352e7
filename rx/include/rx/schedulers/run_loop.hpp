// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// run_loop: a scheduler whose tasks run where the user calls dispatch(); for programs with a loop of their own.

#ifndef RX__SCHEDULERS__RUN_LOOP_HPP_
#define RX__SCHEDULERS__RUN_LOOP_HPP_

#include <chrono>
#include <memory>

#include "rx/schedulers/loop.hpp"

namespace rx::schedulers
{

// Tasks may be scheduled from any thread; dispatch functions are called by one thread at a time.
class run_loop
{
public:
  environment get_environment() const { return environment(queue_); }

  bool empty() const { return queue_->empty(); }
  time_point now() const noexcept { return queue_->now(); }

  // Runs the first task if it is due now; returns whether it did. Never sleeps.
  bool dispatch() const { return queue_->run_one(queue_->now(), false); }

  // Runs everything that is due by then, sleeping in between, and returns at that time, or when
  // wake() is called.
  void dispatch_until(time_point end) const
  {
    while (queue_->run_one(end, true)) {
    }
  }
  void dispatch_for(duration span) const { dispatch_until(now() + span); }

  // Ends a dispatch_until(). Any thread.
  void wake() const { queue_->wake(); }

private:
  std::shared_ptr<loop> queue_ = std::make_shared<loop>();
};

}  // namespace rx::schedulers

#endif  // RX__SCHEDULERS__RUN_LOOP_HPP_
