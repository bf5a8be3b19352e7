// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// max_age, freshness: watchdogs that use the stamps of messages.

#ifndef RXROS2__TIME__MAX_AGE_HPP_
#define RXROS2__TIME__MAX_AGE_HPP_

#include <algorithm>
#include <chrono>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "rx/combining_operator.hpp"
#include "rx/error.hpp"
#include "rxros2/time/detail/stamp.hpp"

namespace rxros2
{

/// The newest message of a stream became too old.
struct stale_error : rx::timeout_error
{
  using rx::timeout_error::timeout_error;
};

namespace detail
{

/// The common part of both watchdogs: until when the newest message is fresh.
/** Times are those of the scheduler, which also times the waits. A stamp is read once, when the
 * message arrives, and converted to an age on its own clock. So setting that clock back later
 * changes nothing. */
template <typename T>
struct watching_age : rx::combining_operator
{
  watching_age(rx::duration l, rx::environment env) : clock(std::move(env)), limit(l) {}

  template <typename Out>
  bool on_start(Out &, rx::merge_control & self)
  {
    good_until = rx::saturated_add(self.now(), limit);  // silence from the beginning counts, too
    self.wake_at(good_until);
    return true;
  }

  /// Returns false if the item is already too old.
  bool note(const T & value, rx::merge_control & self)
  {
    rx::duration age = rx::duration::zero();  // also for a stamp that is ahead
    if constexpr (stamped<T>) {
      age = std::max(rx::saturated_difference(self.clock_now(), stamp_of(value)), age);
    }
    const rx::time_point now = self.now();
    const rx::time_point created = rx::saturated_add(now, -age);
    good_until = std::max(rx::saturated_add(created, limit), newest ? good_until : now);
    newest = newest ? std::max(*newest, created) : created;
    return age <= limit;
  }

  /// Returns true if a newer item arrived after the wake-up was scheduled. One timer suffices for
  /// any rate of items.
  bool still_good(rx::merge_control & self)
  {
    // The limit is inclusive: an item of exactly that age is not too old.
    if (self.now() > good_until) {
      return false;
    }
    self.wake_at(rx::saturated_add(good_until, std::chrono::nanoseconds(1)));
    return true;
  }

  rx::environment clock;
  rx::duration limit;
  rx::time_point good_until;
  std::optional<rx::time_point> newest;  // when the newest message was created
};

template <typename T>
struct limiting_age : watching_age<T>
{
  using watching_age<T>::watching_age;

  template <typename>
  using emits = T;

  template <typename U, typename Out>
  bool on_next(rx::input<0>, U && value, Out & out, rx::merge_control & self)
  {
    if (!this->note(value, self)) {
      return fail(out, self.now());
    }
    return out.on_next(std::forward<U>(value));
  }
  template <typename Out>
  bool on_wake(Out & out, rx::merge_control & self)
  {
    return this->still_good(self) || fail(out, self.now());
  }

private:
  template <typename Out>
  bool fail(Out & out, rx::time_point now)
  {
    const auto text = [](rx::duration d) {
      return std::to_string(std::chrono::duration<double, std::milli>(d).count()) + " ms";
    };
    out.on_error(std::make_exception_ptr(stale_error(
      this->newest
        ? "max_age: the newest message is " + text(rx::saturated_difference(now, *this->newest)) +
            " old, which is more than " + text(this->limit)
        : "max_age: no message within " + text(this->limit))));
    return false;
  }
};

template <typename T>
struct reporting_freshness : watching_age<T>
{
  using watching_age<T>::watching_age;

  template <typename>
  using emits = bool;

  template <typename U, typename Out>
  bool on_next(rx::input<0>, U && value, Out & out, rx::merge_control & self)
  {
    if (!this->note(value, self) || reported == true) {
      return true;
    }
    reported = true;
    self.wake_at(rx::saturated_add(this->good_until, std::chrono::nanoseconds(1)));
    return out.on_next(true);
  }
  template <typename Out>
  bool on_wake(Out & out, rx::merge_control & self)
  {
    if (reported == true && this->still_good(self)) {
      return true;
    }
    if (reported == false) {
      return true;
    }
    reported = false;
    return out.on_next(false);
  }

