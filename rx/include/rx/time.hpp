// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Points and spans of time on a scheduler's clock; used wherever rx waits.

#ifndef RX__TIME_HPP_
#define RX__TIME_HPP_

#include <chrono>

namespace rx
{

// All periods and delays have nanoseconds, so 60 Hz is 16 666 667 ns and not 16 ms.
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

// A point of time where a stream is told of one: of its clock; or of the machine's steady clock, as
// RxCpp has it, which on the stream's clock is as far from now.
class moment
{
public:
  moment(time_point when) noexcept : when_(when) {}
  moment(std::chrono::steady_clock::time_point when) noexcept
  : when_(std::chrono::duration_cast<duration>(when.time_since_epoch())), steady_(true)
  {
  }

  // On a clock that shows `now`.
  time_point on_clock(time_point now) const noexcept
  {
    return steady_ ? now + (when_ - scheduler_clock::now()) : when_;
  }

private:
  time_point when_;
  bool steady_ = false;
};

}  // namespace rx

#endif  // RX__TIME_HPP_
