// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// worker: schedules functions, with RxCpp's interface; streams do not need it.

#ifndef RX__SCHEDULERS__WORKER_HPP_
#define RX__SCHEDULERS__WORKER_HPP_

#include <atomic>
#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <unordered_set>
#include <utility>

#include "rx/composite_subscription.hpp"
#include "rx/detail/checked.hpp"
#include "rx/environment.hpp"
#include "rx/error.hpp"
#include "rx/schedulers/current_thread.hpp"

namespace rx::schedulers
{

class job;
class worker;

// The argument of a scheduled function, which identifies its scheduling. Scheduling it runs the
// same function again. Copies are the same object. Thread-safe.
class schedulable
{
public:
  // Returns the scheduler's time.
  time_point now() const;
  // Returns false once the function's lifetime has ended.
  bool is_subscribed() const;
  // Ends the lifetime with which the function was scheduled: its own, otherwise its worker's.
  void unsubscribe() const;

  // Runs the function again: as soon as the scheduler can, or at a point of time.
  void schedule() const { schedule(now()); }
  // Runs the function again at a point of the scheduler's time.
  void schedule(time_point when) const;
  // Runs the function again as soon as the scheduler can.
  void operator()() const { schedule(); }

private:
  friend class job;
  friend schedulable make_schedulable(
    const worker & on, std::function<void(const schedulable &)> f);
  explicit schedulable(std::shared_ptr<job> of) : job_(std::move(of)) {}
  std::shared_ptr<job> job_;
};

// The queued functions of one worker: a single member of the worker's lifetime, however many there
// are.
class job_list final : public rx::lifetime, public std::enable_shared_from_this<job_list>
{
public:
  // Adds a job, and the list itself to the lifetime.
  void add(std::shared_ptr<job> queued, const composite_subscription & lifetime)
  {
    bool join;
    {
      std::lock_guard lock(mutex_);
      jobs_.insert(std::move(queued));
      join = !std::exchange(joined_, true);
    }
    if (join) {
      // disposes the list at once if the lifetime has ended
      lifetime.add(subscription(shared_from_this()));
    }
  }
  // The caller holds a reference of its own, so nothing is destroyed with the lock held.
  void remove(const std::shared_ptr<job> & ended)
  {
    std::lock_guard lock(mutex_);
    jobs_.erase(ended);
  }
  // If the job was added several times, only one of the entries is removed.
  void remove_one(const std::shared_ptr<job> & ended)
  {
    std::lock_guard lock(mutex_);
    if (const auto place = jobs_.find(ended); place != jobs_.end()) {
      jobs_.erase(place);
    }
  }

  // Ends all queued jobs; the worker's lifetime calls it.
  void dispose() noexcept override;
  bool disposed() const noexcept override
  {
    std::lock_guard lock(mutex_);
    return !joined_;
  }

private:
  mutable std::mutex mutex_;  // guards the members below
  std::unordered_multiset<std::shared_ptr<job>> jobs_;
  bool joined_ = false;  // whether the list is in the lifetime, since it was last disposed
};

// A function, the number of times that it is queued, and the lifetime that ends it.
class job final : public rx::schedulable, public std::enable_shared_from_this<job>
{
public:
  // The function that a job runs; it gets the object that schedules it again.
  using function = std::function<void(const schedulers::schedulable &)>;

  // `list` belongs to the worker with that lifetime; it is null if the lifetime is another one.
  job(environment on, composite_subscription lifetime, std::shared_ptr<job_list> list, function f)
  : on_(std::move(on)), lifetime_(std::move(lifetime)), list_(std::move(list)), f_(std::move(f))
  {
  }

  // Schedules the function at `when` and, with a positive period, repeatedly.
  void schedule(time_point when, duration period)
  {
    if (queued_.fetch_add(1, std::memory_order_acq_rel) == 0) {
      list_ ? list_->add(shared_from_this(), lifetime_)
            : static_cast<void>(lifetime_.add(subscription(shared_from_this())));
    }
    if (!disposed()) {
      detail::trampoline runs_current_thread;
      on_->schedule(shared_from_this(), when, period);
    }
    if (disposed()) {  // disposed meanwhile
      on_->cancel(*this);
    }
  }

