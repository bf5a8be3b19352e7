// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tests of the demo's figures: which command shows which key, what is missing, where the robot is.
#include "tracker.hpp"

#include <gtest/gtest.h>

#include "view.hpp"

namespace teleop_demo
{

namespace
{

constexpr std::int64_t ms = 1000000;

TEST(Velocity, FollowsTheEvents)
{
  const Limits limits;
  Velocity v = after({}, events::up, limits);
  EXPECT_DOUBLE_EQ(v.linear, 0.10);  // the least the robot can do
  for (int i = 0; i < 20; ++i) {
    v = after(v, events::axis_up, limits);
  }
  EXPECT_DOUBLE_EQ(v.linear, 1.00);
  v = after(v, events::left, limits);
  EXPECT_DOUBLE_EQ(v.angular, 0.20);
  v = after(v, events::right, limits);
  EXPECT_DOUBLE_EQ(v.angular, -0.20);  // through zero at once
  EXPECT_TRUE(same(after(v, events::none, limits), v));
  EXPECT_TRUE(same(after(v, events::space, limits), Velocity{}));
  EXPECT_TRUE(same(after(v, events::button1_down, limits), Velocity{}));
}

TEST(Robot, DrivesArcs)
{
  const Pose quarter = moved({}, {1.0, 1.0}, M_PI / 2);
  EXPECT_NEAR(quarter.x, 1.0, 1e-12);
  EXPECT_NEAR(quarter.y, 1.0, 1e-12);
  EXPECT_NEAR(quarter.heading, M_PI / 2, 1e-12);
  EXPECT_NEAR(moved({}, {0.5, 0.0}, 2.0).x, 1.0, 1e-12);
}

TEST(Latency, IsNearestRank)
{
  EXPECT_EQ(latency_of({}).count, 0u);
  std::vector<double> values;
  for (int i = 100; i > 0; --i) {
    values.push_back(i);
  }
  const Latency latency = latency_of(values);
  EXPECT_EQ(latency.p50, 50);
  EXPECT_EQ(latency.p99, 99);
  EXPECT_EQ(latency.max, 100);
}

TEST(Tracker, AttributesAKeyToTheFirstCommandThatShowsIt)
{
  Tracker tracker(Limits{});
  tracker.begin(1000 * ms);
  tracker.on_command({}, 1000 * ms);
  tracker.on_keyboard(events::up, 1030 * ms, 2 * ms);
  tracker.on_command({}, 1030 * ms);  // sampled before the key took effect
  EXPECT_EQ(tracker.key_to_command().count, 0u);
  EXPECT_FALSE(tracker.is_as_expected());
  tracker.on_command(tracker.expected(), 1100 * ms);
  ASSERT_EQ(tracker.key_to_command().count, 1u);
  EXPECT_DOUBLE_EQ(tracker.key_to_command().max, 72.0);  // it happened at 1028
  EXPECT_DOUBLE_EQ(tracker.key_to_keyboard().max, 2.0);
  EXPECT_TRUE(tracker.is_as_expected());
}

TEST(Tracker, OneCommandMayShowSeveralKeys)
{
  Tracker tracker(Limits{});
  tracker.begin(1000 * ms);
  tracker.on_keyboard(events::up, 1010 * ms, 0);
  tracker.on_keyboard(events::up, 1040 * ms, 0);
  tracker.on_command(tracker.expected(), 1100 * ms);
  const Latency latency = tracker.key_to_command();
  EXPECT_EQ(latency.count, 2u);
  EXPECT_DOUBLE_EQ(latency.p50, 60.0);
  EXPECT_DOUBLE_EQ(latency.max, 90.0);
}

TEST(Tracker, KeysWithoutAnEffectHaveNoLatency)
{
  Tracker tracker(Limits{});
  tracker.begin(1000 * ms);
  tracker.on_command({}, 1000 * ms);
  tracker.on_keyboard(events::space, 1010 * ms, 0);  // it stands already
  tracker.on_keyboard(events::up, 1020 * ms, 0);     // undone before a command showed it
  tracker.on_keyboard(events::space, 1030 * ms, 0);
  tracker.on_command({}, 1100 * ms);
  tracker.on_keyboard(events::up, 1110 * ms, 0);
  tracker.on_command(tracker.expected(), 1200 * ms);
  EXPECT_EQ(tracker.key_to_command().count, 1u);
  EXPECT_DOUBLE_EQ(tracker.key_to_command().max, 90.0);
  EXPECT_EQ(tracker.counts().keys, 4u);
}

TEST(Tracker, CountsSamplingInstantsWithoutACommand)
{
  Tracker tracker(Limits{});
  tracker.begin(1000 * ms);
  for (const int at : {1000, 1101, 1199, 1502, 1600}) {
    tracker.on_command({}, at * ms);
  }
  EXPECT_EQ(tracker.counts().commands, 5u);
  EXPECT_EQ(tracker.counts().missing_commands, 2u);
  EXPECT_NEAR(tracker.longest_gap(), 0.303, 1e-9);
}

TEST(Tracker, IntegratesThePathBetweenCommands)
{
  Tracker tracker(Limits{});
  tracker.begin(1000 * ms);
  tracker.on_command({1.0, 0.0}, 1000 * ms);
  tracker.on_command({0.0, 0.0}, 1500 * ms);
  tracker.on_command({0.0, 0.0}, 2500 * ms);
  EXPECT_NEAR(tracker.samples().back().pose.x, 0.5, 1e-9);
  EXPECT_NEAR(tracker.distance(), 0.5, 1e-9);
}

TEST(View, SaysWhatWasLost)
{
  Tracker tracker(Limits{});
  tracker.begin(1000 * ms);
  tracker.on_keyboard(events::none, 1010 * ms, 0);
  Drive drive;
  drive.keyboard_records = 3;
  drive.dropped_records = 1;
  EXPECT_NE(
    summary(tracker, drive).find("keyboard 1 of 3, joystick 0 records; lost 3"), std::string::npos)
    << summary(tracker, drive);
}

TEST(View, FitsAnyScreen)
{
  Tracker tracker(Limits{});
  tracker.begin(0);
  for (int i = 0; i < 50; ++i) {
    tracker.on_command({0.5, i * 0.05}, i * 100 * ms);
  }
  for (const bool utf8 : {false, true}) {
    Drive drive;
    drive.utf8 = utf8;
    for (const std::size_t columns : {1u, 20u, 80u, 100u, 250u}) {
      for (const std::size_t rows : {1u, 5u, 24u, 70u}) {
        EXPECT_LE(screen(tracker, drive, columns, rows).size(), std::max<std::size_t>(rows, 2));
      }
    }
    EXPECT_FALSE(charts(tracker, utf8).empty());
  }
}

}  // namespace

}  // namespace teleop_demo
