// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A signed span of time in nanoseconds with checked arithmetic; used wherever ROS 2 takes a
// duration.
#ifndef RCLCPP__DURATION_HPP_
#define RCLCPP__DURATION_HPP_

#include <chrono>
#include <cstdint>

#include "builtin_interfaces/msg/duration.hpp"
#include "builtin_interfaces/msg/time.hpp"
#include "rcl/time.h"
#include "rclcpp/detail/to_nanoseconds.hpp"
#include "rclcpp/visibility_control.hpp"
#include "rmw/types.h"

namespace rclcpp
{

/// A signed span of time in nanoseconds.
/// Arithmetic that leaves the range of int64 throws std::overflow_error or std::underflow_error.
/// Plain value: as thread-safe as an int.
class RCLCPP_PUBLIC Duration
{
public:
  /// `seconds` and `nanoseconds` are added; -1 s is (-1, 0), -0.5 s is (-1, 500'000'000).
  Duration(int32_t seconds, uint32_t nanoseconds);
  explicit Duration(std::chrono::nanoseconds nanoseconds);
  template <typename Rep, typename Period>
  // NOLINTNEXTLINE(google-explicit-constructor): ROS 2 converts
  Duration(const std::chrono::duration<Rep, Period> & duration)
  : Duration(rclcpp::detail::to_nanoseconds(duration))
  {
  }
  // NOLINTNEXTLINE(google-explicit-constructor): ROS 2 converts
  Duration(const builtin_interfaces::msg::Duration & duration_msg);
  explicit Duration(const rcl_duration_t & duration);
  Duration(const Duration & rhs) = default;
  virtual ~Duration() = default;

  /// Saturates: beyond ±2^31 s the result is the nearest value that the message can hold.
  operator builtin_interfaces::msg::Duration() const;

  Duration & operator=(const Duration & rhs) = default;
  Duration & operator=(const builtin_interfaces::msg::Duration & duration_msg);

  bool operator==(const Duration & rhs) const { return nanoseconds_ == rhs.nanoseconds_; }
  bool operator!=(const Duration & rhs) const { return nanoseconds_ != rhs.nanoseconds_; }
  bool operator<(const Duration & rhs) const { return nanoseconds_ < rhs.nanoseconds_; }
  bool operator<=(const Duration & rhs) const { return nanoseconds_ <= rhs.nanoseconds_; }
  bool operator>(const Duration & rhs) const { return nanoseconds_ > rhs.nanoseconds_; }
  bool operator>=(const Duration & rhs) const { return nanoseconds_ >= rhs.nanoseconds_; }

  // Sums have the room of ±(2^63 - 1) ns.
  Duration operator+(const Duration & rhs) const;
  Duration & operator+=(const Duration & rhs);
  Duration operator-(const Duration & rhs) const;
  Duration & operator-=(const Duration & rhs);
  /// Throws std::runtime_error if `scale` is not finite.
  Duration operator*(double scale) const;
  Duration & operator*=(double scale);

  /// The longest that a message can hold: 2^31 s less a nanosecond.
  static Duration max();

  rcl_duration_value_t nanoseconds() const { return nanoseconds_; }
  /// Loses precision beyond 2^53 ns.
  double seconds() const;

  static Duration from_seconds(double seconds);
  static Duration from_nanoseconds(rcl_duration_value_t nanoseconds);
  static Duration from_rmw_time(rmw_time_t duration);

  template <class DurationT>
  DurationT to_chrono() const
  {
    return std::chrono::duration_cast<DurationT>(std::chrono::nanoseconds(nanoseconds_));
  }

  /// Throws std::runtime_error if the duration is negative, which rmw_time_t cannot hold.
  rmw_time_t to_rmw_time() const;

private:
  Duration() = default;

  rcl_duration_value_t nanoseconds_ = 0;
};

/// Messages with durations, as C++17 compares them: in the type of what stands at the left. Since
/// each converts to the other, C++20 would find two ways.
inline bool operator==(const builtin_interfaces::msg::Duration & lhs, const Duration & rhs)
{
  return lhs == static_cast<builtin_interfaces::msg::Duration>(rhs);
}
inline bool operator==(const Duration & lhs, const builtin_interfaces::msg::Duration & rhs)
{
  return lhs == Duration(rhs);
}
inline bool operator!=(const builtin_interfaces::msg::Duration & lhs, const Duration & rhs)
{
  return !(lhs == rhs);
}
inline bool operator!=(const Duration & lhs, const builtin_interfaces::msg::Duration & rhs)
{
  return !(lhs == rhs);
}

/// The result may be before the epoch. Throw std::runtime_error if `lhs` is, std::overflow_error
/// and std::underflow_error if the sum has no room in nanoseconds.
RCLCPP_PUBLIC builtin_interfaces::msg::Time operator+(
  const builtin_interfaces::msg::Time & lhs, const Duration & rhs);
RCLCPP_PUBLIC builtin_interfaces::msg::Time operator-(
  const builtin_interfaces::msg::Time & lhs, const Duration & rhs);

}  // namespace rclcpp

#endif  // RCLCPP__DURATION_HPP_
