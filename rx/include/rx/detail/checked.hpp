// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// What operators check when they are made.

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

// A number of items or times. One below zero, which as an unsigned number would be nearly for ever,
// is std::invalid_argument.
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

// A period. One that is not more than zero is std::invalid_argument.
inline duration positive(duration period, const char * what)
{
  if (period <= duration::zero()) {
    throw std::invalid_argument(
      std::string(what) + " must be positive, and is " + std::to_string(period.count()) + " ns");
  }
  return period;
}

// How many items a queue has room for: at least one, and no more than memory could ever hold.
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
