// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// debounce, audit: emit the last item of a burst.

#ifndef RX__OPERATORS__DEBOUNCE_HPP_
#define RX__OPERATORS__DEBOUNCE_HPP_

#include "rx/combining_operator.hpp"
#include "rx/detail/checked.hpp"
#include "rx/storage.hpp"

namespace rx
{

namespace detail
{

// Emits the stored item after a time: since the last item (debounce) or since the first one
// (audit).
template <class T, bool Restarts>
struct settling : combining_operator
{
  settling(duration p, environment env) : clock(std::move(env)), period(p) {}

  template <class>
  using emits = T;

  template <class U, class Out>
  bool on_next(input<0>, U && item, Out &, merge_control & self)
  {
    held = std::forward<U>(item);
    if (Restarts || !waiting) {
      due = saturated_add(self.now(), period);
    }
    if (
      // otherwise on_wake looks at `due` anyway, which saves one scheduler call per item
      !waiting) {
      waiting = true;
      self.wake_at(due);
    }
    return true;
  }
  template <class Out>
  bool on_wake(Out & out, merge_control & self)
  {
    if (self.now() < due) {
      self.wake_at(due);
      return true;
    }
    waiting = false;
    T item = std::move(*held);
    held.reset();
    return out.on_next(std::move(item));
  }
  template <class Out>
  bool on_completed(input<0>, Out & out, merge_control &)
  {
    if (!held || out.on_next(std::move(*held))) {
      out.on_completed();
    }
    return false;
  }

  environment clock;
  duration period;
  optional_item<T> held;
  time_point due;
  bool waiting = false;
};

template <bool Restarts>
struct settle
{
  template <class Observable>
  auto operator()(Observable && source) const
  {
    using op = settling<typename std::remove_cvref_t<Observable>::value_type, Restarts>;
    return combined<op>{op(period, clock), {}}(std::forward<Observable>(source));
  }

  duration period;
  environment clock;
};

}  // namespace detail

namespace operators
{

// source.debounce(period[, env]) emits an item once no other item has followed for the period: the
// last item of a burst.
//
//   source       --1-2-3--------4--|
//   debounce(3)  ---------3-------4|      (the end lets the waiting item out)
//
// Uses the clock of env, otherwise of the source's environment, the subscriber's environment, or
// current_thread, and emits the items there. An error passes at once and drops the waiting item.
// Cost: that of a combining operator; per item one move and one look at the clock; no heap, no
// scheduler call within a burst.
//
//   m.of(m.cold("-1-2-3------4--|") | debounce(3ms));  // -> --------3------(4|)
inline auto debounce(duration period, environment env = {})
{
  return detail::settle<true>{detail::positive(period, "rx::debounce: the period"), std::move(env)};
}
inline auto debounce(environment env, duration period)
{
  return debounce(period, std::move(env));
}
RX_NEEDS_DURATION(debounce)

// source.audit(period[, env]): an item starts the period, and the latest item is emitted at the end
// of the period.
//
//   source    --1-2-3--------4--|
//   audit(3)  -----2--3---------4|
//
//   m.of(m.cold("-1-2-3------4----|") | audit(3ms));  // -> ----2---3------4-|
inline auto audit(duration period, environment env = {})
{
  return detail::settle<false>{detail::positive(period, "rx::audit: the period"), std::move(env)};
}
RX_NEEDS_DURATION(audit)

}  // namespace operators
}  // namespace rx

#endif  // RX__OPERATORS__DEBOUNCE_HPP_
