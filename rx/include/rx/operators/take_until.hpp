// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// take_until, skip_until: the items before, or after, another stream's first item.

#ifndef RX__OPERATORS__TAKE_UNTIL_HPP_
#define RX__OPERATORS__TAKE_UNTIL_HPP_

#include <type_traits>

#include "rx/combining_operator.hpp"

namespace rx
{

namespace detail
{

struct take_until : combining_operator
{
  static constexpr bool others_first = true;

  template <class T, class...>
  using emits = T;

  template <std::size_t I, class U, class Out>
  bool on_next(input<I>, U && item, Out & out, merge_control &)
  {
    if constexpr (I == 0) {
      return out.on_next(std::forward<U>(item));
    } else {
      out.on_completed();
      return false;
    }
  }
};

struct take_until_time : combining_operator
{
  take_until_time(moment w, environment env) : clock(std::move(env)), when(w) {}

  template <class T>
  using emits = T;

  template <class Out>
  bool on_start(Out &, merge_control & self)
  {
    self.wake_at(when.due(self.now(), self.clock_now()));
    return true;
  }
  template <class U, class Out>
  bool on_next(input<0>, U && item, Out & out, merge_control &)
  {
    return out.on_next(std::forward<U>(item));
  }
  template <class Out>
  bool on_wake(Out & out, merge_control &)
  {
    out.on_completed();
    return false;
  }

  environment clock;
  moment when;
};

struct skip_until : combining_operator
{
  static constexpr bool others_first = true;

  template <class T, class...>
  using emits = T;

  template <std::size_t I, class U, class Out>
  bool on_next(input<I>, U && item, Out & out, merge_control & self)
  {
    if constexpr (I == 0) {
      return !open || out.on_next(std::forward<U>(item));
    } else {
      open = true;
      self.unsubscribe(1);
      return true;
    }
  }

  bool open = false;
};

struct skip_until_time : combining_operator
{
  skip_until_time(moment w, environment env) : clock(std::move(env)), when(w) {}

  template <class T>
  using emits = T;

  template <class Out>
  bool on_start(Out &, merge_control & self)
  {
    from = when.due(self.now(), self.clock_now());
    return true;
  }
  template <class U, class Out>
  bool on_next(input<0>, U && item, Out & out, merge_control & self)
  {
    open = open || self.now() >= from;
    return !open || out.on_next(std::forward<U>(item));
  }

  environment clock;
  moment when;
  time_point from;
  bool open = false;
};

}  // namespace detail

namespace operators
{

// source.take_until(other) emits the source's items until the stream `other` emits its first item,
// and completes then.
//
//   source             --1--2--3--4--|
//   other              --------x--…
//   take_until(other)  --1--2--|
//
// Subscribes to `other` first. If that completes without an item, nothing happens; an error of
// either stream ends it. The streams may be on different threads. Cost: that of a combining
// operator; no heap.
//
// take_until(when[, env]) completes at a point of time of the clock of env, otherwise of the
// source's environment, the subscriber's environment, or current_thread; or at a point of
// std::chrono::steady_clock.
//
//   m.of(m.cold("-1-2-3-4|") | take_until(m.cold("----x")));  // -> -1-2|
template <class When>
  requires detail::is_pipe<When>
auto take_until(When other, environment = {})  // RxCpp's coordination; ignored
{
  return make_operator(detail::take_until{}, std::move(other));
}
inline auto take_until(moment when, environment env = {})
{
  return make_operator(detail::take_until_time(when, std::move(env)));
}

// source.skip_until(other) drops the source's items until the stream `other` has emitted.
//
//   source             --1--2--3--4--|
//   other              --------x--…
//   skip_until(other)  --------3--4--|
//
// skip_until(when[, env]) drops the items before that point of time.
//
//   m.of(m.cold("-1-2-3-4|") | skip_until(m.cold("----x")));  // -> -----3-4|
template <class When>
  requires detail::is_pipe<When>
auto skip_until(When other, environment = {})
{
  return make_operator(detail::skip_until{}, std::move(other));
}
inline auto skip_until(moment when, environment env = {})
{
  return make_operator(detail::skip_until_time(when, std::move(env)));
}

}  // namespace operators
}  // namespace rx

#endif  // RX__OPERATORS__TAKE_UNTIL_HPP_
