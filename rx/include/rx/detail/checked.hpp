// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The checks of operator arguments.

#ifndef RX__DETAIL__CHECKED_HPP_
#define RX__DETAIL__CHECKED_HPP_

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "rx/time.hpp"

namespace rx::detail
{

// Returns a number of items or times. Throws std::invalid_argument if it is negative; as an
// unsigned number it would be huge.
template <std::integral N>
constexpr std::uint64_t not_negative(N n, const char * text)
{
  if constexpr (std::is_signed_v<N>) {
    if (n < 0) {
      throw std::invalid_argument(text + (": " + std::to_string(n)));
    }
  }
  return static_cast<std::uint64_t>(n);
}

// Returns a period. Throws std::invalid_argument unless it is positive.
inline duration positive(duration period, const char * what)
{
  if (period <= duration::zero()) {
    throw std::invalid_argument(
      std::string(what) + " must be positive, and is " + std::to_string(period.count()) + " ns");
  }
  return period;
}

// Returns the capacity of a queue. Throws std::invalid_argument unless it is at least 1 and at most
// 2^32.
template <std::integral N>
constexpr std::size_t room_for(N n, const char * what)
{
  if (n < 1 || static_cast<std::uint64_t>(n) > (std::uint64_t{1} << 32)) {
    throw std::invalid_argument(
      std::string(what) + " must be at least 1 and at most 2^32, and is " + std::to_string(n));
  }
  return static_cast<std::size_t>(n);
}

}  // namespace rx::detail

#endif  // RX__DETAIL__CHECKED_HPP_
