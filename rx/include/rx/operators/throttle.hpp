// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// throttle_first, throttle_last: at most one item per period.

#ifndef RX__OPERATORS__THROTTLE_HPP_
#define RX__OPERATORS__THROTTLE_HPP_

#include <optional>

#include "rx/detail/checked.hpp"
#include "rx/detail/clocked.hpp"
#include "rx/operators/sample.hpp"

namespace rx
{

namespace detail
{

struct throttle_first : clocked_stage
{
  throttle_first(duration p, environment env) : clocked_stage(std::move(env)), period(p) {}

  template <class T>
  using emits = T;

  template <class U, class Out>
  bool on_next(U && item, Out & out)
  {
    const time_point now = clock.now();
    if (last && saturated_difference(now, *last) < period) {
      return true;
    }
    last = now;
    return out.on_next(std::forward<U>(item));
  }

  duration period;
  std::optional<time_point> last;
};

}  // namespace detail

namespace operators
{

// source.throttle_first(period[, env]) emits an item and drops those that follow within the period.
//
//   source             --1-2-3--4-----5--|
//   throttle_first(4)  --1---3--------5--|
//
// Uses the clock of env, otherwise of the source's environment, the subscriber's environment, or
// the steady clock. Cost: one look at the clock per item; no heap, no lock, no thread, no timer.
//
//   m.of(m.cold("-1-2-3--4-----5--|") | throttle_first(4ms));  // -> -1---3--------5--|
inline auto throttle_first(duration period, environment env = {})
{
  return detail::clocked(detail::throttle_first(
    detail::positive(period, "rx::throttle_first: the period"), std::move(env)));
}
RX_NEEDS_DURATION(throttle_first)

// source.throttle_last(period[, env]) emits the last item of each period: another name of
// sample_with_time.
//
//   m.of(m.cold("-1-2-3--4-----5--|") | throttle_last(4ms));  // -> ----2---3---4---5|
inline auto throttle_last(duration period, environment env = {})
{
  return sample_with_time(period, std::move(env));
}
RX_NEEDS_DURATION(throttle_last)

}  // namespace operators
}  // namespace rx

#endif  // RX__OPERATORS__THROTTLE_HPP_
