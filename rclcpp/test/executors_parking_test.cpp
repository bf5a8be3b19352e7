// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Which of the parked threads is called, and that no call is missed.
#include "executors/parking.hpp"

#include <gtest/gtest.h>

#include <thread>

#include "base/clock.hpp"

namespace executors_test
{

using rclcpp::executors::detail::Due;
using rclcpp::executors::detail::ParkingLot;
using rclcpp::executors::detail::ParkingSpot;

TEST(ParkingLotTest, TheOneThatParkedLastIsCalledFirst)
{
  ParkingLot lot;
  ParkingSpot spots[3];
  for (ParkingSpot & spot : spots) {
    lot.add(spot);
  }
  EXPECT_EQ(lot.call_one(), &spots[2]);
  EXPECT_TRUE(spots[2].is_called());
  EXPECT_FALSE(spots[1].is_called());
  EXPECT_EQ(lot.call_one(), &spots[1]);
  EXPECT_EQ(lot.call_one(), &spots[0]);
  EXPECT_TRUE(lot.is_empty());
  EXPECT_EQ(lot.call_one(), nullptr);
}

TEST(ParkingLotTest, TheTimekeeperWakesForWorkIfNoOtherThreadWaits)
{
  ParkingLot lot;
  ParkingSpot other;
  ParkingSpot timekeeper;
  lot.add(other);
  lot.add(timekeeper);
  lot.keep_time(timekeeper, 42);
  EXPECT_EQ(lot.timekeeper_until(), 42);
  EXPECT_EQ(lot.call_one(), &other);
  EXPECT_TRUE(lot.has_timekeeper());
  EXPECT_EQ(lot.call_one(), &timekeeper);
  EXPECT_FALSE(lot.has_timekeeper());
}

TEST(ParkingLotTest, AnEarlierTimerCallsTheTimekeeper)
{
  ParkingLot lot;
  ParkingSpot timekeeper;
  ParkingSpot other;
  lot.add(timekeeper);
  lot.keep_time(timekeeper, 42);
  lot.add(other);
  EXPECT_EQ(lot.call_timekeeper(), &timekeeper);
  EXPECT_FALSE(lot.has_timekeeper());
  EXPECT_FALSE(lot.is_empty());
}

TEST(ParkingLotTest, AThreadThatWokeByItselfIsNoLongerCalled)
{
  ParkingLot lot;
  ParkingSpot spot;
  lot.add(spot);
  lot.keep_time(spot, 42);
  lot.remove(spot);
  EXPECT_FALSE(lot.has_timekeeper());
  EXPECT_TRUE(lot.is_empty());
  lot.remove(spot);  // it is no longer in the lot if it was called
}

TEST(ParkingSpotTest, ACallBeforeParkingIsNotMissed)
{
  ParkingSpot spot;
  spot.prepare();
  spot.call();
  spot.park({});  // otherwise the test never ends
  EXPECT_TRUE(spot.is_called());
}

TEST(ParkingSpotTest, ANotificationWakes)
{
  ParkingSpot spot;
  spot.prepare();
  std::thread notifier([&spot]() { spot.notify(); });
  while (!spot.is_called()) {
    spot.park({});
  }
  notifier.join();
}

TEST(ParkingSpotTest, EndsAtADeadlineOfEitherClock)
{
  constexpr std::int64_t ms = 1'000'000;
  ParkingSpot spot;
  const std::int64_t start = base::steady_now();
  while (base::steady_now() < start + ms) {
    spot.park({.steady = start + ms});
  }
  const std::int64_t system = base::system_now();
  while (base::system_now() < system + ms) {
    spot.park({.system = system + ms});
  }
  const Due both{.steady = base::steady_now() + 3600'000 * ms, .system = base::system_now() + ms};
  while (base::system_now() < both.system) {
    spot.park(both);
  }
  EXPECT_LT(base::steady_now(), both.steady);
  EXPECT_FALSE(spot.is_called());
}

}  // namespace executors_test
