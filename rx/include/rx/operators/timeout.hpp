// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// timeout: an error, or another stream, if no item arrives in time.

#ifndef RX__OPERATORS__TIMEOUT_HPP_
#define RX__OPERATORS__TIMEOUT_HPP_

#include <string>
#include <type_traits>
#include <utility>

#include "rx/combining_operator.hpp"
#include "rx/detail/checked.hpp"
#include "rx/error.hpp"
#include "rx/operators/on_error_resume_next.hpp"

namespace rx
{

namespace detail
{

struct timeout : combining_operator
{
  timeout(duration p, environment env) : clock(std::move(env)), period(p) {}

  template <class T>
  using emits = T;

  template <class Out>
  bool on_start(Out &, merge_control & self)
  {
    due = saturated_add(self.now(), period);
    self.wake_at(due);
    return true;
  }
  template <class U, class Out>
  bool on_next(input<0>, U && item, Out & out, merge_control & self)
  {
    due = saturated_add(self.now(), period);  // on_wake checks it
    return out.on_next(std::forward<U>(item));
  }
  template <class Out>
  bool on_wake(Out & out, merge_control & self)
  {
    if (self.now() < due) {
      self.wake_at(due);
      return true;
    }
    out.on_error(std::make_exception_ptr(timeout_error(
      "rx::timeout: no item within " + std::to_string(static_cast<double>(period.count()) * 1e-9) +
      " s")));
    return false;
  }

  environment clock;
  duration period;
  time_point due;
};

// A timeout that continues with another stream.
template <class First, class Then>
struct timeout_or : Then
{
  timeout_or(First f, Then then) : Then(std::move(then)), first(std::move(f)) {}

  template <class Observable>
  auto operator()(Observable && source) const
  {
    return Then::operator()(first(std::forward<Observable>(source)));
  }

  First first;
};

}  // namespace detail

namespace operators
{

// source.timeout(period[, env]) ends with rx::timeout_error when no item has arrived for the
// period, measured first from the subscription.
//
//   source      --1--2-----
//   timeout(3)  --1--2--X
//
// Uses the clock of env, otherwise of the source's environment, the subscriber's environment, or
// current_thread. Cost: that of a combining operator; per item one look at the clock; one scheduler
// call per period.
//
//   m.of(m.cold("-1--2-----") | timeout(3ms));  // -> -1--2--X
//   m.of(m.cold("-1--2-----") | timeout(3ms, m.cold("8--9|")));  // -> -1--2--8--9|
inline auto timeout(duration period, environment env = {})
{
  return make_operator(
    detail::timeout(detail::positive(period, "rx::timeout: the period"), std::move(env)));
}
inline auto timeout(environment env, duration period)
{
  return timeout(period, std::move(env));
}
RX_NEEDS_DURATION(timeout)

// source.timeout(period, other[, env]) continues with the stream `other` instead of the error, for
// example a safe value or a stop command.
//
//   source             --1--2-----
//   other                      8--9--|
//   timeout(3, other)  --1--2--8--9--|
template <class Observable>
  requires detail::is_pipe<Observable>
auto timeout(duration period, Observable other, environment env = {})
{
  return detail::timeout_or{
    timeout(period, std::move(env)),
    catch_<timeout_error>([other = std::move(other)](const timeout_error &) { return other; })};
}

}  // namespace operators
}  // namespace rx

#endif  // RX__OPERATORS__TIMEOUT_HPP_
