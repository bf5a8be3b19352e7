// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// What operators check when they are made.

#ifndef RX__DETAIL__CHECKED_HPP_
#define RX__DETAIL__CHECKED_HPP_

#include <concepts>
#include <cstdint>
#include <stdexcept>
#include <type_traits>

namespace rx::detail
{

// A number of items or times. One below zero, which as an unsigned number would be nearly for ever,
// is std::invalid_argument.
template <std::integral N>
constexpr std::uint64_t not_negative(N n, const char * text)
{
  if constexpr (std::is_signed_v<N>) {
    if (n < 0) {
      throw std::invalid_argument(text);
    }
  }
  return static_cast<std::uint64_t>(n);
}

}  // namespace rx::detail

#endif  // RX__DETAIL__CHECKED_HPP_
