// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// current_thread: work runs on the thread that subscribes, before subscribe() returns; the last resort.

#ifndef RX__SCHEDULERS__CURRENT_THREAD_HPP_
#define RX__SCHEDULERS__CURRENT_THREAD_HPP_

#include <memory>

#include "rx/schedulers/loop.hpp"

namespace rx
{

namespace detail
{

// Per thread: how many subscribe() calls are on the stack, and the loop that they share once one of
// them has scheduled something. The two words need no initialisation at run time.
inline constinit thread_local int trampoline_depth = 0;
inline constinit thread_local loop * trampoline_loop = nullptr;

inline const std::shared_ptr<loop> & make_trampoline_loop()
{
  struct owner
  {
    std::shared_ptr<loop> held = std::make_shared<loop>();
    owner() { trampoline_loop = held.get(); }
    ~owner()
    {
      trampoline_loop = nullptr;
      held->close();
    }
  };
  thread_local owner own;
  return own.held;
}

inline void run_trampoline()
{
  ++trampoline_depth;  // what the tasks subscribe to is queued here, not run nested
  while (trampoline_loop && !trampoline_loop->empty()) {  // as_blocking's wake() is nobody's end
    trampoline_loop->run_one(time_point::max(), false);
  }
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
    if (--trampoline_depth == 0 && trampoline_loop && !trampoline_loop->empty()) {
      run_trampoline();
    }
  }
};

// Hands each subscription the loop of its thread.
class current_thread_scheduler final : public scheduler
{
public:
  time_point now() const noexcept override { return steady_now(); }
  using scheduler::schedule;
  void schedule(std::shared_ptr<schedulable> work, time_point due, duration period) override
  {
    make_trampoline_loop()->schedule(std::move(work), due, period);
    if (trampoline_depth == 0) {  // nobody will run it after us
      run_trampoline();
    }
  }
  void cancel(schedulable & work) noexcept override { make_trampoline_loop()->cancel(work); }
  bool any_thread() const noexcept override { return false; }
  bool is_current() const noexcept override { return true; }
  std::shared_ptr<scheduler> worker() override { return make_trampoline_loop(); }
};

}  // namespace detail

// The environment of a stream that was given none: timed work runs on the subscribing thread, which
// sleeps until it is due. subscribe() returns when nothing is left to do, so an endless interval blocks
// (as in RxCpp) until it is disposed or its end is reached.
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
