// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Time: checked arithmetic, comparison within one clock type, conversions.
#include "rclcpp/time.hpp"

#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>

#include "time/checked.hpp"

namespace rclcpp
{

namespace
{
void check_same_source(const Time & left, const Time & right, const char * verb)
{
  if (left.get_clock_type() != right.get_clock_type()) {
    throw std::runtime_error(
      std::string("can't ") + verb + " times with different time sources [" +
      std::to_string(left.get_clock_type()) + " != " + std::to_string(right.get_clock_type()) +
      "]");
  }
}
}  // namespace

Time::Time(std::int32_t seconds, std::uint32_t nanoseconds, rcl_clock_type_t clock_type)
: nanoseconds_(RCL_S_TO_NS(static_cast<std::int64_t>(seconds)) + nanoseconds),
  clock_type_(clock_type)
{
  if (seconds < 0) {
    throw std::runtime_error("a time has 0 s or more, got " + std::to_string(seconds) + " s");
  }
}

Time::Time(std::int64_t nanoseconds, rcl_clock_type_t clock_type)
: nanoseconds_(nanoseconds), clock_type_(clock_type)
{
}

Time::Time(const builtin_interfaces::msg::Time & time_msg, rcl_clock_type_t clock_type)
: Time(time_msg.sec, time_msg.nanosec, clock_type)
{
}

Time::Time(const rcl_time_point_t & time_point)
: nanoseconds_(time_point.nanoseconds), clock_type_(time_point.clock_type)
{
}

Time::operator builtin_interfaces::msg::Time() const
{
  return convert_rcl_time_to_sec_nanos(nanoseconds_);
}

Time & Time::operator=(const builtin_interfaces::msg::Time & time_msg)
{
  return *this = Time(time_msg);
}

bool Time::operator==(const Time & rhs) const
{
  check_same_source(*this, rhs, "compare");
  return nanoseconds_ == rhs.nanoseconds_;
}

bool Time::operator!=(const Time & rhs) const
{
  return !(*this == rhs);
}

bool Time::operator<(const Time & rhs) const
{
  check_same_source(*this, rhs, "compare");
  return nanoseconds_ < rhs.nanoseconds_;
}

bool Time::operator<=(const Time & rhs) const
{
  return !(rhs < *this);
}
bool Time::operator>=(const Time & rhs) const
{
  return !(*this < rhs);
}
bool Time::operator>(const Time & rhs) const
{
  return rhs < *this;
}

Time Time::operator+(const Duration & rhs) const
{
  return Time(detail::checked_add(nanoseconds_, rhs.nanoseconds(), "addition"), clock_type_);
}

Duration Time::operator-(const Time & rhs) const
{
  check_same_source(*this, rhs, "subtract");
  return Duration::from_nanoseconds(
    detail::checked_subtract(nanoseconds_, rhs.nanoseconds_, "time subtraction"));
}

Time Time::operator-(const Duration & rhs) const
{
  return Time(
    detail::checked_subtract(nanoseconds_, rhs.nanoseconds(), "time subtraction"), clock_type_);
}

Time & Time::operator+=(const Duration & rhs)
{
  return *this = *this + rhs;
}
Time & Time::operator-=(const Duration & rhs)
{
  return *this = *this - rhs;
}

Time Time::max(rcl_clock_type_t clock_type)
{
  return Time(std::numeric_limits<std::int32_t>::max(), 999'999'999, clock_type);
}

double Time::seconds() const
{
  return static_cast<double>(nanoseconds_) / RCL_S_TO_NS(1);
}

Time operator+(const Duration & lhs, const Time & rhs)
{
  return rhs + lhs;
}

builtin_interfaces::msg::Time convert_rcl_time_to_sec_nanos(rcl_time_point_value_t time_point)
{
  const detail::SecondsAndNanoseconds split = detail::split_seconds(time_point);
  builtin_interfaces::msg::Time message;
  message.sec = split.seconds;
  message.nanosec = split.nanoseconds;
  return message;
}

}  // namespace rclcpp
