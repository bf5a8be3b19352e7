// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// event_loop, new_thread, thread_pool: schedulers with their own threads.

#ifndef RX__SCHEDULERS__EVENT_LOOP_HPP_
#define RX__SCHEDULERS__EVENT_LOOP_HPP_

#include <algorithm>
#include <atomic>
#include <concepts>
#include <cstddef>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "rx/detail/checked.hpp"
#include "rx/schedulers/current_thread.hpp"
#include "rx/schedulers/loop.hpp"

namespace rx
{

namespace schedulers
{

// One thread that runs tasks on the steady clock. The thread starts with the first task and ends
// when the last reference to the scheduler is dropped: queued tasks are released then, and the
// destructor waits for a running task (unless that task itself dropped the reference). A queued
// task refers to its scheduler, so a stream that is not disposed keeps its thread. For code on this
// thread, current_thread is this loop too. Cost: no allocation per task in steady state.
class event_loop final : public rx::scheduler, public std::enable_shared_from_this<event_loop>
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
  void schedule(std::shared_ptr<rx::schedulable> work, time_point due, duration period) override
  {
    if (!started_.load(std::memory_order_acquire)) {
      start();
    }
    queue_->schedule(std::move(work), due, period);
  }
  void cancel(rx::schedulable & work) noexcept override { queue_->cancel(work); }
  bool is_current() const noexcept override { return queue_->is_current(); }

private:
  void start()
  {
    std::lock_guard lock(starting_);
    if (!started_.load(std::memory_order_relaxed)) {
      thread_ = std::thread([queue = queue_, self = weak_from_this()] {
        auto & tasks = detail::thread_tasks::of_this_thread();
        tasks.serve(queue, self, true);
        while (queue->run_one(time_point::max(), !tasks.busy) || !queue->closed()) {
          if (tasks.busy && queue->empty()) {
            tasks.busy.reset();  // may be the last reference
          }
        }
      });
      started_.store(true, std::memory_order_release);
    }
  }

  std::shared_ptr<loop> queue_ = std::make_shared<loop>();
  std::mutex starting_;  // guards thread_ while it is started
  std::atomic<bool> started_{false};
  std::thread thread_;
};

// Gives each subscription its own thread.
class new_thread final : public rx::scheduler
{
public:
  time_point now() const noexcept override { return detail::steady_now(); }
  using scheduler::schedule;
  void schedule(std::shared_ptr<rx::schedulable> work, time_point due, duration period) override
  {
    shared()->schedule(std::move(work), due, period);
  }
  void cancel(rx::schedulable & work) noexcept override { shared()->cancel(work); }
  std::shared_ptr<scheduler> worker() override { return std::make_shared<event_loop>(); }

private:
  // The thread for callers that do not call worker().
  std::shared_ptr<event_loop> shared()
  {
    std::lock_guard lock(mutex_);
    if (!shared_) {
      shared_ = std::make_shared<event_loop>();
    }
    return shared_;
  }
  std::mutex mutex_;  // guards shared_
  std::shared_ptr<event_loop> shared_;
};

// A fixed number of event loops. Each subscription uses one of them, in turn, so its tasks stay in
// order on one thread.
class thread_pool final : public rx::scheduler
{
public:
  // `threads` is at least 1; throws std::invalid_argument otherwise.
  explicit thread_pool(std::size_t threads)
  {
    loops_.reserve(rx::detail::room_for(threads, "rx::thread_pool: the number of threads"));
    for (std::size_t i = 0; i < threads; ++i) {
      loops_.push_back(std::make_shared<event_loop>());
    }
  }
  time_point now() const noexcept override { return detail::steady_now(); }
  using scheduler::schedule;
  void schedule(std::shared_ptr<rx::schedulable> work, time_point due, duration period) override
  {
    loops_[0]->schedule(std::move(work), due, period);
  }
  void cancel(rx::schedulable & work) noexcept override
  {
    for (const auto & loop : loops_) {
      loop->cancel(work);
    }
  }
  std::shared_ptr<scheduler> worker() override
  {
    return loops_[next_.fetch_add(1, std::memory_order_relaxed) % loops_.size()];
  }

private:
  std::vector<std::shared_ptr<event_loop>> loops_;
  std::atomic<std::size_t> next_{0};
};

}  // namespace schedulers

// Returns a new environment with its own thread, shared by all streams that use this environment.
inline environment event_loop()
{
  return environment(std::make_shared<schedulers::event_loop>());
}

// Returns an environment of `threads` threads (0: one per processor), which start when they are
// first needed. Throws std::invalid_argument for a negative number.
template <std::integral N = std::size_t>
environment thread_pool(N threads = 0)
{
  const std::size_t count =
    detail::not_negative(threads, "rx::thread_pool: the number of threads is negative");
  const std::size_t processors = std::max<std::size_t>(std::thread::hardware_concurrency(), 1);
  return environment(std::make_shared<schedulers::thread_pool>(count > 0 ? count : processors));
}

// Returns an environment that gives each subscription a new thread.
inline environment new_thread()
{
  return environment(std::make_shared<schedulers::new_thread>());
}

}  // namespace rx

#endif  // RX__SCHEDULERS__EVENT_LOOP_HPP_
