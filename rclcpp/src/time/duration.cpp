// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Duration: checked arithmetic and conversions.
#include "rclcpp/duration.hpp"

#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>

#include "rclcpp/time.hpp"
#include "time/checked.hpp"

namespace rclcpp
{

namespace
{
constexpr std::int64_t one_second = RCL_S_TO_NS(1LL);

// A double of 2^63 ns or more does not fit into int64. Check it before the conversion, which would
// be undefined.
std::int64_t checked_nanoseconds(long double nanoseconds, const char * operation)
{
  if (nanoseconds >= 0x1p63L) {
    throw std::overflow_error(std::string(operation) + " leads to int64_t overflow");
  }
  if (nanoseconds < -0x1p63L) {
    throw std::underflow_error(std::string(operation) + " leads to int64_t underflow");
  }
  return static_cast<std::int64_t>(nanoseconds);
}

// The smallest int64 has no opposite; as in ROS 2, no sum of two durations may be that value.
std::int64_t symmetric(std::int64_t nanoseconds, std::int64_t lhs, const char * operation)
{
  if (lhs < 0 && nanoseconds == std::numeric_limits<std::int64_t>::min() && lhs != nanoseconds) {
    throw std::underflow_error(std::string(operation) + " leads to int64_t underflow");
  }
  return nanoseconds;
}

// Returns nanoseconds since the epoch.
std::int64_t stamp_of(const builtin_interfaces::msg::Time & time)
{
  if (time.sec < 0) {
    throw std::runtime_error(
      "a stamp before the epoch (" + std::to_string(time.sec) + " s) cannot be moved");
  }
  return time.sec * one_second + time.nanosec;
}
}  // namespace

Duration::Duration(std::int32_t seconds, std::uint32_t nanoseconds)
: nanoseconds_(seconds * one_second + nanoseconds)
{
}

Duration::Duration(std::chrono::nanoseconds nanoseconds) : nanoseconds_(nanoseconds.count())
{
}

Duration::Duration(const builtin_interfaces::msg::Duration & duration_msg)
: Duration(duration_msg.sec, duration_msg.nanosec)
{
}

Duration::Duration(const rcl_duration_t & duration) : nanoseconds_(duration.nanoseconds)
{
}

Duration::operator builtin_interfaces::msg::Duration() const
{
  const detail::SecondsAndNanoseconds split = detail::split_seconds(nanoseconds_);
  builtin_interfaces::msg::Duration message;
  message.sec = split.seconds;
  message.nanosec = split.nanoseconds;
  return message;
}

Duration & Duration::operator=(const builtin_interfaces::msg::Duration & duration_msg)
{
  return *this = Duration(duration_msg);
}

Duration Duration::operator+(const Duration & rhs) const
{
  return from_nanoseconds(symmetric(
    detail::checked_add(nanoseconds_, rhs.nanoseconds_, "addition"), nanoseconds_, "addition"));
}

Duration & Duration::operator+=(const Duration & rhs)
{
  return *this = *this + rhs;
}

Duration Duration::operator-(const Duration & rhs) const
{
  constexpr const char * operation = "duration subtraction";
  return from_nanoseconds(symmetric(
    detail::checked_subtract(nanoseconds_, rhs.nanoseconds_, operation), nanoseconds_, operation));
}

Duration & Duration::operator-=(const Duration & rhs)
{
  return *this = *this - rhs;
}

Duration Duration::operator*(double scale) const
{
  if (!std::isfinite(scale)) {
    throw std::runtime_error("abnormal scale in rclcpp::Duration");
  }
  // long double has the 64 bits of mantissa that int64 needs
  return from_nanoseconds(checked_nanoseconds(
    static_cast<long double>(nanoseconds_) * static_cast<long double>(scale), "duration scaling"));
}

Duration & Duration::operator*=(double scale)
{
  return *this = *this * scale;
}

Duration Duration::max()
{
  return Duration(std::numeric_limits<std::int32_t>::max(), 999'999'999);
}

double Duration::seconds() const
{
  return static_cast<double>(nanoseconds_) / one_second;
}

Duration Duration::from_seconds(double seconds)
{
  if (!std::isfinite(seconds)) {
    throw std::runtime_error("seconds of a rclcpp::Duration must be finite");
  }
  return from_nanoseconds(
    checked_nanoseconds(static_cast<long double>(seconds) * one_second, "conversion from seconds"));
}

Duration Duration::from_nanoseconds(rcl_duration_value_t nanoseconds)
{
  Duration duration;
  duration.nanoseconds_ = nanoseconds;
  return duration;
}

Duration Duration::from_rmw_time(rmw_time_t duration)
{
  // rmw_time_t is unsigned and may hold more than int64 nanoseconds ("infinite" does): saturate
  constexpr std::uint64_t limit =
    static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  std::uint64_t total = 0;
  if (
    __builtin_mul_overflow(duration.sec, static_cast<std::uint64_t>(one_second), &total) ||
    __builtin_add_overflow(total, duration.nsec, &total) || total > limit) {
    return from_nanoseconds(std::numeric_limits<std::int64_t>::max());
  }
  return from_nanoseconds(static_cast<std::int64_t>(total));
}

rmw_time_t Duration::to_rmw_time() const
{
  if (nanoseconds_ < 0) {
    throw std::runtime_error(
      "a negative duration has no rmw_time_t: " + std::to_string(nanoseconds_) + " ns");
  }
  rmw_time_t time{};
  time.sec = static_cast<std::uint64_t>(nanoseconds_ / one_second);
  time.nsec = static_cast<std::uint64_t>(nanoseconds_ % one_second);
  return time;
}

builtin_interfaces::msg::Time operator+(
  const builtin_interfaces::msg::Time & lhs, const Duration & rhs)
{
  return convert_rcl_time_to_sec_nanos(
    detail::checked_add(stamp_of(lhs), rhs.nanoseconds(), "addition"));
}

builtin_interfaces::msg::Time operator-(
  const builtin_interfaces::msg::Time & lhs, const Duration & rhs)
{
  return convert_rcl_time_to_sec_nanos(
    detail::checked_subtract(stamp_of(lhs), rhs.nanoseconds(), "subtraction"));
}

}  // namespace rclcpp
