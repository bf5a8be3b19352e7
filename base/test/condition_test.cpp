// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
#include "base/condition.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

namespace
{

using namespace std::chrono_literals;
using Steady = std::chrono::steady_clock;
using System = std::chrono::system_clock;

TEST(Condition, ReturnsAtOnceWhenTheTimeHasCome)
{
  base::Condition condition;
  std::mutex mutex;
  std::unique_lock lock(mutex);
  EXPECT_EQ(condition.wait_until(lock, Steady::now()), std::cv_status::timeout);
  EXPECT_EQ(condition.wait_until(lock, System::now()), std::cv_status::timeout);
  EXPECT_EQ(condition.wait_until(lock, Steady::time_point(-1500ms)), std::cv_status::timeout);
  EXPECT_FALSE(condition.wait_until(lock, System::time_point::min(), [] { return false; }));
  EXPECT_TRUE(condition.wait_until(lock, System::time_point::min(), [] { return true; }));
  EXPECT_TRUE(lock.owns_lock());
}

// A deadline that is taken for one of the other clock is decades away, or has passed decades ago.
TEST(Condition, FollowsTheClockOfTheDeadline)
{
  base::Condition condition;
  std::mutex mutex;
  std::unique_lock lock(mutex);
  const Steady::time_point steady = Steady::now() + 1ms;
  EXPECT_FALSE(condition.wait_until(lock, steady, [] { return false; }));
  EXPECT_GE(Steady::now(), steady);
  const System::time_point system = System::now() + 1ms;
  EXPECT_FALSE(condition.wait_until(lock, system, [] { return false; }));
  EXPECT_GE(System::now(), system);
}

TEST(Condition, WakesThreadsThatWaitForEver)
{
  base::Condition condition;
  std::mutex mutex;
  bool is_met = false;
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i) {
    threads.emplace_back([&, i] {
      std::unique_lock lock(mutex);
      if (i == 0) {
        condition.wait(lock, [&] { return is_met; });
      } else if (i == 1) {
        EXPECT_TRUE(condition.wait_until(lock, Steady::time_point::max(), [&] { return is_met; }));
      } else {
        EXPECT_TRUE(condition.wait_until(lock, System::time_point::max(), [&] { return is_met; }));
      }
    });
  }
  {
    std::lock_guard lock(mutex);
    is_met = true;
  }
  condition.notify_all();
  for (std::thread & thread : threads) {
    thread.join();
  }
}

// Two threads take turns; a lost notification would stop both.
TEST(Condition, LosesNoNotification)
{
  base::Condition condition;
  std::mutex mutex;
  int turn = 0;
  const auto play = [&](int parity) {
    for (int i = 0; i < 2000; ++i) {
      {
        std::unique_lock lock(mutex);
        condition.wait(lock, [&] { return turn % 2 == parity; });
        ++turn;
      }
      condition.notify_all();
    }
  };
  std::thread other(play, 1);
  play(0);
  other.join();
  EXPECT_EQ(turn, 4000);
}

}  // namespace
