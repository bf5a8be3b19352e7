// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The creation time of the message in an item: its header's stamp. Used by max_age, freshness and
// synchronize.

#ifndef RXROS2__TIME__DETAIL__STAMP_HPP_
#define RXROS2__TIME__DETAIL__STAMP_HPP_

#include <chrono>

#include "rx/time.hpp"

namespace rxros2::detail
{

template <typename U>
concept with_header = requires(const U & value) {
  value.header.stamp.sec;
  value.header.stamp.nanosec;
};

/// Satisfied by a message with a header, or a pointer to one (item<T>, shared_ptr, …).
template <typename U>
concept stamped = with_header<U> || requires(const U & value) {
  value->header.stamp.sec;
  value->header.stamp.nanosec;
};

template <stamped U>
rx::time_point stamp_of(const U & value)
{
  const auto & stamp = [&]() -> const auto & {
    if constexpr (with_header<U>) {
      return value.header.stamp;
    } else {
      return value->header.stamp;
    }
  }();
  return rx::time_point(std::chrono::seconds(stamp.sec) + std::chrono::nanoseconds(stamp.nanosec));
}

}  // namespace rxros2::detail

#endif  // RXROS2__TIME__DETAIL__STAMP_HPP_
