// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// timestamp, time_interval: the arrival times of items.

#ifndef RX__OPERATORS__TIMESTAMP_HPP_
#define RX__OPERATORS__TIMESTAMP_HPP_

#include <utility>

#include "rx/detail/clocked.hpp"

namespace rx
{

namespace detail
{

struct timestamp : clocked_stage
{
  using clocked_stage::clocked_stage;

  template <class T>
  using emits = std::pair<T, time_point>;

  template <class U, class Out>
  bool on_next(U && item, Out & out)
  {
    return out.on_next(
      std::pair<std::remove_cvref_t<U>, time_point>(std::forward<U>(item), clock.clock_now()));
  }
};

struct time_interval : clocked_stage
{
  using clocked_stage::clocked_stage;

  template <class T>
  using emits = duration;

  template <class T, class Out>
  bool on_start(Out & out)
  {
    clocked_stage::on_start<T>(out);
    last = clock.now();
    return true;
  }
  template <class U, class Out>
  bool on_next(U &&, Out & out)
  {
    const time_point now = clock.now();
    return out.on_next(saturated_difference(now, std::exchange(last, now)));
  }

  time_point last;
};

}  // namespace detail

namespace operators
{

// source.timestamp([env]) emits std::pair(item, arrival time).
//
//   source       --a-----b--|
//   timestamp()  --a2----b8-|
//
// The time is that of the clock of env, otherwise of the source's environment, the subscriber's
// environment, or the steady clock. Cost: one look at the clock per item; no heap, no lock, no
// thread.
//
//   m.cold("-a-b|") | timestamp()
//     | map([](auto item) { return item.second - time_point(); });  // -> 1ms 3ms |
inline auto timestamp(environment env = {})
{
  return detail::clocked(detail::timestamp(std::move(env)));
}

// source.time_interval([env]) emits for each item the time since the previous one, for the first
// item the time since the subscription.
//
//   source           --a-----b--|
//   time_interval()  --2-----6--|
//
// It uses the scheduler's time, which continues when a simulated clock is set back.
//
//   m.cold("-a--b|") | time_interval();  // -> 1ms 3ms |
inline auto time_interval(environment env = {})
{
  return detail::clocked(detail::time_interval(std::move(env)));
}

}  // namespace operators
}  // namespace rx

#endif  // RX__OPERATORS__TIMESTAMP_HPP_
