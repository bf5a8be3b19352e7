// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Duration and Time: arithmetic, limits, conversions.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>

#include "node_support.hpp"
#include "rclcpp/duration.hpp"
#include "rclcpp/time.hpp"
#include "rclcpp/utilities.hpp"

using namespace rclcpp;                // NOLINT
using namespace std::chrono_literals;  // NOLINT
using node_test::thrown_text;

namespace
{
constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();

Duration ns(std::int64_t nanoseconds)
{
  return Duration::from_nanoseconds(nanoseconds);
}
}  // namespace

TEST(Duration, Construction)
{
  EXPECT_EQ(Duration(1, 500).nanoseconds(), 1'000'000'500);
  EXPECT_EQ(Duration(-1, 500'000'000).nanoseconds(), -500'000'000);
  EXPECT_EQ(Duration(5ms).nanoseconds(), 5'000'000);
  EXPECT_EQ(Duration(std::chrono::duration<double>(0.25)).nanoseconds(), 250'000'000);
  EXPECT_EQ(Duration::from_seconds(1.5).nanoseconds(), 1'500'000'000);
  EXPECT_EQ(Duration(rcl_duration_t{7}).nanoseconds(), 7);
  EXPECT_EQ(Duration(1, 0).seconds(), 1.0);
  EXPECT_EQ(Duration(1, 0).to_chrono<std::chrono::milliseconds>().count(), 1000);
  thrown_text<std::overflow_error>([] { Duration::from_seconds(1e12); });
  thrown_text<std::underflow_error>([] { Duration::from_seconds(-1e12); });
  thrown_text<std::runtime_error>([] { Duration::from_seconds(NAN); });
}

TEST(Duration, TheLongestOfAnyUnitIsTheLongest)
{
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
  EXPECT_EQ(Duration(std::chrono::nanoseconds::max()).nanoseconds(), most);
  EXPECT_EQ(Duration(std::chrono::hours::max()).nanoseconds(), most);
  EXPECT_EQ(Duration(std::chrono::milliseconds::min()).nanoseconds(), least);
  EXPECT_EQ(Duration(std::chrono::duration<double>(1e300)).nanoseconds(), most);
  EXPECT_EQ(Duration(std::chrono::duration<double>(-1e300)).nanoseconds(), least);
  const double not_a_number = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(Duration(std::chrono::duration<double>(not_a_number)).nanoseconds(), most);
  EXPECT_EQ(Duration(std::chrono::duration<double>(0.5)).nanoseconds(), 500'000'000);
  EXPECT_EQ(Duration(std::chrono::milliseconds(-3)).nanoseconds(), -3'000'000);
}

TEST(Duration, ArithmeticChecksItsRange)
{
  EXPECT_EQ((ns(1) + ns(2)).nanoseconds(), 3);
  EXPECT_EQ((ns(1) - ns(2)).nanoseconds(), -1);
  EXPECT_EQ((ns(3) * 1.5).nanoseconds(), 4);
  EXPECT_EQ((Duration::from_nanoseconds(largest) * 1.0).nanoseconds(), largest);
  EXPECT_EQ(
    thrown_text<std::overflow_error>([] { ns(largest) + ns(1); }),
    "addition leads to int64_t overflow");
  EXPECT_EQ(
    thrown_text<std::underflow_error>([] { ns(least) + ns(-1); }),
    "addition leads to int64_t underflow");
  EXPECT_EQ(
    thrown_text<std::overflow_error>([] { ns(largest) - ns(-1); }),
    "duration subtraction leads to int64_t overflow");
  EXPECT_EQ(
    thrown_text<std::underflow_error>([] { ns(least) - ns(1); }),
    "duration subtraction leads to int64_t underflow");
  thrown_text<std::overflow_error>([] { ns(largest) * 2.0; });
  thrown_text<std::underflow_error>([] { ns(least) * 2.0; });
  thrown_text<std::overflow_error>([] { ns(least) * -1.0; });
  EXPECT_EQ(
    thrown_text<std::runtime_error>([] { ns(1) * std::numeric_limits<double>::infinity(); }),
    "abnormal scale in rclcpp::Duration");
  Duration sum(0, 0);
  sum += ns(5);
  sum -= ns(2);
  sum *= 2.0;
  EXPECT_EQ(sum.nanoseconds(), 6);
  EXPECT_LT(ns(1), ns(2));
  EXPECT_GE(ns(2), ns(2));
  EXPECT_NE(ns(2), ns(3));
}

TEST(Duration, TheLongestFitsInAMessage)
{
  const builtin_interfaces::msg::Duration message = Duration::max();
  EXPECT_EQ(message.sec, std::numeric_limits<std::int32_t>::max());
  EXPECT_EQ(message.nanosec, 999'999'999u);
  EXPECT_EQ(Duration(message), Duration::max());
  // -2^63 ns has no opposite: as in ROS 2, no sum of others is that value.
  thrown_text<std::underflow_error>([] { ns(-1) - ns(largest); });
  thrown_text<std::underflow_error>([] { ns(-1) + ns(-largest); });
  EXPECT_EQ((ns(0) + ns(least)).nanoseconds(), least);
}

TEST(Duration, MovesStamps)
{
  builtin_interfaces::msg::Time stamp;
  stamp.sec = 7;
  stamp.nanosec = 250'000'000;
  builtin_interfaces::msg::Time later = stamp + Duration(2, 800'000'000);
  EXPECT_EQ(later.sec, 10);
  EXPECT_EQ(later.nanosec, 50'000'000u);
  EXPECT_EQ(later - Duration(2, 800'000'000), stamp);
  const builtin_interfaces::msg::Time before = stamp - Duration(9, 0);
  EXPECT_EQ(before.sec, -2);
  EXPECT_EQ(before.nanosec, 250'000'000u);
  thrown_text<std::runtime_error>([&] { before + Duration(9, 0); });
  thrown_text<std::overflow_error>([&] { stamp + ns(largest); });
}

TEST(Duration, MessagesSaturate)
{
  const auto message = [](std::int64_t nanoseconds) {
    return static_cast<builtin_interfaces::msg::Duration>(ns(nanoseconds));
  };
  EXPECT_EQ(message(1'500'000'000).sec, 1);
  EXPECT_EQ(message(1'500'000'000).nanosec, 500'000'000u);
  EXPECT_EQ(message(-500'000'000).sec, -1);
  EXPECT_EQ(message(-500'000'000).nanosec, 500'000'000u);
  EXPECT_EQ(message(-1'000'000'000).sec, -1);
  EXPECT_EQ(message(-1'000'000'000).nanosec, 0u);
  EXPECT_EQ(message(largest).sec, std::numeric_limits<std::int32_t>::max());
  EXPECT_EQ(message(largest).nanosec, std::numeric_limits<std::uint32_t>::max());
  EXPECT_EQ(message(least).sec, std::numeric_limits<std::int32_t>::min());
  EXPECT_EQ(message(least).nanosec, 0u);
  EXPECT_EQ(Duration(message(-1)).nanoseconds(), -1);
}

TEST(Duration, IsComparedWithMessages)
{
  const Duration duration(3, 7);
  builtin_interfaces::msg::Duration message = duration;
  EXPECT_TRUE(message == duration && duration == message);
  EXPECT_FALSE(message != duration || duration != message);
  message.nanosec = 8;
  EXPECT_FALSE(message == duration || duration == message);
  EXPECT_TRUE(message != duration && duration != message);
  EXPECT_TRUE(Duration(5ms) == 5ms);
}

TEST(Duration, RmwTime)
{
  EXPECT_EQ(Duration::from_rmw_time({1, 5}).nanoseconds(), 1'000'000'005);
  EXPECT_EQ(Duration::from_rmw_time({9223372036ULL, 854775807ULL}).nanoseconds(), largest);
  EXPECT_EQ(Duration::from_rmw_time({UINT64_MAX, UINT64_MAX}).nanoseconds(), largest);
  EXPECT_EQ(Duration(2, 3).to_rmw_time().sec, 2u);
  EXPECT_EQ(Duration(2, 3).to_rmw_time().nsec, 3u);
  EXPECT_EQ(
    thrown_text<std::runtime_error>([] { ns(-1).to_rmw_time(); }),
    "a negative duration has no rmw_time_t: -1 ns");
}

TEST(Time, Construction)
{
  EXPECT_EQ(Time().nanoseconds(), 0);
  EXPECT_EQ(Time().get_clock_type(), RCL_SYSTEM_TIME);
  EXPECT_EQ(Time(1, 2).nanoseconds(), 1'000'000'002);
  builtin_interfaces::msg::Time message;
  message.sec = 3;
  message.nanosec = 4;
  const Time time = message;
  EXPECT_EQ(time.nanoseconds(), 3'000'000'004);
  EXPECT_EQ(time.get_clock_type(), RCL_ROS_TIME);
  message.sec = -1;
  EXPECT_EQ(
    thrown_text<std::runtime_error>([&] { Time{message}; }), "a time has 0 s or more, got -1 s");
  thrown_text<std::runtime_error>([] { Time(-1, 0); });
  const builtin_interfaces::msg::Time back = Time(5, 6);
  EXPECT_EQ(back.sec, 5);
  EXPECT_EQ(back.nanosec, 6u);
}

TEST(Time, IsComparedWithStamps)
{
  const Time time(3, 7, RCL_ROS_TIME);
  builtin_interfaces::msg::Time stamp = time;
  EXPECT_TRUE(stamp == time && time == stamp);
  EXPECT_FALSE(stamp != time || time != stamp);
  stamp.nanosec = 8;
  EXPECT_FALSE(stamp == time || time == stamp);
  EXPECT_TRUE(stamp != time && time != stamp);
  // Compared in the type of the left operand: a stamp has no clock type.
  const Time steady(3, 8, RCL_STEADY_TIME);
  EXPECT_TRUE(stamp == steady);
  EXPECT_THROW((void)(steady == stamp), std::runtime_error);
}

TEST(Time, ArithmeticAndComparison)
{
  const Time early(1, 0);
  const Time late(2, 0);
  EXPECT_EQ((late - early).nanoseconds(), 1'000'000'000);
  EXPECT_EQ((early + Duration(1, 0)), late);
  EXPECT_EQ((Duration(1, 0) + early), late);
  EXPECT_EQ((late - Duration(1, 0)), early);
  EXPECT_LT(early, late);
  EXPECT_LE(early, early);
  EXPECT_GT(late, early);
  EXPECT_NE(early, late);
  Time moving = early;
  moving += Duration(1, 0);
  EXPECT_EQ(moving, late);
  moving -= Duration(1, 0);
  EXPECT_EQ(moving, early);
  thrown_text<std::overflow_error>([] { Time(largest) + ns(1); });
  thrown_text<std::underflow_error>([] { Time(least) - ns(1); });
  thrown_text<std::overflow_error>([] { Time(largest) - Time(-1); });
  thrown_text<std::underflow_error>([] { Time(least) - Time(1); });
}

TEST(Time, ClocksDoNotMix)
{
  const Time system(1, 0, RCL_SYSTEM_TIME);
  const Time steady(1, 0, RCL_STEADY_TIME);
  EXPECT_NE(
    thrown_text<std::runtime_error>([&] {
      (void)(system == steady);
    }).find("can't compare times with different time sources"),
    std::string::npos);
  thrown_text<std::runtime_error>([&] { (void)(system < steady); });
  EXPECT_NE(
    thrown_text<std::runtime_error>([&] {
      system - steady;
    }).find("can't subtract times with different time sources [2 != 3]"),
    std::string::npos);
}

TEST(Time, OverflowHelpers)
{
  EXPECT_TRUE(add_will_overflow(largest, std::int64_t{1}));
  EXPECT_FALSE(add_will_overflow(largest, std::int64_t{-1}));
  EXPECT_TRUE(add_will_underflow(least, std::int64_t{-1}));
  EXPECT_TRUE(sub_will_overflow(largest, std::int64_t{-1}));
  EXPECT_TRUE(sub_will_underflow(least, std::int64_t{1}));
}
