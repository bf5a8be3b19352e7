// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Points and spans of time on a scheduler's clock, for everything in rx that waits.

#ifndef RX__TIME_HPP_
#define RX__TIME_HPP_

#include <chrono>
#include <cstdint>
#include <type_traits>

namespace rx
{

// A span of time in nanoseconds, for all periods and delays, so 60 Hz is 16 666 667 ns and not 16
// ms. duration::max(), 292 years, means "never".
using duration = std::chrono::nanoseconds;

namespace detail
{

template <class X>
inline constexpr bool is_span = false;
template <class Rep, class Period>
inline constexpr bool is_span<std::chrono::duration<Rep, Period>> = true;

}  // namespace detail

// Satisfied by a number, and by seconds with a fraction, which users pass in place of a duration.
template <class X>
concept no_duration =
  std::is_arithmetic_v<X> || (detail::is_span<X> && !std::is_convertible_v<X, duration>);

// The clock type of a scheduler's points of time. The scheduler decides which clock is behind them
// (steady, ROS time, virtual). Do not compare points of time of two schedulers.
struct scheduler_clock
{
  // The type of time spans.
  using duration = rx::duration;
  // The integer type of a time span.
  using rep = duration::rep;
  // The unit of a time span.
  using period = duration::period;
  // The type of points of time.
  using time_point = std::chrono::time_point<scheduler_clock, duration>;
  // False: a scheduler may use a clock that is not steady, such as ROS time.
  static constexpr bool is_steady = false;

  // Returns the machine's steady time, which all schedulers of rx use except those of virtual time.
  static time_point now() noexcept
  {
    return time_point(std::chrono::steady_clock::now().time_since_epoch());
  }
};

// A point of time of a scheduler's clock.
using time_point = scheduler_clock::time_point;

// Returns from + span, limited to the range of time_point. time_point::max() means "never": a task
// scheduled for it does not run by itself, and adding a span to it gives "never" again.
constexpr time_point saturated_add(time_point from, duration span) noexcept
{
  duration::rep sum = 0;
  if (from == time_point::max() || span == duration::max()) {
    return time_point::max();
  }
  if (__builtin_add_overflow(from.time_since_epoch().count(), span.count(), &sum)) {
    return span > duration::zero() ? time_point::max() : time_point::min();
  }
  return time_point(duration(sum));
}

// Returns to - from, limited to the range of duration.
constexpr duration saturated_difference(time_point to, time_point from) noexcept
{
  duration::rep difference = 0;
  if (__builtin_sub_overflow(
        to.time_since_epoch().count(), from.time_since_epoch().count(), &difference)) {
    return to > from ? duration::max() : duration::min();
  }
  return duration(difference);
}

// Returns the first of the points first, first + period, first + 2·period … that is later than
// `now`. The period must be positive. Takes constant time, also after a jump of a clock.
constexpr time_point next_tick(time_point first, duration period, time_point now) noexcept
{
  if (first > now) {
    return first;
  }
  const auto passed = static_cast<std::uint64_t>(now.time_since_epoch().count()) -
                      static_cast<std::uint64_t>(first.time_since_epoch().count());
  const auto of_period = passed % static_cast<std::uint64_t>(period.count());
  return saturated_add(now, period - duration(static_cast<duration::rep>(of_period)));
}

// A point of time that a user passes to a stream: one that the stream's clock will show
// (scheduler::clock_now()), or one of the machine's steady clock, as in RxCpp, which is converted
// to the same distance from now on the stream's clock. time_point::max() means "never".
class moment
{
public:
  // A point on the stream's clock.
  moment(time_point when) noexcept : when_(when) {}
  // A point on the machine's steady clock.
  moment(std::chrono::steady_clock::time_point when) noexcept
  : when_(std::chrono::duration_cast<duration>(when.time_since_epoch())), steady_(true)
  {
  }

  // Returns the time of the scheduler at which this point is due. `now` is the scheduler's time and
  // `clock_now` the time that its clock shows.
  time_point due(time_point now, time_point clock_now) const noexcept
  {
    if (when_ == time_point::max() || when_ == time_point::min()) {
      return when_;
    }
    const time_point shown = steady_ ? scheduler_clock::now() : clock_now;
    return saturated_add(now, saturated_difference(when_, shown));
  }

private:
  time_point when_;
  bool steady_ = false;
};

}  // namespace rx

#endif  // RX__TIME_HPP_
