// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A signed time span in nanoseconds with checked arithmetic, for all functions that take a ROS 2
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

/// A signed time span in nanoseconds. Arithmetic that leaves the range of int64 throws
/// std::overflow_error or std::underflow_error. A plain value, not thread-safe.
class RCLCPP_PUBLIC Duration
{
public:
  /// Adds `seconds` and `nanoseconds`: -1 s is (-1, 0), -0.5 s is (-1, 500'000'000).
  Duration(std::int32_t seconds, std::uint32_t nanoseconds);
  /// Takes a time span in nanoseconds.
  explicit Duration(std::chrono::nanoseconds nanoseconds);
  template <typename Rep, typename Period>
  // NOLINTNEXTLINE(google-explicit-constructor): ROS 2 converts
  Duration(const std::chrono::duration<Rep, Period> & duration)
  : Duration(rclcpp::detail::to_nanoseconds(duration))
  {
  }
  // NOLINTNEXTLINE(google-explicit-constructor): ROS 2 converts
  Duration(const builtin_interfaces::msg::Duration & duration_msg);
  /// Takes the nanoseconds of the C struct.
  explicit Duration(const rcl_duration_t & duration);
  /// Copies the duration.
  Duration(const Duration & rhs) = default;
  virtual ~Duration() = default;

  /// Converts to a message and saturates: beyond ±2^31 s the result is the nearest value of the
  /// message.
  operator builtin_interfaces::msg::Duration() const;

  /// Copies the duration.
  Duration & operator=(const Duration & rhs) = default;
  /// Assigns the duration of a message.
  Duration & operator=(const builtin_interfaces::msg::Duration & duration_msg);

  /// Returns true if both have the same number of nanoseconds.
  bool operator==(const Duration & rhs) const { return nanoseconds_ == rhs.nanoseconds_; }
  /// Returns true if the numbers of nanoseconds differ.
  bool operator!=(const Duration & rhs) const { return nanoseconds_ != rhs.nanoseconds_; }
  /// Returns true if this duration is shorter; negative durations are shorter than zero.
  bool operator<(const Duration & rhs) const { return nanoseconds_ < rhs.nanoseconds_; }
  /// Returns true if this duration is not longer.
  bool operator<=(const Duration & rhs) const { return nanoseconds_ <= rhs.nanoseconds_; }
  /// Returns true if this duration is longer.
  bool operator>(const Duration & rhs) const { return nanoseconds_ > rhs.nanoseconds_; }
  /// Returns true if this duration is not shorter.
  bool operator>=(const Duration & rhs) const { return nanoseconds_ >= rhs.nanoseconds_; }

  // Sums have the range of ±(2^63 - 1) ns.
  Duration operator+(const Duration & rhs) const;
  /// Adds `rhs`. Throws as operator+().
  Duration & operator+=(const Duration & rhs);
  /// Returns the difference. Throws std::overflow_error or std::underflow_error if it is out of
  /// range.
  Duration operator-(const Duration & rhs) const;
  /// Subtracts `rhs`. Throws as operator-().
  Duration & operator-=(const Duration & rhs);
  /// Throws std::runtime_error if `scale` is not finite, and on overflow.
  Duration operator*(double scale) const;
  /// Multiplies by `scale`. Throws as operator*().
  Duration & operator*=(double scale);

  /// Returns the longest duration of a message: 2^31 s less a nanosecond.
  static Duration max();

  /// Returns the time span in nanoseconds.
  rcl_duration_value_t nanoseconds() const { return nanoseconds_; }
  /// Returns the time span in seconds; loses precision beyond 2^53 ns.
  double seconds() const;

  /// Converts from seconds. Throws std::overflow_error or std::underflow_error out of range.
  static Duration from_seconds(double seconds);
  /// Converts from nanoseconds.
  static Duration from_nanoseconds(rcl_duration_value_t nanoseconds);
  /// Converts from rmw's time; a longer one saturates.
  static Duration from_rmw_time(rmw_time_t duration);

  template <class DurationT>
  /// Converts to a std::chrono::duration.
  DurationT to_chrono() const
  {
    return std::chrono::duration_cast<DurationT>(std::chrono::nanoseconds(nanoseconds_));
  }

  /// Converts to rmw's time. Throws std::runtime_error if the duration is negative, which
  /// rmw_time_t cannot hold.
  rmw_time_t to_rmw_time() const;

private:
  Duration() = default;

  rcl_duration_value_t nanoseconds_ = 0;
};

/// Compare messages with durations in the type of the left operand. Each type converts to the
/// other, so C++20's rewritten operators would be ambiguous without these.
inline bool operator==(const builtin_interfaces::msg::Duration & lhs, const Duration & rhs)
{
  return lhs == static_cast<builtin_interfaces::msg::Duration>(rhs);
}
/// Compares a duration with a message in the type of the duration.
inline bool operator==(const Duration & lhs, const builtin_interfaces::msg::Duration & rhs)
{
  return lhs == Duration(rhs);
}
/// Compares a message with a duration in the type of the message.
inline bool operator!=(const builtin_interfaces::msg::Duration & lhs, const Duration & rhs)
{
  return !(lhs == rhs);
}
/// Compares a duration with a message in the type of the duration.
inline bool operator!=(const Duration & lhs, const builtin_interfaces::msg::Duration & rhs)
{
  return !(lhs == rhs);
}

/// Add a duration to a time, or subtract it. The result may be before the epoch. Throw
/// std::runtime_error if `lhs` is before the epoch, std::overflow_error and std::underflow_error if
/// the sum does not fit into nanoseconds.
RCLCPP_PUBLIC builtin_interfaces::msg::Time operator+(
  const builtin_interfaces::msg::Time & lhs, const Duration & rhs);
/// Returns the time `rhs` earlier. Throws as the sum.
RCLCPP_PUBLIC builtin_interfaces::msg::Time operator-(
  const builtin_interfaces::msg::Time & lhs, const Duration & rhs);

}  // namespace rclcpp

#endif  // RCLCPP__DURATION_HPP_
