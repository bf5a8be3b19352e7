// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// immediate: runs each task at once, within schedule(); waiting for a point of time sleeps there.

#ifndef RX__SCHEDULERS__IMMEDIATE_HPP_
#define RX__SCHEDULERS__IMMEDIATE_HPP_

#include <memory>
#include <utility>

#include "rx/schedulers/loop.hpp"

namespace rx
{

namespace schedulers
{

// A worker whose schedule() returns when the task has run for the last time or has been cancelled,
// so it blocks its caller.
class immediate_worker final : public rx::scheduler
{
public:
  time_point now() const noexcept override { return detail::steady_now(); }
  using scheduler::schedule;
  void schedule(std::shared_ptr<rx::schedulable> work, time_point due, duration period) override
  {
    queue_.schedule(std::move(work), due, period);
    while (queue_.run_one(time_point::max(), false)) {
    }
  }
  void cancel(rx::schedulable & work) noexcept override { queue_.cancel(work); }
  bool is_current() const noexcept override { return true; }

private:
  loop queue_;
};

// Gives each subscription its own worker, so that subscriptions do not wait for each other.
class immediate final : public rx::scheduler
{
public:
  time_point now() const noexcept override { return detail::steady_now(); }
  using scheduler::schedule;
  void schedule(std::shared_ptr<rx::schedulable> work, time_point due, duration period) override
  {
    immediate_worker().schedule(std::move(work), due, period);
  }
  void cancel(rx::schedulable &) noexcept override {}
  bool is_current() const noexcept override { return true; }
  std::shared_ptr<scheduler> worker() override { return std::make_shared<immediate_worker>(); }
};

}  // namespace schedulers

// Returns the environment whose schedule() runs the task itself, on the calling thread, and sleeps
// until it is due. Thread-safe.
inline environment immediate()
{
  static const environment instance(std::make_shared<schedulers::immediate>());
  return instance;
}

}  // namespace rx

#endif  // RX__SCHEDULERS__IMMEDIATE_HPP_
