// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// worker: functions scheduled by hand, in RxCpp's words; streams do not need it.

#ifndef RX__SCHEDULERS__WORKER_HPP_
#define RX__SCHEDULERS__WORKER_HPP_

#include <atomic>
#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <stdexcept>
#include <utility>

#include "rx/composite_subscription.hpp"
#include "rx/environment.hpp"
#include "rx/error.hpp"
#include "rx/schedulers/current_thread.hpp"

namespace rx::schedulers
{

class job;
class worker;

// What a scheduled function is told: who runs it. Scheduling it runs the same function again.
// Copies are the same; any thread.
class schedulable
{
public:
  time_point now() const;
  bool is_subscribed() const;
  // the lifetime that the function was scheduled with: its worker's, if with none of its own
  void unsubscribe() const;

  // Runs the function again: now, that is once the scheduler comes to it, or at a point of time.
  void schedule() const { schedule(now()); }
  void schedule(time_point when) const;
  void operator()() const { schedule(); }

private:
  friend class job;
  friend schedulable make_schedulable(
    const worker & on, std::function<void(const schedulable &)> f);
  explicit schedulable(std::shared_ptr<job> of) : job_(std::move(of)) {}
  std::shared_ptr<job> job_;
};

// A function, how often it is queued, and the lifetime that ends it.
class job final : public rx::schedulable, public std::enable_shared_from_this<job>
{
public:
  using function = std::function<void(const schedulers::schedulable &)>;

  job(environment on, composite_subscription lifetime, function f)
  : on_(std::move(on)), lifetime_(std::move(lifetime)), f_(std::move(f))
  {
  }

  void schedule(time_point when, duration period)
  {
    if (queued_.fetch_add(1, std::memory_order_acq_rel) == 0) {
      lifetime_.add(subscription(shared_from_this()));
    }
    if (!disposed()) {
      detail::trampoline runs_current_thread;
      on_->schedule(shared_from_this(), when, period);
    }
    if (disposed()) {  // meanwhile
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
    // Another thread may add it again before or after this, so one of two equal members goes.
    if (!periodic && queued_.fetch_sub(1, std::memory_order_acq_rel) == 1) {
      lifetime_.remove_one(subscription(self));
    }
  }

  void dispose() noexcept override
  {
    disposed_.store(true, std::memory_order_release);
    on_->cancel(*this);
  }
  bool disposed() const noexcept override { return disposed_.load(std::memory_order_acquire); }

  const environment & on() const noexcept { return on_; }
  const composite_subscription & lifetime() const noexcept { return lifetime_; }

  bool periodic = false;  // then it stays queued

private:
  const environment on_;
  const composite_subscription lifetime_;
  const function f_;
  std::atomic<std::size_t> queued_{0};
  std::atomic<bool> disposed_{false};
};

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

// Runs functions f(const schedulable &) on one scheduler, one after the other in order of time, for
// as long as its lifetime is subscribed; ending it forgets what is queued. What a function throws
// goes to rx::on_unhandled_error. Copies are the same worker; any thread, where the scheduler
// allows it. On current_thread() and immediate(), schedule() returns when all has been run.
// Dropping a worker ends nothing.
class worker
{
public:
  worker(const environment & on, composite_subscription lifetime)
  : on_(on.worker()), lifetime_(std::move(lifetime))
  {
  }

  time_point now() const { return on_.now(); }
  const composite_subscription & get_subscription() const noexcept { return lifetime_; }
  bool is_subscribed() const noexcept { return lifetime_.is_subscribed(); }
  void unsubscribe() const noexcept { lifetime_.dispose(); }
  operator environment() const { return on_; }  // for streams that shall run here too

  // The same scheduler under another lifetime.
  worker create_worker(composite_subscription lifetime) const
  {
    return {same(), on_, std::move(lifetime)};
  }

  void schedule(job::function f) const { schedule(now(), std::move(f)); }
  void schedule(time_point when, job::function f) const { schedule(when, lifetime_, std::move(f)); }
  void schedule(const composite_subscription & lifetime, job::function f) const
  {
    schedule(now(), lifetime, std::move(f));
  }
  void schedule(time_point when, const composite_subscription & lifetime, job::function f) const
  {
    std::make_shared<job>(on_, lifetime, std::move(f))->schedule(when, duration::zero());
  }

  // At first + k·period; missed ticks are left out. The period is more than zero, else
  // std::invalid_argument.
  void schedule_periodically(time_point first, duration period, job::function f) const
  {
    schedule_periodically(first, period, lifetime_, std::move(f));
  }
  void schedule_periodically(
    time_point first, duration period, const composite_subscription & lifetime,
    job::function f) const
  {
    if (period <= duration::zero()) {
      throw std::invalid_argument("schedule_periodically: the period is not more than zero");
    }
    auto made = std::make_shared<job>(on_, lifetime, std::move(f));
    made->periodic = true;
    made->schedule(first, period);
  }

private:
  struct same
  {
  };
  worker(same, environment on, composite_subscription lifetime)
  : on_(std::move(on)), lifetime_(std::move(lifetime))
  {
  }

  environment on_;
  composite_subscription lifetime_;

  friend schedulable make_schedulable(const worker & on, job::function f);
};

// A function to be scheduled later, by its schedule().
inline schedulable make_schedulable(const worker & on, job::function f)
{
  return schedulable(std::make_shared<job>(on.on_, on.lifetime_, std::move(f)));
}

}  // namespace rx::schedulers

namespace rx
{

// RxCpp's coordinator: one worker for all parts of an operator. What it is given needs no
// protection, so comes back as it is.
class coordinator
{
public:
  explicit coordinator(schedulers::worker on) : worker_(std::move(on)) {}

  time_point now() const { return worker_.now(); }
  const schedulers::worker & get_worker() const noexcept { return worker_; }
  environment get_scheduler() const { return worker_; }
  template <class Observable>
  Observable in(Observable source) const
  {
    return source;
  }
  template <class Subscriber>
  Subscriber out(Subscriber to) const
  {
    return to;
  }
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

// In RxCpp a coordination says also how a combiner is made safe (identity: not at all, serialize
// and synchronize: with a mutex, observe_on: with a queue). Here combiners are always safe, so only
// the scheduler is left of it.
using coordination = environment;

namespace schedulers
{
using scheduler = environment;
}  // namespace schedulers

}  // namespace rx

#endif  // RX__SCHEDULERS__WORKER_HPP_
