// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Points and spans of time on a scheduler's clock; used wherever rx waits.

#ifndef RX__TIME_HPP_
#define RX__TIME_HPP_

#include <chrono>

namespace rx
{

// All periods and delays have nanoseconds, so 60 Hz is 16 666 667 ns and not 16 ms.
using duration = std::chrono::nanoseconds;

// Tag of the points of time a scheduler speaks of. Which clock stands behind them (steady, ROS time,
// virtual) is the scheduler's affair; points of two schedulers must not be compared.
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

}  // namespace rx

#endif  // RX__TIME_HPP_
