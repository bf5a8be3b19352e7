// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Rate and WallRate run a loop at a frequency.
#ifndef RCLCPP__RATE_HPP_
#define RCLCPP__RATE_HPP_

#include <chrono>

#include "rclcpp/clock.hpp"
#include "rclcpp/detail/transitive_includes.hpp"
#include "rclcpp/duration.hpp"
#include "rclcpp/macros.hpp"
#include "rclcpp/visibility_control.hpp"

namespace rclcpp
{

/// The interface of all rates.
class RateBase
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(RateBase)

  virtual ~RateBase() = default;
  /// Sleeps until the end of the period. Returns false if it was already over.
  virtual bool sleep() = 0;
  /// Returns the type of the clock.
  virtual rcl_clock_type_t get_type() const = 0;
  /// Returns true if the clock is steady (RCL_STEADY_TIME).
  [[deprecated("use get_type()")]] virtual bool is_steady() const
  {
    return get_type() == RCL_STEADY_TIME;
  }
  /// Starts the schedule again from now.
  virtual void reset() = 0;

protected:
  RateBase() = default;
};

/// Sleeps until the next multiple of its period, counted from its construction or reset(). One
/// thread at a time may use it.
class RCLCPP_PUBLIC Rate : public RateBase
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS(Rate)

  /// `rate` is in Hz. Throws std::invalid_argument unless it is positive.
  explicit Rate(double rate, Clock::SharedPtr clock = std::make_shared<Clock>(RCL_SYSTEM_TIME));
  /// Throws std::invalid_argument unless the period is positive.
  explicit Rate(
    const Duration & period, Clock::SharedPtr clock = std::make_shared<Clock>(RCL_SYSTEM_TIME));

  /// Sleeps until the period is over. Returns false if it was already over or the context shut
  /// down. If it is more than one period late, the schedule starts again from now.
  bool sleep() override;
  rcl_clock_type_t get_type() const override;
  void reset() override;
  /// Returns the period.
  std::chrono::nanoseconds period() const;

private:
  Clock::SharedPtr clock_;
  Duration period_;
  Time begin_;  // of the current period
};

/// A Rate in steady time.
class RCLCPP_PUBLIC WallRate : public Rate
{
public:
  /// Creates a rate of `rate` Hz. Throws std::invalid_argument unless it is positive.
  explicit WallRate(double rate);
  /// Creates a rate with the given period. Throws std::invalid_argument unless it is positive.
  explicit WallRate(const Duration & period);
};

/// A Rate in ROS time, which is simulated only if `clock` follows a time source.
class RCLCPP_PUBLIC ROSRate : public Rate
{
public:
  /// Creates a rate of `rate` Hz. Throws std::invalid_argument unless it is positive.
  explicit ROSRate(double rate);
  /// Creates a rate with the given period. Throws std::invalid_argument unless it is positive.
  explicit ROSRate(const Duration & period);
};

/// A Rate in the time of a std::chrono clock; ROS 2 deprecates it in favour of Rate.
template <class ChronoClock = std::chrono::system_clock>
class GenericRate : public Rate
{
public:
  /// Creates a rate of `rate` Hz. Throws std::invalid_argument unless it is positive.
  explicit GenericRate(double rate) : Rate(rate, make_clock()) {}
  /// Creates a rate with the given period. Throws std::invalid_argument unless it is positive.
  explicit GenericRate(std::chrono::nanoseconds period) : Rate(Duration(period), make_clock()) {}

private:
  static Clock::SharedPtr make_clock()
  {
    return std::make_shared<Clock>(ChronoClock::is_steady ? RCL_STEADY_TIME : RCL_SYSTEM_TIME);
  }
};

}  // namespace rclcpp

#endif  // RCLCPP__RATE_HPP_
