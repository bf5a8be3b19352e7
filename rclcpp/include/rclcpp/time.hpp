// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A point in time of one clock type, with checked arithmetic; for stamps and clocks.
#ifndef RCLCPP__TIME_HPP_
#define RCLCPP__TIME_HPP_

#include <cstdint>

#include "builtin_interfaces/msg/time.hpp"
#include "rcl/time.h"
#include "rclcpp/duration.hpp"
#include "rclcpp/visibility_control.hpp"

namespace rclcpp
{

class Clock;

/// A point in time: nanoseconds since the epoch of its clock type. Comparing or subtracting times
/// of different clock types throws std::runtime_error. Arithmetic that leaves the range of int64
/// throws std::overflow_error or std::underflow_error. A plain value, not thread-safe.
class RCLCPP_PUBLIC Time
{
public:
  /// Adds `seconds` and `nanoseconds`. Throws std::runtime_error if `seconds` is negative.
  Time(
    std::int32_t seconds, std::uint32_t nanoseconds, rcl_clock_type_t clock_type = RCL_SYSTEM_TIME);
  /// Takes nanoseconds since the epoch of the clock type.
  explicit Time(std::int64_t nanoseconds = 0, rcl_clock_type_t clock_type = RCL_SYSTEM_TIME);
  /// Copies the time and the clock type.
  Time(const Time & rhs) = default;
  /// Converts a stamp. Throws std::runtime_error if `time_msg.sec` is negative.
  // NOLINTNEXTLINE(google-explicit-constructor): ROS 2 converts
  Time(const builtin_interfaces::msg::Time & time_msg, rcl_clock_type_t clock_type = RCL_ROS_TIME);
  /// Takes the nanoseconds and the clock type of the C struct.
  explicit Time(const rcl_time_point_t & time_point);
  virtual ~Time() = default;

  /// Converts to a stamp of a message, without the clock type.
  operator builtin_interfaces::msg::Time() const;

  /// Copies the time and the clock type.
  Time & operator=(const Time & rhs) = default;
  /// Assigns a stamp; the clock type becomes RCL_ROS_TIME.
  Time & operator=(const builtin_interfaces::msg::Time & time_msg);

  /// Returns true if both are the same time. Throws std::runtime_error if the clock types differ.
  bool operator==(const Time & rhs) const;
  /// Returns true if the times differ. Throws std::runtime_error if the clock types differ.
  bool operator!=(const Time & rhs) const;
  /// Returns true if this time is earlier. Throws std::runtime_error if the clock types differ.
  bool operator<(const Time & rhs) const;
  /// Returns true if this time is not later. Throws std::runtime_error if the clock types differ.
  bool operator<=(const Time & rhs) const;
  /// Returns true if this time is not earlier. Throws std::runtime_error if the clock types differ.
  bool operator>=(const Time & rhs) const;
  /// Returns true if this time is later. Throws std::runtime_error if the clock types differ.
  bool operator>(const Time & rhs) const;

  /// Returns the time `rhs` later. Throws std::overflow_error or std::underflow_error if the result
  /// is out of the range of 64-bit nanoseconds.
  Time operator+(const Duration & rhs) const;
  /// Returns the duration from `rhs` to this time. Throws std::runtime_error if the clock types
  /// differ, and std::overflow_error or std::underflow_error if the result is out of range.
  Duration operator-(const Time & rhs) const;
  /// Returns the time `rhs` earlier. Throws std::overflow_error or std::underflow_error if the
  /// result is out of the range of 64-bit nanoseconds.
  Time operator-(const Duration & rhs) const;
  /// Moves the time by `rhs` into the future. Throws as operator+().
  Time & operator+=(const Duration & rhs);
  /// Moves the time by `rhs` into the past. Throws as operator-().
  Time & operator-=(const Duration & rhs);

  /// Returns the time in nanoseconds.
  rcl_time_point_value_t nanoseconds() const { return nanoseconds_; }
  /// Returns the latest time of that clock type.
  static Time max(rcl_clock_type_t clock_type = RCL_SYSTEM_TIME);
  /// Returns the time in seconds; loses precision beyond 2^53 ns (about 100 days).
  double seconds() const;
  /// Returns the clock type.
  rcl_clock_type_t get_clock_type() const { return clock_type_; }

private:
  rcl_time_point_value_t nanoseconds_;
  rcl_clock_type_t clock_type_;
};

/// Returns the time `lhs` later than `rhs`. Throws as Time::operator+().
RCLCPP_PUBLIC Time operator+(const Duration & lhs, const Time & rhs);

/// Compare stamps of messages with times in the type of the left operand. Each type converts to the
/// other, so C++20's rewritten operators would be ambiguous without these.
inline bool operator==(const builtin_interfaces::msg::Time & lhs, const Time & rhs)
{
  return lhs == static_cast<builtin_interfaces::msg::Time>(rhs);
}
/// Compares a time with a stamp in the type of the time.
inline bool operator==(const Time & lhs, const builtin_interfaces::msg::Time & rhs)
{
  return lhs == Time(rhs);
}
/// Compares a stamp with a time in the type of the stamp.
inline bool operator!=(const builtin_interfaces::msg::Time & lhs, const Time & rhs)
{
  return !(lhs == rhs);
}
/// Compares a time with a stamp in the type of the time.
inline bool operator!=(const Time & lhs, const builtin_interfaces::msg::Time & rhs)
{
  return !(lhs == rhs);
}

/// Converts nanoseconds to a message; beyond int32 seconds to the nearest value of the message.
RCLCPP_PUBLIC builtin_interfaces::msg::Time convert_rcl_time_to_sec_nanos(
  rcl_time_point_value_t time_point);

}  // namespace rclcpp

#endif  // RCLCPP__TIME_HPP_
