// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Notifications of a loop by other threads, and busy waiting for more.
#include "notifier.hpp"

#include <gtest/gtest.h>
#include <poll.h>

#include <thread>
#include <vector>

namespace
{

using rxros2_python::busy_wait;
using rxros2_python::notifier;
using namespace std::chrono_literals;

/// A loop that receives messages at such intervals.
struct Stream
{
  /// Whether the loop looks for more after a message.
  bool look_after(std::chrono::nanoseconds gap, std::chrono::nanoseconds wanted)
  {
    now += gap;
    waiting.found(now);
    return waiting.stays_awake(now, wanted);
  }

  busy_wait waiting;
  busy_wait::clock::time_point now = busy_wait::clock::time_point(1h);
};

TEST(BusyWait, BeginsAfterMessagesAtShortIntervals)
{
  Stream stream;
  int awake = 0;
  for (int i = 0; i <= busy_wait::enough; ++i) {
    awake += stream.look_after(busy_wait::worth, busy_wait::automatic) ? 1 : 0;
  }
  EXPECT_EQ(awake, 1);  // after the last; the first had none before it
  EXPECT_TRUE(stream.look_after(10us, busy_wait::automatic));
}

TEST(BusyWait, EndsWithoutMessages)
{
  Stream stream;
  for (int i = 0; i <= busy_wait::enough; ++i) {
    stream.look_after(20us, busy_wait::automatic);
  }
  for (auto past = 10us; past < busy_wait::worth; past += 10us) {
    EXPECT_TRUE(stream.waiting.stays_awake(stream.now + past, busy_wait::automatic));
  }
  EXPECT_FALSE(stream.waiting.stays_awake(stream.now + busy_wait::worth, busy_wait::automatic));
  EXPECT_FALSE(stream.look_after(1ms, busy_wait::automatic));  // and has to begin anew
  EXPECT_FALSE(stream.look_after(20us, busy_wait::automatic));
}

TEST(BusyWait, DoesNotBeginForRareMessages)
{
  Stream stream;
  for (int i = 0; i < 100; ++i) {
    EXPECT_FALSE(stream.look_after(1ms, busy_wait::automatic));
  }
}

TEST(BusyWait, EndsWhenOthersNeedTheCoreAndBacksOff)
{
  Stream stream;
  for (int needed = busy_wait::enough; needed < 1000; needed *= 2) {
    stream.look_after(1ms, busy_wait::automatic);
    for (int i = 1; i < needed; ++i) {
      ASSERT_FALSE(stream.look_after(20us, busy_wait::automatic)) << i << " of " << needed;
    }
    ASSERT_TRUE(stream.look_after(20us, busy_wait::automatic));
    EXPECT_TRUE(stream.waiting.stays_awake(stream.now + busy_wait::turn, busy_wait::automatic));
    const auto late = stream.now + 2 * busy_wait::turn + 1ns;
    EXPECT_FALSE(stream.waiting.stays_awake(late, busy_wait::automatic));
  }
}

TEST(BusyWait, ShortensTheBackoffAfterSuccess)
{
  Stream stream;
  const auto begin = [&] {  // how many messages it takes
    stream.look_after(1ms, busy_wait::automatic);
    int count = 1;
    while (!stream.look_after(20us, busy_wait::automatic)) {
      ++count;
    }
    return count;
  };
  EXPECT_EQ(begin(), busy_wait::enough);
  stream.waiting.stays_awake(stream.now + 100us, busy_wait::automatic);
  EXPECT_EQ(begin(), 2 * busy_wait::enough);
  EXPECT_TRUE(stream.look_after(20us, busy_wait::automatic));
  EXPECT_EQ(begin(), busy_wait::enough);
}

TEST(BusyWait, CountsAGivenTimeFromTheLastMessage)
{
  Stream stream;
  EXPECT_FALSE(stream.look_after(1ms, 0ns));
  EXPECT_TRUE(stream.look_after(1ms, 500us));
  EXPECT_TRUE(stream.waiting.stays_awake(stream.now + 499us, 500us));
  EXPECT_FALSE(stream.waiting.stays_awake(stream.now + 500us, 500us));
  EXPECT_TRUE(stream.look_after(1s, 500us));
}

/// Turns of a loop that sleeps in poll(): each key is taken, in its thread's order, however the
/// loop waits meanwhile.
void hear_all(std::chrono::nanoseconds busy)
{
  constexpr int threads = 3;
  constexpr std::int64_t count = 5000;
  notifier notifications(nullptr);
  std::vector<std::thread> senders;
  for (int thread = 0; thread < threads; ++thread) {
    senders.emplace_back([&, thread] {
      for (std::int64_t i = 0; i < count; ++i) {
        notifications.ready(i * threads + thread);
        if (i % 100 == 99) {
          std::this_thread::yield();  // so that the loop goes to sleep now and then
        }
      }
    });
  }
  std::vector<std::int64_t> next(threads, 0);
  std::int64_t heard = 0;
  while (heard < threads * count) {
    pollfd waited{notifications.fileno(), POLLIN, 0};
    ASSERT_EQ(::poll(&waited, 1, 60000), 1) << heard << " of " << threads * count << " heard";
    for (const std::int64_t key : notifications.take()) {
      EXPECT_EQ(key / threads, next[static_cast<std::size_t>(key % threads)]++);
      ++heard;
    }
    notifications.rest(busy);
  }
  for (std::thread & each : senders) {
    each.join();
  }
}

TEST(Notifier, ASleepingLoopGetsEachKey)
{
  hear_all(0ns);
}

TEST(Notifier, ABusyWaitingLoopGetsEachKey)
{
  hear_all(1h);
}

TEST(Notifier, ALoopThatSometimesBusyWaitsGetsEachKey)
{
  hear_all(busy_wait::automatic);
  hear_all(5us);
}

TEST(Notifier, ALoopOfAReplayNeverBusyWaits)
{
  int signals = 0;
  notifier notifications([&] { ++signals; });
  notifications.ready(1);
  EXPECT_EQ(notifications.take(), std::vector<std::int64_t>{1});
  EXPECT_FALSE(notifications.rest(1h));
  EXPECT_EQ(signals, 1);
}

}  // namespace
