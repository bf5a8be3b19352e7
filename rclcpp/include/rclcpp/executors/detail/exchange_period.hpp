// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Another period for a timer that exists, which rcl has (rcl_timer_exchange_period) and rclcpp has
// not; for libraries that are due at changing times.
#ifndef RCLCPP__EXECUTORS__DETAIL__EXCHANGE_PERIOD_HPP_
#define RCLCPP__EXECUTORS__DETAIL__EXCHANGE_PERIOD_HPP_

#include <chrono>
#include <memory>

#include "rclcpp/timer.hpp"
#include "rclcpp/visibility_control.hpp"

namespace rclcpp::executors::detail
{

/// From the next call or TimerBase::reset() on, the timer has this period, of 0 or more. Returns
/// the one before. Thread-safe.
RCLCPP_PUBLIC std::chrono::nanoseconds exchange_period(
  const std::shared_ptr<TimerBase> & timer, std::chrono::nanoseconds period);

}  // namespace rclcpp::executors::detail

#endif  // RCLCPP__EXECUTORS__DETAIL__EXCHANGE_PERIOD_HPP_
