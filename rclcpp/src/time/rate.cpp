// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Rate: sleeping until the end of each period.
#include "rclcpp/rate.hpp"

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <utility>

#include "base/saturated.hpp"

namespace rclcpp
{

namespace
{
Duration period_of(double rate)
{
  if (rate > 0.0) {
    return Duration::from_seconds(1.0 / rate);
  }
  throw std::invalid_argument("rate must be greater than 0");  // programs compare this text
}

Clock & checked(const Clock::SharedPtr & clock)
{
  if (!clock) {
    throw std::invalid_argument("Rate: the clock is null");
  }
  return *clock;
}
}  // namespace

Rate::Rate(double rate, Clock::SharedPtr clock) : Rate(period_of(rate), std::move(clock))
{
}

Rate::Rate(const Duration & period, Clock::SharedPtr clock)
: clock_(std::move(clock)), period_(period), begin_(checked(clock_).now())
{
  if (period_.nanoseconds() <= 0) {
    throw std::invalid_argument("period must be greater than 0");  // programs compare this text
  }
}

bool Rate::sleep()
{
  const auto at = [this](std::int64_t ns) { return Time(ns, clock_->get_clock_type()); };
  const std::int64_t period = period_.nanoseconds();
  const std::int64_t now = clock_->now().nanoseconds();
  // The minimum is `now` if time was set back.
  const std::int64_t end = base::add_saturated(std::min(begin_.nanoseconds(), now), period);
  const auto is_missed = [&](std::int64_t time) {
    return base::subtract_saturated(time, end) > period;
  };
  begin_ = at(is_missed(now) ? now : end);  // missed periods are skipped
  if (now >= end) {
    return false;
  }
  const bool slept = clock_->sleep_for(Duration::from_nanoseconds(end - now));
  // The schedule belongs to another time if time was set back, started, or changed its source.
  const std::int64_t awake = clock_->now().nanoseconds();
  if (awake < end || is_missed(awake)) {
    begin_ = at(awake);
  }
  return slept;
}

rcl_clock_type_t Rate::get_type() const
{
  return clock_->get_clock_type();
}
void Rate::reset()
{
  begin_ = clock_->now();
}
std::chrono::nanoseconds Rate::period() const
{
  return std::chrono::nanoseconds(period_.nanoseconds());
}

WallRate::WallRate(double rate) : Rate(rate, std::make_shared<Clock>(RCL_STEADY_TIME))
{
}
WallRate::WallRate(const Duration & period) : Rate(period, std::make_shared<Clock>(RCL_STEADY_TIME))
{
}

ROSRate::ROSRate(double rate) : Rate(rate, std::make_shared<Clock>(RCL_ROS_TIME))
{
}
ROSRate::ROSRate(const Duration & period) : Rate(period, std::make_shared<Clock>(RCL_ROS_TIME))
{
}

}  // namespace rclcpp
