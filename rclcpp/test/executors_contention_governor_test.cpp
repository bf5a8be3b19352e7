// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// When a thread parks for the others, for how long, and when it tries again; in virtual time.
#include <gtest/gtest.h>

#include <cstdint>

#include "executors/contention_governor.hpp"

namespace executors_test
{

using Governor = rclcpp::executors::detail::ContentionGovernor;
using Decision = Governor::Decision;

/// Two threads that alternate. Only one has a governor; the other one only takes turns.
class ContentionGovernorTest : public ::testing::Test
{
protected:
  /// Both threads take one item, which takes `item_ns`.
  Decision take_turns(std::int64_t item_ns)
  {
    now_ns += 2 * item_ns;
    turn.taken += 2;
    turn.alternated = true;
    turn.is_contest = true;
    return governor.on_turn(turn, [this]() {
      ++clock_reads;
      return now_ns;
    });
  }

  /// Returns the number of turns until it parks, or `limit`.
  int turns_until_park(std::int64_t item_ns, int limit = 100'000)
  {
    for (int i = 1; i < limit; ++i) {
      if (take_turns(item_ns) == Decision::park) {
        return i;
      }
    }
    return limit;
  }

  /// Returns the number of intervals for which it parks while the other thread needs `item_ns` per
  /// item.
  int intervals(std::int64_t item_ns, int limit = 100'000)
  {
    for (int i = 1; i < limit; ++i) {
      now_ns += Governor::interval_ns;
      const auto items = static_cast<std::uint64_t>(Governor::interval_ns / item_ns);
      turn.taken += items;
      if (!governor.stay_parked(Governor::interval_ns, items)) {
        governor.on_return();
        return i;
      }
    }
    return limit;
  }

  Governor governor;
  Governor::Turn turn;
  std::int64_t now_ns = 1'000'000'000;
  int clock_reads = 0;
};

constexpr int first_measurement = 1 + Governor::turns_per_measurement;

TEST_F(ContentionGovernorTest, ParksWhenThreadsAlternateAtShortItems)
{
  EXPECT_EQ(turns_until_park(200), first_measurement);
}

TEST_F(ContentionGovernorTest, KeepsGoingWhenItemsAreLong)
{
  // Two items per turn: a turn takes twice as long as an item.
  EXPECT_EQ(turns_until_park(Governor::short_item_ns / 2, 10'000), 10'000);
}

TEST_F(ContentionGovernorTest, KeepsGoingWhenOneThreadDoesMostOfTheWork)
{
  for (int i = 0; i < 10'000; ++i) {
    now_ns += 200;
    ++turn.taken;
    turn.is_contest = true;
    turn.alternated = i % 2 == 0;
    ASSERT_EQ(governor.on_turn(turn, [this]() { return now_ns; }), Decision::keep) << i;
  }
}

TEST_F(ContentionGovernorTest, ParksAtOnceAfterWaitingInTheKernel)
{
  EXPECT_EQ(take_turns(100'000), Decision::keep);
  EXPECT_EQ(take_turns(100'000), Decision::keep);
  turn.waited = true;
  EXPECT_EQ(take_turns(100'000), Decision::park);
}

TEST_F(ContentionGovernorTest, ParksOnlyInAContest)
{
  turn.alternated = true;
  const auto now = [this]() { return now_ns; };
  for (int i = 0; i < 10 * first_measurement; ++i) {
    now_ns += 400;
    turn.taken += 2;
    ASSERT_EQ(governor.on_turn(turn, now), Decision::keep);
  }
  // The measurement is still valid: as soon as work waits and others are awake, it parks.
  turn.is_contest = true;
  EXPECT_EQ(governor.on_turn(turn, now), Decision::park);
}

TEST_F(ContentionGovernorTest, DoesNotMeasureWhileAnotherThreadParks)
{
  turn.other_parks = true;
  EXPECT_EQ(turns_until_park(200, 1'000), 1'000);
  EXPECT_EQ(clock_reads, 0);
}

TEST_F(ContentionGovernorTest, AsksTheClockOnceInAMeasurement)
{
  for (int i = 0; i < 1 + 10 * Governor::turns_per_measurement; ++i) {
    take_turns(100'000);
  }
  EXPECT_EQ(clock_reads, 11);
}

TEST_F(ContentionGovernorTest, StaysParkedTwiceAsOftenAsLongAsThatPays)
{
  for (int limit = Governor::fewest_intervals; limit < Governor::most_intervals; limit *= 2) {
    ASSERT_LT(turns_until_park(200), 100'000);
    EXPECT_EQ(intervals(100), limit);
  }
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(turns_until_park(200), first_measurement) << "measures at once when it is back";
    EXPECT_EQ(intervals(100), Governor::most_intervals);
  }
}

TEST_F(ContentionGovernorTest, RestsTwiceAsLongEachTimeParkingDoesNotPay)
{
  ASSERT_EQ(turns_until_park(200), first_measurement);
  for (int rest = Governor::fewest_turns_at_rest; rest < Governor::most_turns_at_rest; rest *= 2) {
    EXPECT_EQ(intervals(300), 1);
    EXPECT_EQ(turns_until_park(200), rest + Governor::turns_per_measurement);
  }
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(intervals(300), 1);
    EXPECT_EQ(
      turns_until_park(200), Governor::most_turns_at_rest + Governor::turns_per_measurement);
  }
}

TEST_F(ContentionGovernorTest, ReturnsAfterOneIntervalWhenACallbackIsSuddenlyLong)
{
  ASSERT_EQ(turns_until_park(200), first_measurement);
  const int some = 10;
  for (int i = 0; i < some; ++i) {
    ASSERT_TRUE(governor.stay_parked(Governor::interval_ns, 500));
  }
  EXPECT_FALSE(governor.stay_parked(Governor::interval_ns, 1));
  governor.on_return();
  // Parking had paid before, so the waiting time is the shortest one.
  EXPECT_EQ(
    turns_until_park(200), Governor::fewest_turns_at_rest + Governor::turns_per_measurement);
}

TEST_F(ContentionGovernorTest, AnIntervalThatEndsEarlyCountsByItsWork)
{
  ASSERT_EQ(turns_until_park(200), first_measurement);
  ASSERT_TRUE(governor.stay_parked(Governor::interval_ns / 10, 50));
  governor.on_return();
  EXPECT_EQ(turns_until_park(200), first_measurement);
}

}  // namespace executors_test
