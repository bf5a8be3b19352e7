// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Rate: sleeping to the beat.
#include "rclcpp/rate.hpp"

#include <algorithm>
#include <stdexcept>

namespace rclcpp
{

namespace
{
Duration period_of(double rate)
{
  if (rate > 0.0) {
    return Duration::from_seconds(1.0 / rate);
  }
  throw std::invalid_argument("rate must be greater than 0");  // programs compare these words
}
}  // namespace

Rate::Rate(double rate, Clock::SharedPtr clock) : Rate(period_of(rate), std::move(clock))
{
}

Rate::Rate(const Duration & period, Clock::SharedPtr clock)
: clock_(std::move(clock)), period_(period), begin_(clock_->now())
{
  if (period_.nanoseconds() <= 0) {
    throw std::invalid_argument("period must be greater than 0");  // programs compare these words
  }
}

bool Rate::sleep()
{
  const Time now = clock_->now();
  const Time end = std::min(begin_, now) + period_;  // the lesser is now if time was set back
  const bool is_missed = now - end > period_;
  begin_ = is_missed ? now : end;  // periods that were missed are not made up for
  return now < end && clock_->sleep_until(end);
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
