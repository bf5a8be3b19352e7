// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The scheduler behind current_thread(): its workers, and the trampoline that runs their tasks.
// current_thread.hpp includes it, unless RX_CURRENT_THREAD_IS_COMPILED is defined: then exactly one
// source file of the program or library must include it.

#ifndef RX__SCHEDULERS__CURRENT_THREAD_SCHEDULER_HPP_
#define RX__SCHEDULERS__CURRENT_THREAD_SCHEDULER_HPP_

#include <cstdint>
#include <memory>
#include <mutex>
#include <tuple>
#include <utility>
#include <vector>

#include "rx/schedulers/current_thread.hpp"

#ifdef RX_CURRENT_THREAD_IS_COMPILED
#define RX_INLINE
#else
#define RX_INLINE inline
#endif

namespace rx
{

namespace detail
{

// NOLINTNEXTLINE(misc-definitions-in-headers): inline, unless compiled once
RX_INLINE void run_trampoline()
{
  const std::shared_ptr<loop> own = thread_tasks::of_this_thread().own;
  ++trampoline_depth;  // streams that the tasks subscribe to are queued here, not run nested
  trampoline_waits = true;
  std::shared_ptr<const void> watch;
  unsigned runs = 0;
  while (!own->end_stay()) {  // a wake() of as_blocking does not end the loop
    const bool watchable = !watch && thread_tasks::on_wait.load(std::memory_order_relaxed);
    if (
      // also checked now and then in a busy loop
      watchable && (own->next_due() > steady_now() || ++runs % 1024 == 0)) {
      watch = thread_tasks::watch(own);
    }
    own->run_one(time_point::max(), false);
  }
  thread_tasks::of_this_thread().drop_closed();
  trampoline_waits = false;
  --trampoline_depth;
}

// Returns the queue of this thread and the number of the thread's stay in it, which begins here if
// subscribe() is on the stack.
inline std::pair<std::shared_ptr<loop>, std::uint64_t> join_queue_of_thread()
{
  thread_tasks & tasks = thread_tasks::of_this_thread();
  const std::shared_ptr<loop> & queue = tasks.queue();
  if (queue == tasks.own && trampoline_depth > 0) {
    trampoline_waits = true;
    return {queue, queue->begin_stay()};
  }
  return {queue, queue->stay()};
}

// Runs the task on this thread: within this call, unless an outer subscribe() on the stack, or the
// loop that owns the thread, will run it.
inline void schedule_on_this_thread(
  std::shared_ptr<schedulable> work, time_point due, duration period)
{
  thread_tasks & tasks = thread_tasks::of_this_thread();
  const std::shared_ptr<loop> queue = join_queue_of_thread().first;
  queue->schedule(std::move(work), due, period);
  if (queue == tasks.served) {
    if (!tasks.busy) {
      tasks.busy = tasks.server.lock();
    }
  } else if (trampoline_depth == 0) {
    queue->begin_stay();
    run_trampoline();
  }
}

// The worker of one subscription. Tasks run on the subscribing thread while it is in its outermost
// subscribe() or if it is an event loop's thread; otherwise each runs on the thread that schedules
// it, as if that thread had subscribed.
class current_thread_worker final : public scheduler
{
public:
  current_thread_worker() { std::tie(home_, stay_) = join_queue_of_thread(); }

  time_point now() const noexcept override { return steady_now(); }
  using scheduler::schedule;
  void schedule(std::shared_ptr<schedulable> work, time_point due, duration period) override
  {
    const std::shared_ptr<loop> here = thread_tasks::of_this_thread().queue();
    if (here != home_) {
      if (home_->schedule_during(stay_, work, due, period)) {
        return;
      }
      remember(here);
    }
    schedule_on_this_thread(std::move(work), due, period);
  }
  void cancel(schedulable & work) noexcept override
  {
    home_->cancel(work);
    std::vector<std::weak_ptr<loop>> elsewhere;
    {
      std::lock_guard lock(mutex_);
      elsewhere = elsewhere_;
    }
    for (const auto & queue : elsewhere) {
      if (const auto other_queue = queue.lock()) {
        other_queue->cancel(work);
      }
    }
  }
  bool is_current() const noexcept override
  {
    return thread_tasks::of_this_thread().queue() == home_ || stay_ == 0 || home_->stay() != stay_;
  }

private:
  void remember(const std::shared_ptr<loop> & queue)
  {
    std::lock_guard lock(mutex_);
    std::erase_if(elsewhere_, [](const auto & q) { return q.expired(); });
    for (const auto & q : elsewhere_) {
      // Compared without a reference, which might be the last one to the tasks of another thread.
      if (!q.owner_before(queue) && !queue.owner_before(q)) {
        return;
      }
    }
    elsewhere_.push_back(queue);
  }

  std::shared_ptr<loop> home_;
  std::uint64_t stay_;
  std::mutex mutex_;                            // guards elsewhere_
  std::vector<std::weak_ptr<loop>> elsewhere_;  // the other queues where tasks were scheduled
};

// Gives each subscription a worker.
class current_thread_scheduler final : public scheduler
{
public:
  time_point now() const noexcept override { return steady_now(); }
  using scheduler::schedule;
  void schedule(std::shared_ptr<schedulable> work, time_point due, duration period) override
  {
    schedule_on_this_thread(std::move(work), due, period);
  }
  void cancel(schedulable & work) noexcept override
  {
    thread_tasks::of_this_thread().queue()->cancel(work);
  }
  bool any_thread() const noexcept override { return false; }
  bool is_current() const noexcept override { return true; }
  std::shared_ptr<scheduler> worker() override { return std::make_shared<current_thread_worker>(); }
};

}  // namespace detail

// NOLINTNEXTLINE(misc-definitions-in-headers): as above
RX_INLINE environment current_thread()
{
  static const environment instance(std::make_shared<detail::current_thread_scheduler>());
  return instance;
}

}  // namespace rx

#undef RX_INLINE

#endif  // RX__SCHEDULERS__CURRENT_THREAD_SCHEDULER_HPP_
