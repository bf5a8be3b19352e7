// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tests rx/operators/take_until.hpp.

#include <gtest/gtest.h>

#include "operators_test.hpp"

namespace
{

TEST(TakeUntil, AnotherStreamOrAPointOfTime)
{
  marbles m;
  EXPECT_EQ(drawn(m, cold(m, "-a-b-c|").take_until(m.cold("----x"))), "-a-b|");
  EXPECT_EQ(drawn(m, cold(m, "-a-b-c|").take_until(m.cold("--|"))), "-a-b-c|");
  EXPECT_EQ(drawn(m, cold(m, "-a-b-c|").take_until(m.cold("--X"))), "-aX");
  EXPECT_EQ(drawn(m, cold(m, "-a-b-c|").take_until(m.cold("x"))), "|");
  marbles fresh;
  EXPECT_EQ(
    drawn(fresh, cold(fresh, "-a-b-c|").take_until(rx::time_point(fresh.frames(4)))), "-a-b|");
  rx::subject<int> stop;
  rx::subject<int> source;
  source.get_observable().take_until(stop.get_observable()).subscribe([](int) {});
  EXPECT_TRUE(stop.has_observers());
  stop.on_next(1);
  EXPECT_FALSE(stop.has_observers());
  EXPECT_FALSE(source.has_observers());
}

TEST(SkipUntil, AnotherStreamOrAPointOfTime)
{
  marbles m;
  EXPECT_EQ(drawn(m, cold(m, "-a-b-c|").skip_until(m.cold("--x"))), "---b-c|");
  EXPECT_EQ(drawn(m, cold(m, "-a-b-c|").skip_until(m.cold("--|"))), "------|");
  marbles fresh;
  EXPECT_EQ(
    drawn(fresh, cold(fresh, "-a-b-c|").skip_until(rx::time_point(fresh.frames(3)))), "---b-c|");
  rx::subject<int> start, source;
  auto stream = source.get_observable().skip_until(start.get_observable()).subscribe([](int) {});
  start.on_next(1);
  EXPECT_FALSE(start.has_observers()) << "it is not needed any more";
  EXPECT_TRUE(source.has_observers());
}

}  // namespace