  void run() noexcept override
  {
    const auto self = shared_from_this();
    if (!disposed()) {
      try {
        f_(schedulers::schedulable(self));
      } catch (...) {
        detail::report_unhandled(std::current_exception());
      }
    }
    // Another thread may add it again before or after this, so one of two equal members is removed.
    if (!periodic && queued_.fetch_sub(1, std::memory_order_acq_rel) == 1) {
      list_ ? list_->remove_one(self) : lifetime_.remove_one(subscription(self));
    }
  }

  // Removes the job from its scheduler. A running function is not interrupted.
  void dispose() noexcept override
  {
    disposed_.store(true, std::memory_order_release);
    on_->cancel(*this);
    if (list_) {
      list_->remove(shared_from_this());
    }
  }
  bool disposed() const noexcept override { return disposed_.load(std::memory_order_acquire); }

  // Returns the environment that runs the function.
  const environment & on() const noexcept { return on_; }
  // Returns the lifetime that ends the job.
  const composite_subscription & lifetime() const noexcept { return lifetime_; }

  bool periodic = false;  // then it stays queued

private:
  const environment on_;
  const composite_subscription lifetime_;
  const std::shared_ptr<job_list> list_;
  const function f_;
  std::atomic<std::size_t> queued_{0};
  std::atomic<bool> disposed_{false};
};

inline void job_list::dispose() noexcept
{
  std::unordered_multiset<std::shared_ptr<job>> ended;
  {
    std::lock_guard lock(mutex_);
    ended.swap(jobs_);
    joined_ = false;
  }
  for (const std::shared_ptr<job> & entry : ended) {
    entry->dispose();
  }
}

inline time_point schedulable::now() const
{
  return job_->on().now();
}
inline bool schedulable::is_subscribed() const
{
  return job_->lifetime().is_subscribed();
}
inline void schedulable::unsubscribe() const
{
  job_->lifetime().dispose();
}
inline void schedulable::schedule(time_point when) const
{
  job_->schedule(when, duration::zero());
}

// Runs functions f(const schedulable &) on one scheduler, one after the other in the order of their
// times, as long as the worker's lifetime is subscribed; ending the lifetime drops the queued
// functions. An exception of a function goes to rx::on_unhandled_error. Copies are the same worker.
// Thread-safe if the scheduler is. On current_thread() and immediate(), schedule() returns when all
// functions have run. Destroying a worker ends nothing.
class worker
{
public:
  // Creates a worker on `on` that ends with `lifetime`.
  worker(const environment & on, composite_subscription lifetime)
  : on_(on.worker()), lifetime_(std::move(lifetime))
  {
  }

  // Returns the scheduler's time.
  time_point now() const { return on_.now(); }
  // The worker's lifetime: unsubscribing it drops the queued functions.
  const composite_subscription & get_subscription() const noexcept { return lifetime_; }
  // Returns false once the worker's lifetime has ended.
  bool is_subscribed() const noexcept { return lifetime_.is_subscribed(); }
  // Ends the worker's lifetime, which drops the queued functions.
  void unsubscribe() const noexcept { lifetime_.dispose(); }
  // Returns the worker's environment, for streams that shall run here too.
  operator environment() const { return on_; }

  // Returns a worker of the same scheduler with another lifetime.
  worker create_worker(composite_subscription lifetime) const
  {
    return {same(), on_, std::move(lifetime)};
  }

