// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// int64 arithmetic that throws instead of overflowing, and the split into the seconds and
// nanoseconds of messages; for Time and Duration.
#ifndef TIME__CHECKED_HPP_
#define TIME__CHECKED_HPP_

#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>

namespace rclcpp::detail
{

inline std::int64_t checked_add(std::int64_t x, std::int64_t y, const char * operation)
{
  std::int64_t sum = 0;
  if (__builtin_add_overflow(x, y, &sum)) {
    if (y > 0) {
      throw std::overflow_error(std::string(operation) + " leads to int64_t overflow");
    }
    throw std::underflow_error(std::string(operation) + " leads to int64_t underflow");
  }
  return sum;
}

inline std::int64_t checked_subtract(std::int64_t x, std::int64_t y, const char * operation)
{
  std::int64_t difference = 0;
  if (__builtin_sub_overflow(x, y, &difference)) {
    if (y < 0) {
      throw std::overflow_error(std::string(operation) + " leads to int64_t overflow");
    }
    throw std::underflow_error(std::string(operation) + " leads to int64_t underflow");
  }
  return difference;
}

struct SecondsAndNanoseconds
{
  std::int32_t seconds;
  std::uint32_t nanoseconds;
};

// Nanoseconds count forward from the whole second before, also for negative values. Beyond int32
// seconds ROS 2 saturates to the largest pair or to the smallest second.
inline SecondsAndNanoseconds split_seconds(std::int64_t nanoseconds)
{
  constexpr std::int64_t one_second = 1'000'000'000;
  std::int64_t seconds = nanoseconds / one_second;
  std::int64_t rest = nanoseconds % one_second;
  if (rest < 0) {
    --seconds;
    rest += one_second;
  }
  if (seconds > std::numeric_limits<std::int32_t>::max()) {
    return {std::numeric_limits<std::int32_t>::max(), std::numeric_limits<std::uint32_t>::max()};
  }
  if (seconds < std::numeric_limits<std::int32_t>::min()) {
    return {std::numeric_limits<std::int32_t>::min(), 0};
  }
  return {static_cast<std::int32_t>(seconds), static_cast<std::uint32_t>(rest)};
}

}  // namespace rclcpp::detail

#endif  // TIME__CHECKED_HPP_
