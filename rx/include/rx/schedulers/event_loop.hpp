// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// event_loop, new_thread: schedulers that have a thread of their own.

#ifndef RX__SCHEDULERS__EVENT_LOOP_HPP_
#define RX__SCHEDULERS__EVENT_LOOP_HPP_

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

#include "rx/schedulers/loop.hpp"

namespace rx
{

namespace schedulers
{

// One thread that runs tasks on the steady clock. The thread starts with the first task, and ends when
// the last reference to the scheduler is dropped; tasks that are still queued are released then, one that
// runs is waited for (unless the reference is dropped by the task itself). A queued task refers to its
// scheduler, so a stream that is not disposed keeps its thread. Cost: no allocation a task in steady state.
class event_loop final : public scheduler
{
public:
  event_loop() = default;
  ~event_loop() override
  {
    queue_->close();
    if (thread_.joinable()) {
      if (thread_.get_id() == std::this_thread::get_id()) {
        thread_.detach();
      } else {
        thread_.join();
      }
    }
  }

  time_point now() const noexcept override { return queue_->now(); }
  using scheduler::schedule;
  void schedule(std::shared_ptr<task> work, time_point due, duration period) override
  {
    if (!started_.load(std::memory_order_acquire)) {
      start();
    }
    queue_->schedule(std::move(work), due, period);
  }
  void cancel(task & work) noexcept override { queue_->cancel(work); }
  bool is_current() const noexcept override { return queue_->is_current(); }

private:
  void start()
  {
    std::lock_guard lock(starting_);
    if (!started_.load(std::memory_order_relaxed)) {
      thread_ = std::thread([queue = queue_] {
        while (queue->run_one(time_point::max(), true) || !queue->closed()) {
        }
      });
      started_.store(true, std::memory_order_release);
    }
  }

  std::shared_ptr<loop> queue_ = std::make_shared<loop>();
  std::mutex starting_;
  std::atomic<bool> started_{false};
  std::thread thread_;
};

// Gives each subscription a thread of its own.
class new_thread final : public scheduler
{
public:
  time_point now() const noexcept override { return detail::steady_now(); }
  using scheduler::schedule;
  void schedule(std::shared_ptr<task> work, time_point due, duration period) override
  {
    shared()->schedule(std::move(work), due, period);
  }
  void cancel(task & work) noexcept override { shared()->cancel(work); }
  std::shared_ptr<scheduler> worker() override { return std::make_shared<event_loop>(); }

private:
  // For callers that do not ask for a worker.
  std::shared_ptr<event_loop> shared()
  {
    std::lock_guard lock(mutex_);
    if (!shared_) {
      shared_ = std::make_shared<event_loop>();
    }
    return shared_;
  }
  std::mutex mutex_;
  std::shared_ptr<event_loop> shared_;
};

// A few event loops of the whole process, as many as there are processors; subscriptions take turns.
class event_loops final : public scheduler
{
public:
  time_point now() const noexcept override { return detail::steady_now(); }
  using scheduler::schedule;
  void schedule(std::shared_ptr<task> work, time_point due, duration period) override
  {
    loops_[0]->schedule(std::move(work), due, period);
  }
  void cancel(task & work) noexcept override
  {
    for (const auto & loop : loops_) {
      loop->cancel(work);
    }
  }
  std::shared_ptr<scheduler> worker() override
  {
    const std::size_t in_use =
      std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, loops_.size());
    return loops_[next_.fetch_add(1, std::memory_order_relaxed) % in_use];
  }

private:
  template <std::size_t... I>
  static std::array<std::shared_ptr<event_loop>, sizeof...(I)> make(std::index_sequence<I...>)
  {
    return {((void)I, std::make_shared<event_loop>())...};
  }
  std::array<std::shared_ptr<event_loop>, 8> loops_ = make(std::make_index_sequence<8>{});
  std::atomic<std::size_t> next_{0};
};

}  // namespace schedulers

// A thread of its own, now for all who are given this very environment.
inline environment event_loop()
{
  return environment(std::make_shared<schedulers::event_loop>());
}

// A new thread for each subscription.
inline environment new_thread()
{
  return environment(std::make_shared<schedulers::new_thread>());
}

}  // namespace rx

#endif  // RX__SCHEDULERS__EVENT_LOOP_HPP_
