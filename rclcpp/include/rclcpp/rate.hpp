// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Rate and WallRate: sleep so that a loop runs at a frequency.
#ifndef RCLCPP__RATE_HPP_
#define RCLCPP__RATE_HPP_

#include <chrono>

#include "rclcpp/clock.hpp"
#include "rclcpp/detail/brought_along.hpp"
#include "rclcpp/duration.hpp"
#include "rclcpp/macros.hpp"
#include "rclcpp/visibility_control.hpp"

namespace rclcpp
{

/// What all rates can do.
class RateBase
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(RateBase)

  virtual ~RateBase() = default;
  virtual bool sleep() = 0;
  virtual rcl_clock_type_t get_type() const = 0;
  [[deprecated("use get_type()")]] virtual bool is_steady() const
  {
    return get_type() == RCL_STEADY_TIME;
  }
  virtual void reset() = 0;

protected:
  RateBase() = default;
};

/// Sleeps to the next multiple of its period, counted from its construction or reset(). One thread
/// at a time.
class RCLCPP_PUBLIC Rate : public RateBase
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS(Rate)

  /// `rate` in Hz. Throws std::invalid_argument unless it is positive.
  explicit Rate(double rate, Clock::SharedPtr clock = std::make_shared<Clock>(RCL_SYSTEM_TIME));
  /// Throws std::invalid_argument unless the period is positive.
  explicit Rate(
    const Duration & period, Clock::SharedPtr clock = std::make_shared<Clock>(RCL_SYSTEM_TIME));

  /// Sleeps until the period is over. False if it was over already (then, if more than one period
  /// late, the schedule starts anew from now) or the context shut down.
  bool sleep() override;
  rcl_clock_type_t get_type() const override;
  void reset() override;
  std::chrono::nanoseconds period() const;

private:
  Clock::SharedPtr clock_;
  Duration period_;
  Time begin_;  // of the period under way
};

/// A Rate on steady time.
class RCLCPP_PUBLIC WallRate : public Rate
{
public:
  explicit WallRate(double rate);
  explicit WallRate(const Duration & period);
};

/// A Rate on ROS time (simulated only if `clock` follows a time source).
class RCLCPP_PUBLIC ROSRate : public Rate
{
public:
  explicit ROSRate(double rate);
  explicit ROSRate(const Duration & period);
};

/// A rate on a std::chrono clock; ROS 2 deprecates it in favour of Rate.
template <class ChronoClock = std::chrono::system_clock>
class GenericRate : public Rate
{
public:
  explicit GenericRate(double rate) : Rate(rate, make_clock()) {}
  explicit GenericRate(std::chrono::nanoseconds period) : Rate(Duration(period), make_clock()) {}

private:
  static Clock::SharedPtr make_clock()
  {
    return std::make_shared<Clock>(ChronoClock::is_steady ? RCL_STEADY_TIME : RCL_SYSTEM_TIME);
  }
};

}  // namespace rclcpp

#endif  // RCLCPP__RATE_HPP_