  // Runs f as soon as possible or at the time `when`, until the worker's lifetime or `lifetime`
  // ends.
  void schedule(job::function f) const { schedule(now(), std::move(f)); }
  // Runs f at the time `when`, until the worker's lifetime ends.
  void schedule(time_point when, job::function f) const
  {
    make(std::move(f))->schedule(when, duration::zero());
  }
  // Runs f as soon as possible, until `lifetime` ends, whatever the worker's lifetime.
  void schedule(const composite_subscription & lifetime, job::function f) const
  {
    schedule(now(), lifetime, std::move(f));
  }
  // Runs f at the time `when`, until `lifetime` ends, whatever the worker's lifetime.
  void schedule(time_point when, const composite_subscription & lifetime, job::function f) const
  {
    std::make_shared<job>(on_, lifetime, nullptr, std::move(f))->schedule(when, duration::zero());
  }

  // Runs f at first + k·period; missed ticks are skipped. Throws std::invalid_argument unless the
  // period is positive.
  void schedule_periodically(time_point first, duration period, job::function f) const
  {
    start_periodically(make(std::move(f)), first, period);
  }
  // The same, until `lifetime` ends too.
  void schedule_periodically(
    time_point first, duration period, const composite_subscription & lifetime,
    job::function f) const
  {
    start_periodically(std::make_shared<job>(on_, lifetime, nullptr, std::move(f)), first, period);
  }

private:
  struct same
  {
  };
  worker(same, environment on, composite_subscription lifetime)
  : on_(std::move(on)), lifetime_(std::move(lifetime))
  {
  }

  std::shared_ptr<job> make(job::function f) const
  {
    return std::make_shared<job>(on_, lifetime_, jobs_, std::move(f));
  }
  static void start_periodically(
    const std::shared_ptr<job> & new_job, time_point first, duration period)
  {
    rx::detail::positive(period, "rx: the period of schedule_periodically");
    new_job->periodic = true;
    new_job->schedule(first, period);
  }

  environment on_;
  composite_subscription lifetime_;
  std::shared_ptr<job_list> jobs_ = std::make_shared<job_list>();

  friend schedulable make_schedulable(const worker & on, job::function f);
};

// Returns a function to be scheduled later, by its schedule().
inline schedulable make_schedulable(const worker & on, job::function f)
{
  return schedulable(on.make(std::move(f)));
}

}  // namespace rx::schedulers

namespace rx
{

// RxCpp's coordinator: one worker for all parts of an operator. Its in(), out() and act() return
// their argument, because nothing here needs protection.
class coordinator
{
public:
  // Uses the worker `on`.
  explicit coordinator(schedulers::worker on) : worker_(std::move(on)) {}

  // Returns the scheduler's time.
  time_point now() const { return worker_.now(); }
  // Return the worker, and its environment.
  const schedulers::worker & get_worker() const noexcept { return worker_; }
  // Returns the worker's environment.
  environment get_scheduler() const { return worker_; }
  // Returns its argument.
  template <class Observable>
  Observable in(Observable source) const
  {
    return source;
  }
  // Returns the subscriber unchanged.
  template <class Subscriber>
  Subscriber out(Subscriber to) const
  {
    return to;
  }
  // Returns the function unchanged.
  template <class F>
  F act(F f) const
  {
    return f;
  }

private:
  schedulers::worker worker_;
};

inline schedulers::worker environment::create_worker(composite_subscription lifetime) const
{
  return {*this, std::move(lifetime)};
}
inline schedulers::worker environment::create_worker() const
{
  return create_worker(composite_subscription());
}
inline coordinator environment::create_coordinator(composite_subscription lifetime) const
{
  return coordinator(create_worker(std::move(lifetime)));
}
inline coordinator environment::create_coordinator() const
{
  return create_coordinator(composite_subscription());
}

// In RxCpp a coordination also chooses how a combiner is made thread-safe (identity: not at all;
// serialize and synchronize: with a mutex; observe_on: with a queue). Here combiners are always
// thread-safe, so a coordination is only the scheduler.
using coordination = environment;

namespace schedulers
{
// The name that RxCpp has for an environment.
using scheduler = environment;
}  // namespace schedulers

}  // namespace rx

#endif  // RX__SCHEDULERS__WORKER_HPP_
