// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// delay: emits each item some time later.

#ifndef RX__OPERATORS__DELAY_HPP_
#define RX__OPERATORS__DELAY_HPP_

#include <optional>
#include <stdexcept>
#include <string>

#include "rx/combining_operator.hpp"
#include "rx/storage.hpp"

namespace rx
{

namespace detail
{

template <class T>
struct delay_of : combining_operator
{
  delay_of(duration p, environment env) : clock(std::move(env)), period(p) {}

  template <class>
  using emits = T;

  template <class U, class Out>
  bool on_next(input<0>, U && item, Out &, merge_control & self)
  {
    later(entry{saturated_add(self.now(), period), std::optional<T>(std::forward<U>(item))}, self);
    return true;
  }
  template <class Out>
  bool on_completed(input<0>, Out &, merge_control & self)
  {
    later(entry{saturated_add(self.now(), period), std::nullopt}, self);
    return true;
  }
  template <class Out>
  bool on_wake(Out & out, merge_control & self)
  {
    const time_point now = self.now();
    while (waiting.front().due <= now) {
      entry e = waiting.pop();
      if (!e.item) {
        out.on_completed();
        return false;
      }
      if (!out.on_next(std::move(*e.item))) {
        return false;
      }
      if (waiting.empty()) {
        return true;
      }
    }
    self.wake_at(waiting.front().due);
    return true;
  }

  struct entry
  {
    time_point due;
    std::optional<T> item;  // empty: the end
  };

  void later(entry e, merge_control & self)
  {
    waiting.push(std::move(e));
    if (waiting.size() == 1) {
      self.wake_at(waiting.front().due);
    }
  }

  environment clock;
  duration period;
  fifo<entry> waiting;
};

struct delay
{
  template <class Observable>
  auto operator()(Observable && source) const
  {
    using op = delay_of<typename std::remove_cvref_t<Observable>::value_type>;
    return combined<op>{op(period, clock), {}}(std::forward<Observable>(source));
  }

  duration period;
  environment clock;
};

}  // namespace detail

namespace operators
{

// source.delay(period[, env]) emits each item, and completes, later by the period.
//
//   source    --1-2---|
//   delay(3)  -----1-2---|
//
// Uses the clock of env, otherwise of the source's environment, the subscriber's environment, or
// current_thread, and emits the items there. An error passes at once. The number of waiting items
// is not limited: it is rate · period. Throws std::invalid_argument if the period is negative.
// Cost: that of a combining operator; per item two moves and two looks at the clock; one scheduler
// call for each distinct time; heap only while the number of waiting items reaches a new maximum.
//
//   m.of(m.cold("-1-2--|") | delay(3ms));  // -> ----1-2--|
inline auto delay(duration period, environment env = {})
{
  if (period < duration::zero()) {
    throw std::invalid_argument(
      "rx::delay: the period must not be negative, and is " + std::to_string(period.count()) +
      " ns");
  }
  return detail::delay{period, std::move(env)};
}
inline auto delay(environment env, duration period)
{
  return delay(period, std::move(env));
}
RX_NEEDS_DURATION(delay)

}  // namespace operators
}  // namespace rx

#endif  // RX__OPERATORS__DELAY_HPP_
