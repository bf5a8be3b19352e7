// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// current_thread: work runs on the thread that subscribes, before subscribe() returns; the last
// resort.

#ifndef RX__SCHEDULERS__CURRENT_THREAD_HPP_
#define RX__SCHEDULERS__CURRENT_THREAD_HPP_

#include <atomic>
#include <memory>
#include <utility>

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

  // A program that knows when it is to end sets this. It is called by a thread that is about to
  // sleep in its own queue, and closes that queue when the time has come, if what it returned lives
  // yet: what the thread waits for is told that the scheduler has ended.
  using end_of_wait = std::shared_ptr<const void> (*)(const std::shared_ptr<loop> & queue);
  static inline std::atomic<end_of_wait> on_wait = nullptr;

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

  // Held while the thread waits in `queue`.
  static std::shared_ptr<const void> watch(const std::shared_ptr<loop> & queue)
  {
    const auto call = on_wait.load(std::memory_order_acquire);
    return call ? call(queue) : nullptr;
  }
  // After a wait: a queue that was closed meanwhile ends with it, the thread may have another one.
  void drop_closed()
  {
    if (own && own->closed()) {
      own.reset();
      trampoline_waits = false;  // nothing is left to run
    }
  }

  std::shared_ptr<loop> own;     // made by the first task
  std::shared_ptr<loop> served;  // by somebody who runs it anyway
  std::weak_ptr<scheduler> server;
  // the server, which does not end before its thread has run what is in the queue
  std::shared_ptr<scheduler> busy;
  bool for_good = false;
};

void run_trampoline();

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

}  // namespace detail

// The environment of a stream that was given none: timed work runs on the subscribing thread, which
// sleeps until it is due. subscribe() returns when nothing is left to do, so an endless interval
// blocks (as in RxCpp) until it is disposed or its end is reached. On the thread of an event loop,
// and on one that has made a run_loop, it is that loop: subscribe() returns at once. What a stream
// schedules later, when an item comes (observe_on, delay, debounce), runs on the thread that brings
// the item, and blocks it as long.
environment current_thread();

namespace detail
{

// What an operator offers to the streams that it joins or makes of items, in which what has no
// environment of its own runs: that of its sources, so that all of it runs in one place, else what
// its subscriber offers.
inline environment offer(environment of_sources, const environment & of_subscriber)
{
  return of_sources ? std::move(of_sources) : of_subscriber;
}

// Which environment an operator uses: the first that there is.
inline environment choose(
  const environment & passed, const environment & of_source, const environment & of_subscriber)
{
  return passed ? passed : of_source ? of_source : of_subscriber ? of_subscriber : current_thread();
}

}  // namespace detail

}  // namespace rx

// A library that compiles the scheduler once defines this for its users too, as rxros2 does.
#ifndef RX_CURRENT_THREAD_IS_COMPILED
#include "rx/schedulers/current_thread_scheduler.hpp"
#endif

#endif  // RX__SCHEDULERS__CURRENT_THREAD_HPP_
