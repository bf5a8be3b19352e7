// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// interval and timer: streams of ticks.

#ifndef RX__SOURCES__INTERVAL_HPP_
#define RX__SOURCES__INTERVAL_HPP_

#include <memory>
#include <optional>
#include <utility>

#include "rx/detail/checked.hpp"
#include "rx/observable.hpp"
#include "rx/schedulers/current_thread.hpp"
#include "rx/serialized_observer.hpp"

namespace rx
{

namespace detail
{

template <class Out>
class tick_task final : public serialized_observer<long, Out, schedulable>
{
public:
  tick_task(Out out, environment worker, bool once)
  : serialized_observer<long, Out, schedulable>(std::move(out)),
    worker_(std::move(worker)),
    once_(once)
  {
  }

  void run() noexcept override
  {
    if (this->next(++count_) && once_) {
      this->completed();
    }
  }

  void scheduler_ended() noexcept override { this->completed(); }
  bool kept_by_source() const noexcept override { return true; }

protected:
  void released() noexcept override { worker_->cancel(*this); }

private:
  environment worker_;
  long count_ = 0;
  bool once_;
};

struct tick_source
{
  using value_type = long;

  template <class Out>
  subscription start(Out && out) const
  {
    environment worker = choose_environment(passed, {}, env_of(out)).worker();
    auto ticks =
      std::make_shared<tick_task<std::remove_cvref_t<Out>>>(std::forward<Out>(out), worker, once);
    const time_point now = worker.now();
    worker->schedule(
      ticks, first ? first->due(now, worker.clock_now()) : saturated_add(now, delay), period);
    return ticks;
  }
  environment env() const { return passed; }

  std::optional<moment> first;  // otherwise `delay` after the subscription
  duration delay;
  duration period;
  bool once;
  environment passed;
};

}  // namespace detail

namespace sources
{

// interval(period[, env]) emits 1, 2, 3…: the first at subscription, then one each period.
//
//   interval(10ms)   1----2----3----…        (one dash: 2 ms)
//
// The k-th tick is due at start + k·period on the environment's clock (in nanoseconds, without
// drift). Ticks that could not be emitted in time are skipped. Runs in env, otherwise in its
// subscriber's environment, otherwise in current_thread, which blocks. Throws std::invalid_argument
// unless the period is positive. Cost: one allocation per subscription (two in current_thread);
// none per tick.
//
//   interval(10ms, m.env()) | take(3);  // -> 1 2 3 |
inline auto interval(duration period, environment env = {})
{
  detail::positive(period, "rx::interval: the period");
  return make_observable(detail::tick_source{{}, duration::zero(), period, false, std::move(env)});
}

// interval(initial, period[, env]): the first tick comes at the point of time `initial` of the
// environment's clock or of std::chrono::steady_clock.
inline auto interval(moment initial, duration period, environment env = {})
{
  detail::positive(period, "rx::interval: the period");
  return make_observable(detail::tick_source{initial, {}, period, false, std::move(env)});
}
RX_NEEDS_DURATION(interval)

// timer(delay[, env]) emits 1 after the delay and completes.
//
//   timer(10ms)   -----1|
//
//   timer(10ms, m.env());  // -> 1 |
inline auto timer(duration delay, environment env = {})
{
  return make_observable(detail::tick_source{{}, delay, duration::zero(), true, std::move(env)});
}

// timer(delay, period[, env]) emits 1, 2, 3…: the first after the delay, then one each period, like
// interval(). Throws std::invalid_argument unless the period is positive.
//
//   timer(5ms, 10ms, m.env()) | take(2);  // -> 1 2 |
inline auto timer(duration delay, duration period, environment env = {})
{
  detail::positive(period, "rx::timer: the period");
  return make_observable(detail::tick_source{{}, delay, period, false, std::move(env)});
}

// timer(when[, env]) emits 1 at the point of time `when` of the environment's clock, or of
// std::chrono::steady_clock, and completes.
inline auto timer(moment when, environment env = {})
{
  return make_observable(detail::tick_source{when, {}, duration::zero(), true, std::move(env)});
}

}  // namespace sources
}  // namespace rx

#endif  // RX__SOURCES__INTERVAL_HPP_
