// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A clock's time together with its jumps, for waits that jumps must neither shorten nor prolong.
#ifndef TIME__CLOCK_READING_HPP_
#define TIME__CLOCK_READING_HPP_

#include <cstdint>

#include "rclcpp/clock.hpp"

namespace rclcpp::detail
{

/// Both values are of one moment: no jump comes between them.
struct ClockReading
{
  std::int64_t now;        // ns
  std::int64_t went_back;  // ns, by how much simulated time was set back in all, as a negative sum
};

/// Throws exceptions::RCLError if the clock has no time.
ClockReading read(Clock & clock);

}  // namespace rclcpp::detail

#endif  // TIME__CLOCK_READING_HPP_