  std::optional<bool> reported;
};

template <template <typename> typename Watching>
struct watch_age
{
  template <typename T>
  static constexpr bool accepts = stamped<T>;

  RX_REJECT(
    watch_age, (!accepts<Item>),
    "rxros2::max_age, freshness: an Item of this stream has no header.stamp. Write timeout(period)"
    " to watch for silence only")

  template <typename Observable>
  auto operator()(Observable && source) const
  {
    using op = Watching<typename std::remove_cvref_t<Observable>::value_type>;
    return rx::make_operator(op(limit, clock))(std::forward<Observable>(source));
  }

  rx::duration limit;
  rx::environment clock;
};

inline rx::duration checked_age(rx::duration limit, const char * op)
{
  if (limit <= rx::duration::zero()) {
    throw std::invalid_argument(
      std::string(op) + ": the age is " + std::to_string(limit.count()) +
      " ns; expected more than 0");
  }
  return limit;
}

}  // namespace detail

namespace operators
{

/// source | max_age(limit[, env]) fails with stale_error once the newest message is older than
/// `limit`, by its stamp.
/**
 *     source (stamps)   --1--2--3--------…
 *     max_age(3)        --1--2--3---X         3 became too old, and nothing newer came
 *
 * Items are messages with a header, or pointers to them. A message that is too old on arrival, and
 * silence (from the subscription on), are errors of the stream; handle them with `|
 * on_error_resume_next(stop)` or `| retry()`. The age is now − header.stamp on arrival, by the
 * clock of env (on_callback_group(node)), otherwise of the source's environment (from_topic: the
 * node's clock, so simulated time works); a stamp in the future counts as now. From then on the
 * message ages as time passes, so setting the clock back, or a clock that starts late, changes no
 * age. The clocks of the machines must be synchronised as precisely as the limit requires. The
 * clock of an environment without a node has another zero, so pass env. Throws
 * std::invalid_argument unless the limit is positive. Cost: per item one look at the clock and that
 * of a combining operator; one timer, which is set once per limit, not per item.
 *
 *     auto now = [node](char) { PointStamped p; p.header.stamp = node->now(); return p; };
 *     m.cold("-1-2---------3") | map(now) | max_age(5ms) | map([](auto) { return "!"; });
 *     // -> ! ! X max_age: the newest message is 6.000000 ms old, which is more than 5.000000 ms
 */
inline auto max_age(rx::duration limit, rx::environment env = {})
{
  return detail::watch_age<detail::limiting_age>{
    detail::checked_age(limit, "max_age"), std::move(env)};
}
RX_NEEDS_DURATION(max_age)

/// source | freshness(limit[, env]) emits true when a message not older than `limit` has arrived,
/// and false when the newest message has become too old.
/**
 *     source (stamps)   -----1--2--3----------4--…
 *     freshness(3)      ---F-T---------F------T----F        (F false, T true; only changes)
 *
 * A watchdog that does not end the stream: `scan | freshness(200ms) | filter([](bool fresh) {
 * return !fresh; }) | map(stop) | …`. Otherwise like max_age, but messages that are too old are
 * ignored.
 *
 *     auto now = [node](char) { PointStamped p; p.header.stamp = node->now(); return p; };
 *     m.cold("-1-2---------3|") | map(now) | freshness(5ms);  // -> true false true |
 */
inline auto freshness(rx::duration limit, rx::environment env = {})
{
  return detail::watch_age<detail::reporting_freshness>{
    detail::checked_age(limit, "freshness"), std::move(env)};
}
RX_NEEDS_DURATION(freshness)

}  // namespace operators
}  // namespace rxros2

#endif  // RXROS2__TIME__MAX_AGE_HPP_
