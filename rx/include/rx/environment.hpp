// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The environment of a stream, that is its scheduler and clock; what travels along a pipe (see
// rx/README.md).

#ifndef RX__ENVIRONMENT_HPP_
#define RX__ENVIRONMENT_HPP_

#include <memory>
#include <type_traits>
#include <utility>

#include "rx/subscription.hpp"
#include "rx/time.hpp"

namespace rx
{

class composite_subscription;
class coordinator;

namespace schedulers
{
class worker;
}  // namespace schedulers

// Work for a scheduler, a task. It is also the lifetime of what it feeds: disposing it must make
// run() do nothing and should tell the scheduler with cancel().
class schedulable : public lifetime
{
public:
  // Called on the scheduler's thread, never by two threads at once.
  virtual void run() noexcept = 0;

  // The scheduler is closing for good (its thread, loop or node ends) and will never run the task.
  // A source that emits what it is told by tasks completes its stream here. Any thread.
  virtual void scheduler_ended() noexcept { dispose(); }
};

// Runs tasks at points of time of its own clock. Implemented by rx/schedulers/ and, for the
// executor of a node, by rxros2.
class scheduler
{
public:
  using clock_type = scheduler_clock;

  scheduler() = default;
  scheduler(const scheduler &) = delete;
  scheduler & operator=(const scheduler &) = delete;
  virtual ~scheduler() = default;

  // The scheduler's time, by which it decides what is due. It never goes back, whatever happens to
  // the clock behind it: if that is set back, or begins at last, the scheduler's time goes on from
  // where it was, so that each wait keeps what remained of it. Any thread.
  virtual time_point now() const noexcept = 0;

  // What the clock shows, for those who want to know what time it is: timestamp(), and points of
  // time that a user names (see rx::moment). It differs from now() once such a clock was set back,
  // or began late. Any thread.
  virtual time_point clock_now() const noexcept { return now(); }

  // Runs `work` once `due` has come (at once, but never within this call, if it is past); with a
  // period, again at due + k·period. Ticks that were missed are left out: no drift, no burst. Keeps
  // `work` alive until its last run or its cancel. Tasks due at the same time run in the order they
  // were scheduled in. A task due at time_point::max() never runs by itself. So one that waits for
  // something else than time is parked there: it is told of the scheduler's end, and current_thread
  // waits for it; cancel() and a new schedule() wake it.
  virtual void schedule(std::shared_ptr<schedulable> work, time_point due, duration period) = 0;
  void schedule(std::shared_ptr<schedulable> work)
  {
    schedule(std::move(work), now(), duration::zero());
  }

  // Forgets a task. Any thread, also from within the task's run(), which is not interrupted.
  virtual void cancel(schedulable & work) noexcept = 0;

  // True if schedule() may be called from any thread, false if only from the one that runs the
  // tasks.
  virtual bool any_thread() const noexcept { return true; }

  // True if the caller is running on the thread that would run a task scheduled now, so waiting for
  // such a task would never end.
  virtual bool is_current() const noexcept { return false; }

  // The scheduler that one subscription should use: this one (nullptr) or, for instance, a thread
  // of its own.
  virtual std::shared_ptr<scheduler> worker() { return nullptr; }

  // What an environment that is made of this scheduler holds: the scheduler itself (nullptr) or, if
  // streams shall not keep it alive, somebody who knows it weakly. Always the same one.
  virtual std::shared_ptr<scheduler> handle() { return nullptr; }
};

// A counted reference to a scheduler, or none. An operator or source that needs time or a thread
// takes the environment that the user passed; else its source's; else its subscriber's; else
// current_thread().
class environment
{
public:
  using clock_type = scheduler_clock;

  environment() = default;
  template <class Scheduler>
  requires std::is_convertible_v<Scheduler *, scheduler *> environment(std::shared_ptr<Scheduler> s)
  : scheduler_(s ? s->handle() : nullptr)
  {
    if (!scheduler_) {
      scheduler_ = std::move(s);
    }
  }

  explicit operator bool() const noexcept { return static_cast<bool>(scheduler_); }
  scheduler & operator*() const noexcept { return *scheduler_; }
  scheduler * operator->() const noexcept { return scheduler_.get(); }
  time_point now() const noexcept { return scheduler_->now(); }
  time_point clock_now() const noexcept { return scheduler_->clock_now(); }

  // The environment for one subscription; see scheduler::worker().
  environment worker() const
  {
    auto own = scheduler_->worker();
    return own ? environment(std::move(own)) : *this;
  }

  // To schedule functions by hand, in RxCpp's words; see rx/schedulers/worker.hpp.
  schedulers::worker create_worker() const;
  schedulers::worker create_worker(composite_subscription lifetime) const;
  rx::coordinator create_coordinator() const;
  rx::coordinator create_coordinator(composite_subscription lifetime) const;

  friend bool operator==(const environment &, const environment &) = default;

private:
  std::shared_ptr<scheduler> scheduler_;
};

namespace detail
{

// The environment a source, stage or observer exposes: its env(), or none.
template <class X>
environment env_of(const X & x)
{
  if constexpr (requires {
                  {
                    x.env()
                    } -> std::convertible_to<environment>;
                }) {
    return x.env();
  } else {
    return {};
  }
}

}  // namespace detail

}  // namespace rx

#endif  // RX__ENVIRONMENT_HPP_
