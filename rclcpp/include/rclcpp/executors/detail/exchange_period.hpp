// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Changes the period of an existing timer, which rcl supports (rcl_timer_exchange_period) and
// rclcpp does not; for libraries with changing deadlines.
#ifndef RCLCPP__EXECUTORS__DETAIL__EXCHANGE_PERIOD_HPP_
#define RCLCPP__EXECUTORS__DETAIL__EXCHANGE_PERIOD_HPP_

#include <chrono>
#include <memory>

#include "rclcpp/timer.hpp"
#include "rclcpp/visibility_control.hpp"

namespace rclcpp::executors::detail
{

/// Gives the timer a period of 0 or more from the next call or TimerBase::reset() on. Returns the
/// previous period. Thread-safe.
RCLCPP_PUBLIC std::chrono::nanoseconds exchange_period(
  const std::shared_ptr<TimerBase> & timer, std::chrono::nanoseconds period);

}  // namespace rclcpp::executors::detail

#endif  // RCLCPP__EXECUTORS__DETAIL__EXCHANGE_PERIOD_HPP_
