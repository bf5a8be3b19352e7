// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// current_thread: where tasks run that are scheduled after subscribe(), from other threads, or on
// an event loop's thread.

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <future>
#include <memory>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

#include "rxcpp/rx.hpp"

namespace
{

using namespace std::chrono_literals;
using namespace rxcpp::operators;
namespace rxsc = rxcpp::schedulers;

std::vector<int> numbers(int n)
{
  std::vector<int> all(static_cast<std::size_t>(n));
  std::iota(all.begin(), all.end(), 1);
  return all;
}

class CurrentThreadTest : public testing::Test
{
protected:
  auto keep()
  {
    return [this](int i) {
      seen.push_back(i);
      where = std::this_thread::get_id();
    };
  }

  rxcpp::subject<int> readings;
  std::vector<int> seen;
  std::thread::id where;
};

TEST_F(CurrentThreadTest, ObserveOnDeliversItemsAfterSubscribe)
{
  readings.get_observable().observe_on(rxcpp::identity_current_thread()).subscribe(keep());
  for (int i : numbers(3000)) {  // more than the queue holds
    readings.on_next(i);
    ASSERT_EQ(seen.size(), static_cast<std::size_t>(i));
  }
  EXPECT_EQ(seen, numbers(3000));
}

TEST_F(CurrentThreadTest, ObserveOnCannotWaitForRoomWithinSubscribe)
{
  rxcpp::observable<>::range(1, 3000)
    .observe_on(rxcpp::identity_current_thread())
    .subscribe(keep());
  EXPECT_EQ(seen, numbers(3000));
}

TEST_F(CurrentThreadTest, ObserveOnDeliversBehindTheOutermostSubscribe)
{
  std::string order;
  rxcpp::observable<>::just(1)
    .tap([&](int) { order += "tap "; })
    .observe_on(rxcpp::identity_current_thread())
    .subscribe([&](int) {
      rxcpp::observable<>::just(2).observe_on(rxcpp::identity_current_thread()).subscribe([&](int) {
        order += "inner ";
      });
      order += "outer ";
    });
  EXPECT_EQ(order, "tap outer inner ");
}

TEST_F(CurrentThreadTest, ObserveOnDeliversOnTheProducersThread)
{
  readings.get_observable().observe_on(rxcpp::identity_current_thread()).subscribe(keep());
  std::thread::id bringing;
  std::thread([&] {
    bringing = std::this_thread::get_id();
    for (int i : numbers(2000)) {
      readings.on_next(i);
    }
  }).join();
  EXPECT_EQ(seen, numbers(2000));
  EXPECT_EQ(where, bringing);
}

TEST_F(CurrentThreadTest, AReentrantItemWithoutRoomIsAnError)
{
  std::string error;
  readings.get_observable()
    .observe_on(rxcpp::identity_current_thread(), rxcpp::overflow::block, 1)
    .subscribe(
      [&](int i) {
        if (i == 1) {
          readings.on_next(2);
          readings.on_next(3);
        }
      },
      [&](const std::exception_ptr & e) { error = rxcpp::what(e); });
  readings.on_next(1);
  readings.on_next(4);
  EXPECT_TRUE(error.empty() || error.find("no room") != std::string::npos) << error;
}

TEST_F(CurrentThreadTest, DelayBlocksTheProducer)
{
  readings.get_observable().delay(1ms, rxcpp::identity_current_thread()).subscribe(keep());
  const auto begun = std::chrono::steady_clock::now();
  readings.on_next(1);
  EXPECT_EQ(seen, numbers(1));
  EXPECT_GE(std::chrono::steady_clock::now() - begun, 1ms);
  readings.on_next(2);
  EXPECT_EQ(seen, numbers(2));
}

TEST_F(CurrentThreadTest, DebounceBlocksTheProducer)
{
  readings.get_observable().debounce(1ms, rxcpp::identity_current_thread()).subscribe(keep());
  readings.on_next(1);
  readings.on_next(2);
  EXPECT_EQ(seen, numbers(2));
}

TEST_F(CurrentThreadTest, RetryWithBackoffContinuesOnTheThreadOfTheError)
{
  int attempts = 0;
  std::vector<rxcpp::subject<int>> sources(2);
  rxcpp::sources::defer(
    [&] { return sources[static_cast<std::size_t>(attempts++)].get_observable(); })
    .retry_with_backoff(rxcpp::backoff{.initial = 1ms})
    .subscribe(keep());
  sources[0].on_error(std::make_exception_ptr(std::runtime_error("unplugged")));
  EXPECT_EQ(attempts, 2);
  sources[1].on_next(1);
  EXPECT_EQ(seen, numbers(1));
}

TEST_F(CurrentThreadTest, OtherThreadsLeaveTasksToAThreadThatIsInSubscribe)
{
  // The thread that subscribes times the timeout, not the thread that delivers the items. A busy
  // machine may need longer for the items.
  for (std::chrono::milliseconds limit = 20ms; seen.size() < 100 && limit < 60s; limit *= 2) {
    seen.clear();
    std::thread bringing;
    bool timed_out = false;
    rxcpp::sources::create<int>([&](const rxcpp::subscriber<int> & to) {
      bringing = std::thread([to] {
        for (int i : numbers(100)) {
          to.on_next(i);
        }
      });
    })
      .timeout(limit)
      .subscribe(keep(), [&](const std::exception_ptr &) { timed_out = true; });
    bringing.join();
    EXPECT_TRUE(timed_out);
  }
  EXPECT_EQ(seen, numbers(100));
}

TEST_F(CurrentThreadTest, AWaitingThreadRunsTasksOfOtherThreads)
{
  rxcpp::observable<>::range(1, 3000)
    .subscribe_on(rxcpp::observe_on_new_thread())
    .observe_on(rxcpp::identity_current_thread())
    .as_blocking()
    .subscribe(keep());
  EXPECT_EQ(seen, numbers(3000));
  EXPECT_EQ(where, std::this_thread::get_id());
}

// Within a worker's task, streams without an environment run on the worker.
TEST_F(CurrentThreadTest, OnAWorkersThreadItIsThatWorker)
{
  std::promise<std::vector<std::string>> result;
  {
    const auto worker = rxcpp::observe_on_new_thread().create_coordinator().get_worker();
    worker.schedule(
      [&, log = std::make_shared<std::vector<std::string>>()](const rxsc::schedulable &) {
        const auto here = std::this_thread::get_id();
        rxcpp::observable<>::interval(1ms).take(3).subscribe(
          [log, here](long i) {
            log->push_back(
              std::to_string(i) + (std::this_thread::get_id() == here ? "" : " elsewhere"));
          },
          [&result, log] { result.set_value(*log); });
        log->push_back("subscribed");
      });
  }  // now only the stream keeps the worker alive
  EXPECT_EQ(result.get_future().get(), (std::vector<std::string>{"subscribed", "1", "2", "3"}));
}

TEST_F(CurrentThreadTest, AWorkersThreadEndsWithTheLastOfItsStreams)
{
  const auto held = std::make_shared<int>(0);
  std::promise<rxcpp::subscription> started;
  rxcpp::observe_on_new_thread().create_worker().schedule(
    [&started, held](const rxsc::schedulable &) {
      started.set_value(rxcpp::observable<>::interval(1h).subscribe([held](long) {}));
    });
  started.get_future().get().dispose();
  while (held.use_count() > 1) {
    std::this_thread::yield();
  }
}

TEST_F(CurrentThreadTest, AWorkersThreadMayWaitForStreamsOfItsOwn)
{
  std::promise<int> last;
  rxcpp::observe_on_new_thread().create_worker().schedule([&](const rxsc::schedulable &) {
    last.set_value(
      static_cast<int>(rxcpp::observable<>::interval(1ms).take(3).as_blocking().last()));
  });
  EXPECT_EQ(last.get_future().get(), 3);
}

TEST_F(CurrentThreadTest, OnTheThreadOfARunLoopItIsThatLoop)
{
  {
    const rxsc::run_loop loop;
    rxcpp::observable<>::just(1).delay(0ms).subscribe(keep());
    readings.get_observable().observe_on(rxcpp::identity_current_thread()).subscribe(keep());
    readings.on_next(2);
    EXPECT_TRUE(seen.empty());
    while (seen.size() < 2) {
      loop.dispatch();
    }
    EXPECT_EQ(seen, numbers(2));
  }
  rxcpp::observable<>::just(3).delay(1ms).subscribe(keep());
  EXPECT_EQ(seen, numbers(3));
}

// Unsubscribing a subscriber ends the stream in front of it.

TEST_F(CurrentThreadTest, AHandlerMayEndTheWaitOfAThread)
{
  const auto former = rx::on_current_thread_wait([](const std::shared_ptr<rx::loop> & queue) {
    queue->close();
    return std::shared_ptr<const void>();
  });
  bool completed = false;
  rxcpp::observable<>::timer(24h).subscribe([](long) {}, [&] { completed = true; });
  EXPECT_TRUE(completed);
  EXPECT_NE(rx::on_current_thread_wait(former), nullptr);
}

TEST_F(CurrentThreadTest, UnsubscribingASubscriberEndsTheStreamAboveIt)
{
  bool over = false;  // a local variable, see compiler_faults/gcc12_const_return.cpp
  const auto to = rxcpp::make_subscriber<int>(keep());
  const auto stream = readings.get_observable().finally([&] { over = true; }).subscribe(to);
  readings.on_next(1);
  EXPECT_TRUE(stream.is_subscribed());
  to.unsubscribe();
  EXPECT_TRUE(over);
  EXPECT_FALSE(stream.is_subscribed());
  EXPECT_FALSE(readings.has_observers());
}

TEST_F(CurrentThreadTest, DisposingASubscribersSubscriptionEndsIt)
{
  const auto to = rxcpp::make_subscriber<int>(keep());
  const auto stream = readings.get_observable().subscribe(to);
  to.get_subscription().unsubscribe();
  EXPECT_FALSE(to.is_subscribed());
  EXPECT_FALSE(readings.has_observers());

  const auto another = rxcpp::make_subscriber<int>(keep());
  readings.get_observable().subscribe(another).dispose();
  EXPECT_FALSE(another.is_subscribed());
  EXPECT_FALSE(readings.has_observers());
}

TEST_F(CurrentThreadTest, ASubscriberBehindALifetimeEndsBoth)
{
  const rxcpp::composite_subscription lifetime;
  const auto to = rxcpp::make_subscriber<int>(keep());
  readings.get_observable().subscribe(lifetime, to);
  to.unsubscribe();
  EXPECT_FALSE(lifetime.is_subscribed());
  EXPECT_FALSE(readings.has_observers());
}

TEST_F(CurrentThreadTest, UnsubscribingTheSubscriberOfALiftedOperatorEndsItsSource)
{
  std::vector<rxcpp::subscriber<int>> given;
  readings.get_observable()
    .lift<int>([&](const rxcpp::subscriber<int> & to) {
      given.push_back(rxcpp::make_subscriber<int>(to, [to](int i) { to.on_next(i); }));
      return given.back();
    })
    .subscribe(keep());
  readings.on_next(1);
  EXPECT_EQ(seen, numbers(1));
  given[0].unsubscribe();
  EXPECT_FALSE(readings.has_observers());
}

}  // namespace
