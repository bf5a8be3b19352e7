// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Points and spans of time on a scheduler's clock; used wherever rx waits.

#ifndef RX__TIME_HPP_
#define RX__TIME_HPP_

#include <chrono>
#include <cstdint>

namespace rx
{

// All periods and delays have nanoseconds, so 60 Hz is 16 666 667 ns and not 16 ms.
// duration::max(), 292 years, means "never" wherever a span is asked for: a limit that long does
// not exist.
using duration = std::chrono::nanoseconds;

// Tag of the points of time a scheduler speaks of. Which clock stands behind them (steady, ROS
// time, virtual) is the scheduler's affair; points of two schedulers must not be compared.
struct scheduler_clock
{
  using duration = rx::duration;
  using rep = duration::rep;
  using period = duration::period;
  using time_point = std::chrono::time_point<scheduler_clock, duration>;
  static constexpr bool is_steady = false;

  // The time of the schedulers of rx that have no virtual one, which is the machine's steady clock.
  static time_point now() noexcept
  {
    return time_point(std::chrono::steady_clock::now().time_since_epoch());
  }
};

using time_point = scheduler_clock::time_point;

// from + span, kept within what a time_point can show. time_point::max() is "never": nothing that
// is scheduled for it runs, and no span leads away from it.
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

// to - from, kept within what a duration can show.
constexpr duration saturated_difference(time_point to, time_point from) noexcept
{
  duration::rep difference = 0;
  if (__builtin_sub_overflow(
        to.time_since_epoch().count(), from.time_since_epoch().count(), &difference)) {
    return to > from ? duration::max() : duration::min();
  }
  return duration(difference);
}

// The first of the points first, first + period, first + 2·period … that is later than `now`. The
// period is positive. The work is the same however far `now` is, also after a jump of a clock.
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

// A point of time that a stream is given: one that its clock will show (scheduler::clock_now()); or
// one of the machine's steady clock, as RxCpp has it, which on the stream's clock is as far from
// now. time_point::max() is "never".
class moment
{
public:
  moment(time_point when) noexcept : when_(when) {}
  moment(std::chrono::steady_clock::time_point when) noexcept
  : when_(std::chrono::duration_cast<duration>(when.time_since_epoch())), steady_(true)
  {
  }

  // When a scheduler whose time is `now`, and whose clock shows `clock_now`, has to run what is due
  // at this point.
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
