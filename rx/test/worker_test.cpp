// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Functions scheduled by hand, with RxCpp's interface: worker, schedulable, coordinator.

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <future>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "rxcpp/rx.hpp"

namespace
{

using namespace std::chrono_literals;
namespace rxsc = rxcpp::schedulers;

class WorkerTest : public testing::Test
{
protected:
  auto says(std::string word)
  {
    return [this, word](const rxsc::schedulable &) { words.push_back(word); };
  }

  std::shared_ptr<rxsc::virtual_time> clock = std::make_shared<rxsc::virtual_time>();
  rxsc::scheduler scheduler = rxcpp::environment(clock);
  std::vector<std::string> words;
};

TEST_F(WorkerTest, RunsInOrderOfTimeAndThenOfScheduling)
{
  const rxsc::worker worker = scheduler.create_worker();
  worker.schedule(worker.now() + 2ms, says("c"));
  worker.schedule(says("a"));
  worker.schedule(says("b"));
  EXPECT_TRUE(words.empty());
  clock->advance_by(2ms);
  EXPECT_EQ(words, (std::vector<std::string>{"a", "b", "c"}));
}

TEST_F(WorkerTest, PeriodicallyUntilItUnsubscribes)
{
  std::vector<rxcpp::time_point> at;
  const rxsc::worker worker = scheduler.create_worker();
  const auto start = worker.now();
  const rxcpp::composite_subscription lifetime;
  worker.schedule_periodically(start + 1ms, 2ms, lifetime, [&](const rxsc::schedulable & self) {
    at.push_back(self.now());
    if (at.size() == 3) {
      EXPECT_TRUE(self.is_subscribed());
      self.unsubscribe();
      EXPECT_FALSE(self.is_subscribed());
    }
  });
  clock->advance_by(20ms);
  EXPECT_EQ(at, (std::vector{start + 1ms, start + 3ms, start + 5ms}));
  EXPECT_FALSE(lifetime.is_subscribed());
  EXPECT_TRUE(worker.is_subscribed());
  EXPECT_THROW(worker.schedule_periodically(start, 0ms, says("never")), std::invalid_argument);
}

TEST_F(WorkerTest, AFunctionSchedulesItselfAgain)
{
  int runs = 0;
  const rxsc::worker worker = scheduler.create_worker();
  worker.schedule([&](const rxsc::schedulable & self) {
    if (++runs < 4) {
      self();
    } else if (runs == 4) {
      self.schedule(self.now() + 1ms);
    }
  });
  clock->advance_by(0ms);
  EXPECT_EQ(runs, 4);
  clock->advance_by(1ms);
  EXPECT_EQ(runs, 5);
}

TEST_F(WorkerTest, UnsubscribingRemovesQueuedFunctions)
{
  const auto counted = std::make_shared<int>(0);
  const rxsc::worker worker = scheduler.create_worker();
  const rxsc::worker other = worker.create_worker(rxcpp::composite_subscription());
  worker.schedule([counted](const rxsc::schedulable &) { ++*counted; });
  worker.schedule_periodically(
    worker.now(), 1ms, [counted](const rxsc::schedulable &) { ++*counted; });
  EXPECT_EQ(counted.use_count(), 3);
  worker.unsubscribe();
  EXPECT_EQ(counted.use_count(), 1);
  worker.schedule([counted](const rxsc::schedulable &) { ++*counted; });
  EXPECT_EQ(counted.use_count(), 1);
  other.schedule(says("still"));
  clock->advance_by(5ms);
  EXPECT_EQ(*counted, 0);
  EXPECT_EQ(words, std::vector<std::string>{"still"});
}

TEST_F(WorkerTest, ReleasesFunctionsThatHaveRun)
{
  const auto held = std::make_shared<int>(0);
  const rxsc::worker worker = scheduler.create_worker();
  worker.schedule([held](const rxsc::schedulable &) {});
  clock->advance_by(0ms);
  EXPECT_EQ(held.use_count(), 1);
  {
    const auto kept = make_schedulable(worker, [held](const rxsc::schedulable &) { ++*held; });
    kept.schedule();
    kept.schedule();
    clock->advance_by(0ms);
    kept();
    clock->advance_by(0ms);
  }
  EXPECT_EQ(*held, 3);
  EXPECT_EQ(held.use_count(), 1);
}

TEST_F(WorkerTest, ReportsExceptionsOfFunctions)
{
  static std::string reported;
  const auto before = rxcpp::on_unhandled_error(
    [](const std::exception_ptr & e) noexcept { reported = rxcpp::what(e); });
  scheduler.create_worker().schedule(
    [](const rxsc::schedulable &) { throw std::runtime_error("by hand"); });
  scheduler.create_worker().schedule(says("next"));
  clock->advance_by(0ms);
  rxcpp::on_unhandled_error(before);
  EXPECT_EQ(reported, "by hand");
  EXPECT_EQ(words, std::vector<std::string>{"next"});
}

TEST_F(WorkerTest, OnTheCurrentThreadItHasRunWhenScheduleReturns)
{
  const rxsc::worker worker = rxcpp::identity_current_thread().create_coordinator().get_worker();
  worker.schedule([&](const rxsc::schedulable &) {
    worker.schedule(says("inner"));  // not nested
    words.push_back("outer");
  });
  EXPECT_EQ(words, (std::vector<std::string>{"outer", "inner"}));
  rxsc::make_immediate().create_worker().schedule(says("immediate"));
  EXPECT_EQ(words.back(), "immediate");
}

TEST_F(WorkerTest, OnARunLoopItRunsWhereThatIsDispatched)
{
  const rxsc::run_loop loop;
  loop.get_scheduler().create_worker().schedule(says("dispatched"));
  EXPECT_TRUE(words.empty());
  EXPECT_TRUE(loop.dispatch());
  EXPECT_EQ(words, std::vector<std::string>{"dispatched"});
}

TEST_F(WorkerTest, ACoordinatorPutsStreamsOnItsWorker)
{
  const auto coordinator = rxcpp::observe_on_new_thread().create_coordinator();
  std::promise<std::thread::id> of_worker;
  coordinator.get_worker().schedule(
    [&](const rxsc::schedulable &) { of_worker.set_value(std::this_thread::get_id()); });
  const auto of_stream = coordinator.in(rxcpp::observable<>::just(1))
                           .observe_on(rxcpp::identity_same_worker(coordinator.get_worker()))
                           .map(coordinator.act([](int) { return std::this_thread::get_id(); }))
                           .as_blocking()
                           .first();
  EXPECT_EQ(of_worker.get_future().get(), of_stream);
  EXPECT_NE(of_stream, std::this_thread::get_id());
}

TEST_F(WorkerTest, ScheduledAndEndedByManyThreads)
{
  for (int round = 0; round < 50; ++round) {
    std::atomic<int> runs = 0;
    {
      const rxsc::worker worker = rxsc::make_event_loop().create_worker();
      const auto again = make_schedulable(worker, [&runs](const rxsc::schedulable &) { ++runs; });
      std::vector<std::thread> threads;
      for (int i = 0; i < 2; ++i) {
        threads.emplace_back([&] {
          for (int k = 0; k < 100; ++k) {
            again.schedule();
            worker.schedule([&runs](const rxsc::schedulable &) { ++runs; });
          }
        });
      }
      if (round % 2) {
        worker.unsubscribe();
      }
      for (auto & thread : threads) {
        thread.join();
      }
      // After the end no function starts; a running function is followed by the next one of the
      // same worker's thread.
      std::promise<void> through;
      worker.create_worker({}).schedule([&](const rxsc::schedulable &) { through.set_value(); });
      through.get_future().wait();
    }
    if (round % 2 == 0) {
      EXPECT_EQ(runs, 400);
    } else {
      EXPECT_LE(runs, 400);
    }
  }
}

TEST_F(WorkerTest, ARemovedFunctionMayScheduleItselfAgain)
{
  struct member final : rx::lifetime
  {
    explicit member(rxsc::schedulable w) : work(std::move(w)) {}
    ~member() override { work.schedule(); }
    void dispose() noexcept override {}
    bool disposed() const noexcept override { return true; }
    rxsc::schedulable work;
  };
  const auto loop = std::make_shared<rx::schedulers::virtual_time>();
  const rxsc::worker worker = rx::environment(loop).create_worker();
  int runs = 0;
  const auto work = make_schedulable(worker, [&](const rxsc::schedulable &) { ++runs; });
  for (int i = 0; i < 100; ++i) {
    worker.get_subscription().add(rx::subscription(std::make_shared<member>(work)));
    work.schedule();
    loop->run();
  }
  EXPECT_GT(runs, 100);
}

}  // namespace
