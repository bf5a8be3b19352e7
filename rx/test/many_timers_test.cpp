// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Many timers and tasks at once, virtual clocks that end, and the queue behind them.

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <random>
#include <utility>
#include <vector>

#include "timed_test.hpp"

namespace
{

// Pipes whose parts have the clock as their environment in different places.
TEST(VirtualClock, IsNotKeptByStreamsThatUseIt)
{
  using rx::sources::timer;
  using clock_pointer = std::shared_ptr<rx::schedulers::virtual_time>;
  const std::vector<std::function<rx::subscription(const clock_pointer &)>> uses{
    [](const auto & k) { return (timer(1h, k) | repeat()).subscribe([](long) {}); },
    [](const auto & k) {
      return (rx::sources::just(1L) | concat(timer(1h, k), timer(1h, k))).subscribe([](long) {});
    },
    [](const auto & k) {
      return (rx::sources::just(1) |
              flat_map([env = rx::environment(k)](int) { return timer(1h, env); }))
        .subscribe([](long) {});
    },
    [](const auto & k) { return (timer(1h, k) | merge(timer(2h, k))).subscribe([](long) {}); },
    [](const auto & k) {
      return (timer(1h, k) | timeout(1min, timer(1h, k), k)).subscribe([](long) {});
    },
    [](const auto & k) {
      return (rx::sources::never<int>() | buffer(timer(1h, k))).subscribe([](const auto &) {});
    },
    [](const auto & k) {
      return (timer(1h, k) | observe_on(k) | subscribe_on(k)).subscribe([](long) {});
    },
    [](const auto & k) {
      return (timer(1h, k) | replay(1, 1h, k) | ref_count()).subscribe([](long) {});
    },
    [](const auto & k) { return (timer(1h, k) | share()).subscribe([](long) {}); },
    [](const auto & k) { return rx::start(k, []() -> rx::task<> { co_await rx::sleep_for(1h); }); },
    [](const auto & k) {
      const auto worker = rx::environment(k).create_worker();
      worker.schedule([](const auto &) {});
      return rx::subscription(worker.get_subscription());
    }};
  for (std::size_t i = 0; i < uses.size(); ++i) {
    auto clock = new_clock();
    const std::weak_ptr<rx::schedulers::virtual_time> living = clock;
    const rx::subscription stream = uses[i](clock);
    clock->advance_by(2min);
    clock.reset();
    EXPECT_TRUE(living.expired()) << "use " << i;
    stream.dispose();
  }
}

TEST(VirtualClock, TasksScheduledAfterItsEndAreNotified)
{
  rx::environment env(new_clock());
  EXPECT_EQ(env, env);
  recorder<long> seen;
  rx::observable<>::timer(1h, env).subscribe(seen.observer());
  EXPECT_EQ(seen.completions, 1);
  auto clock = new_clock();
  EXPECT_EQ(rx::environment(clock), rx::environment(clock));
}

TEST(ManyTimers, OfEachSchedulerAreCancelled)
{
  const rx::schedulers::run_loop run_loop;
  for (const auto & env : {run_loop.get_environment(), rx::event_loop(), rx::thread_pool(2)}) {
    std::vector<rx::subscription> streams;
    for (int i = 0; i < many; ++i) {
      streams.push_back(
        rx::observable<>::timer(1h + std::chrono::nanoseconds(i % 7), env).subscribe([](long) {}));
    }
    for (const rx::subscription & each : streams) {
      each.dispose();
      EXPECT_FALSE(each.is_subscribed());
    }
  }
  EXPECT_TRUE(run_loop.empty());
}

TEST(ManyTimers, FunctionsOfOneWorker)
{
  auto clock = new_clock();
  const auto worker = rx::environment(clock).create_worker();
  int runs = 0;
  for (int i = 0; i < many; ++i) {
    worker.schedule(worker.now() + 1h, [&](const rx::schedulers::schedulable &) { ++runs; });
  }
  clock->advance_by(1h);
  EXPECT_EQ(runs, many);
  for (int i = 0; i < many; ++i) {
    worker.schedule(worker.now() + 1h, [&](const rx::schedulers::schedulable &) { ++runs; });
  }
  worker.unsubscribe();
  EXPECT_TRUE(clock->empty());
}

TEST(ManyTasks, SleepAndAreCancelled)
{
  auto clock = new_clock();
  int woken = 0;
  auto nap = [&](rx::duration span) -> rx::task<> {
    co_await rx::sleep_for(span);
    ++woken;
  };
  for (int i = 0; i < many; ++i) {
    rx::start(clock, nap(10ms));
  }
  clock->advance_by(10ms);
  EXPECT_EQ(woken, many);
  EXPECT_TRUE(clock->empty());
  std::vector<rx::subscription> tasks;
  for (int i = 0; i < many; ++i) {
    tasks.push_back(rx::start(clock, nap(1h)));
  }
  clock->advance_by(1s);
  for (const rx::subscription & each : tasks) {
    each.dispose();
  }
  clock->advance_by(1s);
  EXPECT_EQ(woken, many);
  EXPECT_TRUE(clock->empty());
}

TEST(ManyTasks, AreChildrenOfOneScope)
{
  int ended = 0;
  auto child = [&]() -> rx::task<> {
    co_await rx::sleep_for(10ms);
    ++ended;
  };
  auto forever = []() -> rx::task<> { co_await rx::sleep_for(rx::duration::max()); };
  rx::run([&]() -> rx::task<> {
    co_await rx::with_scope([&](rx::task_scope scope) -> rx::task<> {
      for (int i = 0; i < many; ++i) {
        scope.start(child());
      }
      co_return;
    });
    co_await rx::with_scope([&](rx::task_scope scope) -> rx::task<> {
      for (int i = 0; i < many; ++i) {
        scope.start(forever());
      }
      co_await rx::sleep_for(1ms);
      scope.cancel();
    });
  });
  EXPECT_EQ(ended, many);
}

// Compares the queue of the schedulers with a list that is searched linearly.
TEST(TimedQueue, BehavesLikeASortedList)
{
  struct counted : rx::schedulable
  {
    void run() noexcept override { ++runs; }
    void dispose() noexcept override {}
    bool disposed() const noexcept override { return false; }
    int runs = 0;
  };
  struct listed
  {
    rx::time_point due;
    std::size_t order;
    std::size_t work;
  };
  std::mt19937 random(1);
  const auto below = [&](std::size_t n) { return random() % n; };
  rx::timed_queue queue;
  std::vector<std::shared_ptr<counted>> works(200);
  std::vector<int> expected(works.size(), 0);
  for (auto & each : works) {
    each = std::make_shared<counted>();
  }
  std::vector<listed> list;
  std::size_t order = 0;
  const auto earlier = [](const listed & a, const listed & b) {
    return std::pair(a.due, a.order) < std::pair(b.due, b.order);
  };
  for (int step = 0; step < 50'000; ++step) {
    const std::size_t work = below(works.size());
    const bool grows = step % 10'000 < 5'000;
    switch (below(grows ? 4 : 8)) {
      case 0:
      case 1: {
        const rx::time_point due(std::chrono::nanoseconds(below(1000)));
        queue.push(works[work], due, 0ns);
        list.push_back({due, ++order, work});
        break;
      }
      case 2: {
        const bool removed = queue.cancel(*works[work]) != nullptr;
        EXPECT_EQ(
          std::erase_if(list, [&](const listed & l) { return l.work == work; }) > 0, removed);
        break;
      }
      default: {
        if (list.empty()) {
          break;
        }
        const auto first = std::min_element(list.begin(), list.end(), earlier);
        ASSERT_EQ(queue.next_due(), first->due);
        ++expected[first->work];
        queue.run_next([](auto && f) { f(); }, [] { return rx::time_point(); });
        ASSERT_EQ(works[first->work]->runs, expected[first->work]);
        list.erase(first);
      }
    }
    ASSERT_EQ(queue.size(), list.size());
  }
  for (const auto & each : works) {
    queue.cancel(*each);
    EXPECT_EQ(each.use_count(), 1);
  }
  EXPECT_TRUE(queue.empty());
}

}  // namespace
