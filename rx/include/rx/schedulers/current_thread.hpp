// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// current_thread: work runs on the thread that subscribes, before subscribe() returns; the last
// resort.

#ifndef RX__SCHEDULERS__CURRENT_THREAD_HPP_
#define RX__SCHEDULERS__CURRENT_THREAD_HPP_

#include <cstdint>
#include <memory>
#include <mutex>
#include <tuple>
#include <utility>
#include <vector>

#include "rx/schedulers/loop.hpp"

namespace rx
{

namespace detail
{

// Per thread: how many subscribe() calls are on the stack, and whether the outermost one has to run
// what they have scheduled. The two words need no initialisation at run time.
inline constinit thread_local int trampoline_depth = 0;
inline constinit thread_local bool trampoline_waits = false;

// Where the tasks of current_thread go on one thread: into a queue of its own, or into that of an
// event loop or run_loop whose thread it is.
struct thread_tasks
{
  thread_tasks() = default;
  thread_tasks(const thread_tasks &) = delete;
  thread_tasks & operator=(const thread_tasks &) = delete;
  ~thread_tasks()
  {
    trampoline_waits = false;
    if (own) {
      own->close();
    }
  }

  static thread_tasks & here()
  {
    thread_local thread_tasks tasks;
    return tasks;
  }

  const std::shared_ptr<loop> & queue()
  {
    if (served && !for_good && served->closed()) {  // a run_loop that another thread has destroyed
      served.reset();
    }
    if (served) {
      return served;
    }
    if (!own) {
      own = std::make_shared<loop>();
    }
    return own;
  }

  // From now on what is left to current_thread goes into `queue`, unless it goes into another one
  // already.
  void serve(
    const std::shared_ptr<loop> & queue, std::weak_ptr<scheduler> by, bool thread_is_theirs)
  {
    if (!served) {
      served = queue;
      server = std::move(by);
      for_good = thread_is_theirs;
      served->begin_stay();
    }
  }
  void serve_no_more(const loop & queue) noexcept
  {
    if (served.get() == &queue) {
      served.reset();
      server.reset();
    }
  }

  std::shared_ptr<loop> own;     // made by the first task
  std::shared_ptr<loop> served;  // by somebody who runs it anyway
  std::weak_ptr<scheduler> server;
  // the server, which does not end before its thread has run what is in the queue
  std::shared_ptr<scheduler> busy;
  bool for_good = false;
};

inline void run_trampoline()
{
  const std::shared_ptr<loop> own = thread_tasks::here().own;
  ++trampoline_depth;  // what the tasks subscribe to is queued here, not run nested
  trampoline_waits = true;
  while (!own->end_stay()) {  // as_blocking's wake() is nobody's end
    own->run_one(time_point::max(), false);
  }
  trampoline_waits = false;
  --trampoline_depth;
}

// Held during each subscribe(); the outermost one of a thread runs what was scheduled meanwhile.
class trampoline
{
public:
  trampoline() noexcept { ++trampoline_depth; }
  trampoline(const trampoline &) = delete;
  trampoline & operator=(const trampoline &) = delete;
  ~trampoline()
  {
    if (--trampoline_depth == 0 && trampoline_waits) {
      run_trampoline();
    }
  }
};

// The queue of this thread, and the stay of its thread there, which begins if subscribe() is on the
// stack.
inline std::pair<std::shared_ptr<loop>, std::uint64_t> join_queue_of_thread()
{
  thread_tasks & tasks = thread_tasks::here();
  const std::shared_ptr<loop> & queue = tasks.queue();
  if (queue == tasks.own && trampoline_depth > 0) {
    trampoline_waits = true;
    return {queue, queue->begin_stay()};
  }
  return {queue, queue->stay()};
}

// Runs the task on this thread: within this call, unless there is somebody on the stack, or at the
// thread's bottom, who will.
inline void schedule_on_this_thread(
  std::shared_ptr<schedulable> work, time_point due, duration period)
{
  thread_tasks & tasks = thread_tasks::here();
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

// For one subscription. Tasks run on the thread that has subscribed while it is in its outermost
// subscribe(), or is an event loop's; later each on the thread that schedules it, as if that had
// subscribed.
class current_thread_worker final : public scheduler
{
public:
  current_thread_worker() { std::tie(home_, stay_) = join_queue_of_thread(); }

  time_point now() const noexcept override { return steady_now(); }
  using scheduler::schedule;
  void schedule(std::shared_ptr<schedulable> work, time_point due, duration period) override
  {
    const std::shared_ptr<loop> here = thread_tasks::here().queue();
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
      if (const auto there = queue.lock()) {
        there->cancel(work);
      }
    }
  }
  bool is_current() const noexcept override
  {
    return thread_tasks::here().queue() == home_ || stay_ == 0 || home_->stay() != stay_;
  }

private:
  void remember(const std::shared_ptr<loop> & queue)
  {
    std::lock_guard lock(mutex_);
    std::erase_if(elsewhere_, [](const auto & q) { return q.expired(); });
    for (const auto & q : elsewhere_) {
      if (q.lock() == queue) {
        return;
      }
    }
    elsewhere_.push_back(queue);
  }

  std::shared_ptr<loop> home_;
  std::uint64_t stay_;
  std::mutex mutex_;
  std::vector<std::weak_ptr<loop>> elsewhere_;  // where tasks were scheduled but at home
};

// Hands each subscription a worker.
class current_thread_scheduler final : public scheduler
{
public:
  time_point now() const noexcept override { return steady_now(); }
  using scheduler::schedule;
  void schedule(std::shared_ptr<schedulable> work, time_point due, duration period) override
  {
    schedule_on_this_thread(std::move(work), due, period);
  }
  void cancel(schedulable & work) noexcept override { thread_tasks::here().queue()->cancel(work); }
  bool any_thread() const noexcept override { return false; }
  bool is_current() const noexcept override { return true; }
  std::shared_ptr<scheduler> worker() override { return std::make_shared<current_thread_worker>(); }
};

}  // namespace detail

// The environment of a stream that was given none: timed work runs on the subscribing thread, which
// sleeps until it is due. subscribe() returns when nothing is left to do, so an endless interval
// blocks (as in RxCpp) until it is disposed or its end is reached. On the thread of an event loop,
// and on one that has made a run_loop, it is that loop: subscribe() returns at once. What a stream
// schedules later, when an item comes (observe_on, delay, debounce), runs on the thread that brings
// the item, and blocks it as long.
inline environment current_thread()
{
  static const environment instance(std::make_shared<detail::current_thread_scheduler>());
  return instance;
}

namespace detail
{

// Which environment an operator uses: the first that there is.
inline environment choose(
  const environment & passed, const environment & of_source, const environment & of_subscriber)
{
  return passed ? passed : of_source ? of_source : of_subscriber ? of_subscriber : current_thread();
}

}  // namespace detail

}  // namespace rx

#endif  // RX__SCHEDULERS__CURRENT_THREAD_HPP_
