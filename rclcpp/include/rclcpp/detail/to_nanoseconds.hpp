// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Durations of users in ns: one that is too long for them means for ever.
#ifndef RCLCPP__DETAIL__TO_NANOSECONDS_HPP_
#define RCLCPP__DETAIL__TO_NANOSECONDS_HPP_

#include <chrono>
#include <ratio>

namespace rclcpp::detail
{

/// As std::chrono::duration_cast, but stops at the ends of the range instead of wrapping.
template <typename RepT, typename PeriodT>
constexpr std::chrono::nanoseconds to_nanoseconds(std::chrono::duration<RepT, PeriodT> duration)
{
  // In floating point no unit overflows; and what is not below 2^63 does not get there by rounding.
  const std::chrono::duration<long double, std::nano> wanted = duration;
  if (wanted.count() >= 0x1p63L) {
    return std::chrono::nanoseconds::max();
  }
  if (wanted.count() < -0x1p63L) {
    return std::chrono::nanoseconds::min();
  }
  return std::chrono::duration_cast<std::chrono::nanoseconds>(duration);
}

}  // namespace rclcpp::detail

#endif  // RCLCPP__DETAIL__TO_NANOSECONDS_HPP_
