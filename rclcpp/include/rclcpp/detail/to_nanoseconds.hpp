// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Converts durations of users to ns; a duration that is too long means for ever.
#ifndef RCLCPP__DETAIL__TO_NANOSECONDS_HPP_
#define RCLCPP__DETAIL__TO_NANOSECONDS_HPP_

#include <chrono>
#include <ratio>

namespace rclcpp::detail
{

/// Converts as std::chrono::duration_cast, but saturates instead of overflowing. Not-a-number
/// becomes the maximum, as every duration that has no end.
template <typename RepT, typename PeriodT>
constexpr std::chrono::nanoseconds to_nanoseconds(std::chrono::duration<RepT, PeriodT> duration)
{
  // Floating point does not overflow in any unit, and rounding does not raise a smaller value to
  // 2^63.
  const std::chrono::duration<long double, std::nano> wanted = duration;
  if (!(wanted.count() < 0x1p63L)) {  // also true for not-a-number
    return std::chrono::nanoseconds::max();
  }
  if (wanted.count() < -0x1p63L) {
    return std::chrono::nanoseconds::min();
  }
  return std::chrono::duration_cast<std::chrono::nanoseconds>(duration);
}

}  // namespace rclcpp::detail

#endif  // RCLCPP__DETAIL__TO_NANOSECONDS_HPP_
