// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Schedulers that hand items over to another thread; also run under ThreadSanitizer.

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <numeric>
#include <thread>
#include <vector>

#include "threads_test.hpp"

namespace
{

TEST(ObserveOn, EverythingInOrderOnTheOtherThread)
{
  const auto here = std::this_thread::get_id();
  bool moved = true;
  auto got = rx::observable<>::range(1, 20 * items)
               .observe_on(rx::new_thread(), rx::overflow::block, 16)
               .tap([&](int) { moved = moved && std::this_thread::get_id() != here; })
               .to_vector(60s);
  std::vector<int> expected(20 * items);
  std::iota(expected.begin(), expected.end(), 1);
  EXPECT_EQ(got, expected);
  EXPECT_TRUE(moved);
}

TEST(ObserveOn, DropOldestKeepsTheNewestUnderPressure)
{
  rx::subject<int> subject;
  auto hop = observe_on(rx::event_loop(), rx::overflow::drop_oldest, 8);
  std::vector<int> got;
  std::atomic<bool> done{false};
  (subject.get_observable() | hop)
    .subscribe([&](int i) { got.push_back(i); }, [&] { done = true; });
  for (int i = 1; i <= 50 * items; ++i) {
    subject.on_next(i);
  }
  subject.on_completed();
  ASSERT_TRUE(eventually([&] { return done.load(); }));
  ASSERT_FALSE(got.empty());
  EXPECT_EQ(got.back(), 50 * items);
  EXPECT_TRUE(std::is_sorted(got.begin(), got.end()));
  const auto statistics = hop.statistics();
  EXPECT_EQ(statistics.delivered, got.size());
  EXPECT_EQ(statistics.delivered + statistics.dropped, 50u * items);
}

TEST(ObserveOn, DisposedWhileTheSourceIsBlocked)
{
  rx::subject<int> subject;
  std::atomic<bool> inside{false};
  std::atomic<bool> leave{false};
  auto alive = std::make_shared<int>(0);
  auto stream = subject.get_observable()
                  .observe_on(rx::event_loop(), rx::overflow::block, 2)
                  .subscribe([&, alive](int) {
                    inside = true;
                    while (!leave) {
                      std::this_thread::yield();
                    }
                  });
  std::atomic<int> sent{0};
  std::thread source([&] {
    for (int i = 0; i < 10; ++i) {
      subject.on_next(i);
      ++sent;
    }
  });
  ASSERT_TRUE(eventually([&] { return inside.load() && sent == 3; }));
  stream.dispose();
  source.join();
  leave = true;
  EXPECT_FALSE(subject.has_observers());
  EXPECT_TRUE(eventually([&] { return alive.use_count() == 1; }));
}

TEST(ObserveOn, DisposedFromAThirdThread)
{
  for (int round = 0; round < rounds / 4; ++round) {
    rx::subject<int> subject;
    auto alive = std::make_shared<int>(0);
    auto stream = subject.get_observable()
                    .observe_on(rx::event_loop(), rx::overflow::latest)
                    .subscribe([alive](int) { ++*alive; });
    together(2, [&](int thread) {
      if (thread == 0) {
        stream.dispose();
      } else {
        for (int i = 0; i < 50; ++i) {
          subject.on_next(i);
        }
      }
    });
    ASSERT_TRUE(eventually([&] { return alive.use_count() == 1; })) << "observer leaked";
  }
}

TEST(EventLoop, IntervalDisposedFromOutside)
{
  for (int round = 0; round < rounds / 10; ++round) {
    std::atomic<int> ticks{0};
    auto alive = std::make_shared<int>(0);
    auto stream =
      rx::observable<>::interval(20us, rx::new_thread()).subscribe([&ticks, alive](long) {
        ++ticks;
      });
    ASSERT_TRUE(eventually([&] { return ticks >= 2; }));
    stream.dispose();
    ASSERT_TRUE(eventually([&] { return alive.use_count() == 1; }));
    EXPECT_FALSE(stream.is_subscribed());
  }
}

TEST(EventLoop, EndsItsThreadFromWithin)
{
  std::atomic<bool> done{false};
  {
    rx::observable<>::timer(1us, rx::event_loop()).subscribe([](long) {}, [&] { done = true; });
  }
  EXPECT_TRUE(eventually([&] { return done.load(); }));
}

TEST(CurrentThread, BlockedIntervalIsDisposedFromOutside)
{
  rx::composite_subscription stop;
  std::thread other([&] { stop.dispose(); });
  rx::observable<>::interval(1h).subscribe(stop, [](long) {});
  other.join();
  EXPECT_FALSE(stop.is_subscribed());
}

TEST(SampleLatest, FedFromAnotherThread)
{
  rx::subject<std::vector<int>> subject;
  std::atomic<int> ticks{0};
  bool whole = true;
  auto stream = subject.get_observable()
                  .sample_latest(50us, rx::event_loop())
                  .subscribe([&](const std::vector<int> & v) {
                    whole = whole && v.size() == 100 && v.front() == v.back();
                    ++ticks;
                  });
  for (int i = 0; ticks < 20; ++i) {
    subject.on_next(std::vector<int>(100, i));
  }
  stream.dispose();
  EXPECT_TRUE(whole);
  EXPECT_FALSE(subject.has_observers());
}

TEST(RunLoop, ScheduledFromOutside)
{
  rx::schedulers::run_loop loop;
  rx::subject<int> subject;
  std::vector<int> got;
  subject.get_observable().observe_on(rx::observe_on_run_loop(loop)).subscribe([&](int i) {
    got.push_back(i);
    loop.wake();
  });
  std::thread feeder([&] { subject.on_next(7); });
  loop.dispatch_for(60s);
  feeder.join();
  EXPECT_EQ(got, std::vector{7});
}

TEST(ThreadPool, EachSubscriptionStaysInOrderOnItsThread)
{
  auto pool = rx::thread_pool(3);
  std::vector<std::vector<int>> got(6);
  for (int k = 0; k < 6; ++k) {
    got[k] = rx::observable<>::range(1, items).observe_on(pool).to_vector(60s);
    ASSERT_EQ(got[k].size(), static_cast<std::size_t>(items));
    ASSERT_TRUE(std::is_sorted(got[k].begin(), got[k].end()));
  }
}

}  // namespace
