// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The environment of a stream: its scheduler and clock, handed along the pipe (see rx/README.md).

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
class stream_name;

namespace schedulers
{
class worker;
}  // namespace schedulers

// A task for a scheduler. It is also the lifetime of the stream that it feeds: after dispose(),
// run() must do nothing, and dispose() should call the scheduler's cancel().
class schedulable : public lifetime
{
public:
  // Runs the task. Called on the scheduler's thread, never by two threads at once.
  virtual void run() noexcept = 0;

  // Called when the scheduler will soon close, while the program's objects still exist (a ROS
  // context is shut down): the last opportunity to run the user's code. Called on the scheduler's
  // thread or, if that does not run, on any thread.
  virtual void scheduler_ending() noexcept {}

  // Called when the scheduler closes for good (its thread, loop or node ends) and will never run
  // the task. A source that emits from tasks completes its stream here. Called on any thread.
  virtual void scheduler_ended() noexcept { dispose(); }
};

// Runs tasks at points of time of its own clock. rx/schedulers/ implements it, and rxros2
// implements it for the executor of a node.
class scheduler
{
public:
  // The clock type of the scheduler's points of time.
  using clock_type = scheduler_clock;

  scheduler() = default;
  scheduler(const scheduler &) = delete;
  scheduler & operator=(const scheduler &) = delete;
  virtual ~scheduler() = default;

  // Returns the scheduler's time, which decides what is due. It never goes back: if the clock
  // behind it is set back or starts late, the scheduler's time continues from where it was, so each
  // wait keeps its remaining time. Thread-safe.
  virtual time_point now() const noexcept = 0;

  // Returns the time that the clock shows, for stamps (timestamp()) and for points of time that a
  // user passes (see rx::moment). It differs from now() after the clock was set back or started
  // late. Thread-safe.
  virtual time_point clock_now() const noexcept { return now(); }

  // Runs `work` once the scheduler's time reaches `due` (soon, but never within this call, if `due`
  // is past). With a positive `period`, runs it again at due + k·period; missed ticks are skipped,
  // so there is neither drift nor a burst. The scheduler keeps `work` alive until its last run or
  // its cancel(). Tasks with the same due time run in the order in which they were scheduled. A
  // task due at time_point::max() never runs by itself; a task that waits for an event rather than
  // a time is parked there: scheduler_ended() notifies it when the scheduler ends, current_thread
  // waits for it, and cancel() plus a new schedule() wakes it.
  virtual void schedule(std::shared_ptr<schedulable> work, time_point due, duration period) = 0;
  // Runs `work` as soon as possible, but not within this call.
  void schedule(std::shared_ptr<schedulable> work)
  {
    schedule(std::move(work), now(), duration::zero());
  }

  // Removes a task. Thread-safe; also allowed within the task's own run(), which is not
  // interrupted.
  virtual void cancel(schedulable & work) noexcept = 0;

  // Returns true if any thread may call schedule(), false if only the thread that runs the tasks
  // may.
  virtual bool any_thread() const noexcept { return true; }

  // Returns true if the caller is on the thread that would run a task scheduled now. Waiting for
  // such a task would deadlock.
  virtual bool is_current() const noexcept { return false; }

  // Returns the scheduler that one subscription should use: this one (nullptr) or, for example, one
  // with its own thread.
  virtual std::shared_ptr<scheduler> worker() { return nullptr; }

  // Returns the object that an environment of this scheduler holds: the scheduler itself (nullptr)
  // or, if streams must not keep the scheduler alive, a handle with a weak reference. Always
  // returns the same object.
  virtual std::shared_ptr<scheduler> handle() { return nullptr; }
};

// A counted reference to a scheduler, or none, and the name of the source that it comes from. An
// operator or source that needs time or a thread takes the environment that the user passed,
// otherwise its source's, otherwise its subscriber's, otherwise current_thread(). Calling a member
// of an empty environment is undefined; check with operator bool.
class environment
{
public:
  // The clock type of the scheduler's points of time.
  using clock_type = scheduler_clock;

  environment() = default;
  // Creates a reference to a scheduler, or to its handle() if it has one; empty for null.
  template <class Scheduler>
    requires std::is_convertible_v<Scheduler *, scheduler *>
  environment(std::shared_ptr<Scheduler> s) : scheduler_(s ? s->handle() : nullptr)
  {
    if (!scheduler_) {
      scheduler_ = std::move(s);
    }
  }

  // Returns true if there is a scheduler.
  explicit operator bool() const noexcept { return static_cast<bool>(scheduler_); }
  // Returns the scheduler. The environment must not be empty.
  scheduler & operator*() const noexcept { return *scheduler_; }
  // Returns the scheduler; null for an empty environment.
  scheduler * operator->() const noexcept { return scheduler_.get(); }
  // See scheduler::now() and scheduler::clock_now().
  time_point now() const noexcept { return scheduler_->now(); }
  // Returns the time that the scheduler's clock shows; see scheduler::clock_now().
  time_point clock_now() const noexcept { return scheduler_->clock_now(); }

  // Returns the environment for one subscription; see scheduler::worker().
  environment worker() const
  {
    auto own = scheduler_->worker();
    return own ? environment(std::move(own)).named(name_) : *this;
  }

  // Returns this environment with the name of a source or sink, for reports about the streams that
  // use it; null for none. See stream_name.
  environment named(std::shared_ptr<const stream_name> name) const
  {
    environment result = *this;
    result.name_ = std::move(name);
    return result;
  }
  // Returns the name that was given with named(); null if there is none.
  const std::shared_ptr<const stream_name> & name() const noexcept { return name_; }

  // Returns an object that schedules functions, with RxCpp's interface; see
  // rx/schedulers/worker.hpp.
  schedulers::worker create_worker() const;
  // Returns such an object whose functions run until `lifetime` ends.
  schedulers::worker create_worker(composite_subscription lifetime) const;
  // Returns a coordinator (RxCpp's interface) with a worker of this scheduler.
  rx::coordinator create_coordinator() const;
  // Returns a coordinator whose worker ends with `lifetime`.
  rx::coordinator create_coordinator(composite_subscription lifetime) const;

  // Returns true if both refer to the same scheduler, or to none.
  friend bool operator==(const environment & a, const environment & b) noexcept
  {
    return a.scheduler_ == b.scheduler_;
  }

private:
  std::shared_ptr<scheduler> scheduler_;
  std::shared_ptr<const stream_name> name_;
};

// Returns the environment that a source, stage or observer exposes with env(), or an empty one.
// Call it on the observer before you move it. Throws what env() throws.
template <class X>
environment env_of(const X & x)
{
  if constexpr (requires {
                  { x.env() } -> std::convertible_to<environment>;
                }) {
    return x.env();
  } else {
    return {};
  }
}

}  // namespace rx

#endif  // RX__ENVIRONMENT_HPP_
