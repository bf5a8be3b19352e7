// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Concurrent readers and writers: a lookup sees its chain at one moment.

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "frames/buffer.hpp"

namespace
{

using frames::Answer;
using frames::Buffer;
using frames::Time;

#ifdef __SANITIZE_THREAD__
constexpr int rounds = 3000;
#else
constexpr int rounds = 30000;
#endif

// Two edges whose translations always add up to 1, at each stamp; frames change meanwhile.
TEST(Threads, LookupsAreNeverTorn)
{
  Buffer buffer(200);
  std::atomic<bool> done{false};
  std::atomic<int> answered{0};
  std::vector<std::thread> readers;
  for (int reader = 0; reader < 3; ++reader) {
    readers.emplace_back([&, reader] {
      for (int i = 0; !done.load(std::memory_order_relaxed); ++i) {
        const Answer latest = buffer.lookup("map", "base");
        if (!latest) {
          std::this_thread::yield();
          continue;
        }
        ASSERT_DOUBLE_EQ(latest.transform.translation.x, 1) << latest.stamp;
        const Time before = latest.stamp - 1 - (i + reader) % 50;
        if (const Answer earlier = buffer.lookup("map", "base", before)) {
          ASSERT_NEAR(earlier.transform.translation.x, 1, 1e-9) << before;
        }
        answered.fetch_add(1, std::memory_order_relaxed);
      }
    });
  }
  std::thread others([&] {
    for (int i = 0; !done.load(std::memory_order_relaxed); ++i) {
      buffer.insert({"map", "other_" + std::to_string(i % 3000), 1 + i, {}});
      std::this_thread::yield();
    }
  });
  for (int i = 1; i <= rounds || answered < 100; ++i) {
    const double x = i % 7;
    if (i % 10 == 0) {
      buffer.insert({"odom", "base", i - 5, {{1.0 - (i - 5) % 7, 0, 0}, {}}});  // a duplicate
    }
    buffer.insert({"map", "odom", i, {{x, 0, 0}, {}}});
    buffer.insert({"odom", "base", i, {{1 - x, 0, 0}, {}}});
  }
  done = true;
  for (auto & reader : readers) {
    reader.join();
  }
  others.join();
  EXPECT_GE(answered, 100);
}

// A frame alternates between two parents; both paths to the map have the same length.
TEST(Threads, AFrameThatChangesItsParentIsSeenBeforeOrAfter)
{
  Buffer buffer(100);
  std::atomic<bool> done{false};
  std::atomic<int> answered{0};
  buffer.insert({"map", "left", 0, {{1, 0, 0}, {}}, true});
  buffer.insert({"map", "right", 0, {{-1, 0, 0}, {}}, true});
  std::vector<std::thread> readers;
  for (int reader = 0; reader < 2; ++reader) {
    readers.emplace_back([&] {
      while (!done.load(std::memory_order_relaxed)) {
        if (const Answer latest = buffer.lookup("map", "box")) {
          ASSERT_DOUBLE_EQ(latest.transform.translation.x, 0);
          answered.fetch_add(1, std::memory_order_relaxed);
        }
      }
    });
  }
  for (int i = 1; i <= rounds || answered < 100; ++i) {
    if (i % 2 == 0) {
      buffer.insert({"left", "box", i, {{-1, 0, 0}, {}}});
    } else {
      buffer.insert({"right", "box", i, {{1, 0, 0}, {}}});
    }
    if (i % 1000 == 0) {
      buffer.clear();
    }
  }
  done = true;
  for (auto & reader : readers) {
    reader.join();
  }
}

TEST(Threads, EachRequestIsAnsweredOrCancelledOnce)
{
  struct Waiting : frames::Request
  {
    void ready(const Answer &) noexcept override { notifications.fetch_add(1); }
    std::atomic<int> notifications{0};
  };
  Buffer buffer;
  std::atomic<bool> done{false};
  std::thread writer([&] {
    for (int i = 1; !done.load(std::memory_order_relaxed); ++i) {
      buffer.insert({"map", "base", i, {}});
      std::this_thread::yield();
    }
  });
  std::vector<std::thread> askers;
  for (int asker = 0; asker < 2; ++asker) {
    askers.emplace_back([&, asker] {
      for (int i = 0; i < rounds / 3; ++i) {
        const auto request = std::make_shared<Waiting>();
        const Answer latest = buffer.lookup("map", "base");
        if (buffer.lookup_or_wait("map", "base", latest.stamp + 1 + i % 3, request)) {
          continue;
        }
        if (i % 2 == asker && buffer.cancel(*request)) {
          ASSERT_EQ(request->notifications, 0);
          ASSERT_EQ(request.use_count(), 1);
          continue;
        }
        while (request->notifications == 0) {
          std::this_thread::yield();
        }
        ASSERT_EQ(request->notifications, 1);
      }
    });
  }
  for (auto & asker : askers) {
    asker.join();
  }
  done = true;
  writer.join();
}

}  // namespace
