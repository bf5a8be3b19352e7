// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Arithmetic with times and durations that saturates at the ends of int64; the maximum means never.
#ifndef BASE__SATURATED_HPP_
#define BASE__SATURATED_HPP_

#include <cstdint>
#include <limits>

namespace base
{

/// Returns a + b, saturated.
constexpr std::int64_t add_saturated(std::int64_t a, std::int64_t b) noexcept
{
  std::int64_t sum = 0;
  if (__builtin_add_overflow(a, b, &sum)) {
    return b > 0 ? std::numeric_limits<std::int64_t>::max()
                 : std::numeric_limits<std::int64_t>::min();
  }
  return sum;
}

/// Returns a - b, saturated.
constexpr std::int64_t subtract_saturated(std::int64_t a, std::int64_t b) noexcept
{
  std::int64_t difference = 0;
  if (__builtin_sub_overflow(a, b, &difference)) {
    return b < 0 ? std::numeric_limits<std::int64_t>::max()
                 : std::numeric_limits<std::int64_t>::min();
  }
  return difference;
}

}  // namespace base

#endif  // BASE__SATURATED_HPP_
