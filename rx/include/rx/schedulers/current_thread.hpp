// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// current_thread: runs tasks on the subscribing thread before subscribe() returns. It is the
// default environment.

#ifndef RX__SCHEDULERS__CURRENT_THREAD_HPP_
#define RX__SCHEDULERS__CURRENT_THREAD_HPP_

#include <atomic>
#include <memory>
#include <utility>

#include "rx/schedulers/loop.hpp"

namespace rx
{

// Handles that a thread is about to sleep in the queue of its current_thread() tasks. It may
// arrange that loop::close() of the queue is called when the program is shut down; the tasks in the
// queue are then notified that the scheduler has ended. The thread keeps the returned object, which
// may be null, until it wakes: the object's destructor must undo the arrangement. Called on the
// thread that sleeps, without a lock. Must not throw.
using current_thread_wait_handler =
  std::shared_ptr<const void> (*)(const std::shared_ptr<loop> & queue);

namespace detail
{

// Per thread: the number of subscribe() calls on the stack, and whether the outermost one must run
// the tasks that they scheduled. The two words need no initialisation at run time.
inline constinit thread_local int trampoline_depth = 0;
inline constinit thread_local bool trampoline_waits = false;

// The queue of one thread's current_thread tasks: its own, or that of the event loop or run_loop
// that runs on the thread.
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

  static thread_tasks & of_this_thread()
  {
    thread_local thread_tasks tasks;
    return tasks;
  }

  static inline std::atomic<current_thread_wait_handler> on_wait = nullptr;

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

  // From now on, tasks for current_thread go into `queue`, unless they already go into another
  // served queue.
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

  // Returns the hook's object, to be held while the thread waits in `queue`.
  static std::shared_ptr<const void> watch(const std::shared_ptr<loop> & queue)
  {
    const auto call = on_wait.load(std::memory_order_acquire);
    return call ? call(queue) : nullptr;
  }
  // After a wait: a queue that was closed meanwhile is dropped; the thread may create another one.
  void drop_closed()
  {
    if (own && own->closed()) {
      own.reset();
      trampoline_waits = false;  // no task is left to run
    }
  }

  std::shared_ptr<loop> own;     // created by the first task
  std::shared_ptr<loop> served;  // of a loop that runs its tasks itself
  std::weak_ptr<scheduler> server;
  // the server, which must not end before its thread has run the tasks in the queue
  std::shared_ptr<scheduler> busy;
  bool for_good = false;
};

void run_trampoline();

// Held during each subscribe(). The outermost one of a thread runs the tasks that were scheduled
// meanwhile.
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

}  // namespace detail

// Returns the default environment: timed tasks run on the subscribing thread, which sleeps until
// they are due. subscribe() returns when no task is left, so an endless interval blocks (as in
// RxCpp) until it is disposed or ends. On the thread of an event loop, or on a thread that has
// created a run_loop, it is that loop: subscribe() returns at once. Tasks that a stream schedules
// later, when an item arrives (observe_on, delay, debounce), run on the thread that delivers the
// item and block it for that time.
environment current_thread();

// Installs the handler of such sleeps for the whole process; nullptr, the default, installs none.
// Returns the previous handler. Thread-safe.
inline current_thread_wait_handler on_current_thread_wait(
  current_thread_wait_handler handler) noexcept
{
  return detail::thread_tasks::on_wait.exchange(handler, std::memory_order_acq_rel);
}

namespace detail
{

// Returns the environment that an operator offers to the streams that it joins or creates from
// items; parts without their own environment run there. This is the environment of its sources, so
// that everything runs in one place, otherwise its subscriber's.
inline environment offer(environment of_sources, const environment & of_subscriber)
{
  return of_sources ? std::move(of_sources) : of_subscriber;
}

}  // namespace detail

// Returns the environment that an operator uses: the one that its user passed, otherwise that of
// its source, otherwise that of its subscriber, otherwise current_thread(). Pass an empty
// environment for one that does not exist. Call it in start(), with env_of() of the source and of
// the observer, and use worker() of the result, so that each subscription gets its own thread from
// a scheduler that starts threads.
inline environment choose_environment(
  const environment & passed, const environment & of_source, const environment & of_subscriber)
{
  return passed ? passed : of_source ? of_source : of_subscriber ? of_subscriber : current_thread();
}

}  // namespace rx

// A library that compiles the scheduler once defines this macro for its users too, as rxros2 does.
#ifndef RX_CURRENT_THREAD_IS_COMPILED
#include "rx/schedulers/current_thread_scheduler.hpp"
#endif

#endif  // RX__SCHEDULERS__CURRENT_THREAD_HPP_
