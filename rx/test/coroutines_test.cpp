// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// rx::task and the objects that it can await; also run under the sanitizers.

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "rx/rx.hpp"

namespace
{

using namespace rx::operators;
using namespace std::chrono_literals;
using rx::schedulers::virtual_time;

std::vector<int> numbers(int first, int end)
{
  std::vector<int> all;
  for (int i = first; i < end; ++i) {
    all.push_back(i);
  }
  return all;
}

// Counts the living frames: all must be destroyed at the end.
struct counted
{
  explicit counted(int & n) : alive(&n) { ++*alive; }
  counted(const counted & other) : alive(other.alive) { ++*alive; }
  ~counted() { --*alive; }
  counted & operator=(const counted &) = delete;
  int * alive;
};

rx::task<int> value(int i)
{
  co_return i;
}

rx::task<> fails(std::string text)
{
  throw std::runtime_error(text);
  co_return;
}

rx::task<int> slow(int i, rx::duration span)
{
  co_await rx::sleep_for(span);
  co_return i;
}

rx::task<> forever(counted here)
{
  co_await rx::observable<>::never<int>();
  (void)here;
}

class OnVirtualTime : public testing::Test
{
protected:
  template <class T>
  rx::subscription start(rx::task<T> work)
  {
    return rx::start(clock, std::move(work));
  }

  std::shared_ptr<virtual_time> clock = std::make_shared<virtual_time>();
  std::vector<std::string> log;
  int alive = 0;
};

// --- tasks ---

TEST(Task, ReturnsAndThrows)
{
  EXPECT_EQ(rx::run(value(7)), 7);
  EXPECT_THROW(rx::run(fails("no")), std::runtime_error);
  EXPECT_EQ(
    rx::run([]() -> rx::task<std::unique_ptr<int>> {
      co_return std::make_unique<int>(co_await value(3));
    }())
      .operator*(),
    3);
}

TEST(Task, DoesNothingUntilAwaited)
{
  bool ran = false;
  {
    auto work = [&]() -> rx::task<> {
      ran = true;
      co_return;
    };
    auto never_awaited = work();
  }
  EXPECT_FALSE(ran);
}

TEST(Task, ExceptionsOfAwaitedTasksPropagate)
{
  rx::run([]() -> rx::task<> {
    try {
      co_await fails("reason");
      ADD_FAILURE();
    } catch (const std::runtime_error & e) {
      EXPECT_STREQ(e.what(), "reason");
    }
  }());
}

TEST(Task, ManyReadyAwaitsDoNotNest)
{
  const auto sum = rx::run([]() -> rx::task<long> {
    long sum = 0;
    for (int i = 0; i < 200000; ++i) {
      sum += co_await value(1);
    }
    co_return sum;
  }());
  EXPECT_EQ(sum, 200000);
}

TEST(Task, RejectsRunWithinATask)
{
  EXPECT_THROW(rx::run([]() -> rx::task<int> { co_return rx::run(value(1)); }()), std::logic_error);
  EXPECT_THROW(rx::listen(rx::observable<>::never<int>()), std::logic_error);
}

TEST_F(OnVirtualTime, SleepsOnTheClockOfItsEnvironment)
{
  const auto work = [&]() -> rx::task<> {
    log.push_back("begin");
    co_await rx::sleep_for(10ms);
    log.push_back("10");
    co_await rx::sleep_until(rx::time_point(30ms));
    log.push_back("30");
  };
  start(work());
  EXPECT_TRUE(log.empty());
  clock->advance_to(rx::time_point(9ms));
  EXPECT_EQ(log, (std::vector<std::string>{"begin"}));
  clock->advance_to(rx::time_point(10ms));
  EXPECT_EQ(log.size(), 2u);
  clock->advance_to(rx::time_point(29ms));
  EXPECT_EQ(log.size(), 2u);
  clock->advance_to(rx::time_point(30ms));
  EXPECT_EQ(log.size(), 3u);
  EXPECT_TRUE(clock->empty()) << "something of an ended task is still scheduled";
}

TEST_F(OnVirtualTime, CancelledWhereItWaits)
{
  const auto work = [&](counted) -> rx::task<> {
    EXPECT_THROW(co_await rx::sleep_for(1h), rx::cancelled);
    log.push_back("cancelled");
    co_await rx::sleep_for(1s);
    ADD_FAILURE() << "it stays cancelled";
  };
  auto running = start(work(counted(alive)));
  clock->advance_by(1s);
  EXPECT_EQ(alive, 1);
  EXPECT_TRUE(running.is_subscribed());
  running.dispose();
  EXPECT_TRUE(log.empty()) << "never within dispose()";
  clock->advance_by(0s);
  EXPECT_EQ(log, (std::vector<std::string>{"cancelled"}));
  EXPECT_EQ(alive, 0);
  EXPECT_FALSE(running.is_subscribed());
  EXPECT_TRUE(clock->empty());
}

TEST_F(OnVirtualTime, DestroyedWithItsEnvironment)
{
  start(forever(counted(alive)));
  start([](counted) -> rx::task<> { co_await rx::sleep_for(1h); }(counted(alive)));
  start(rx::when_all(forever(counted(alive)), forever(counted(alive))));
  clock->advance_by(1s);
  EXPECT_EQ(alive, 4);
  clock.reset();
  EXPECT_EQ(alive, 0);
}

TEST_F(OnVirtualTime, UnhandledErrorIsReported)
{
  static std::string reported;
  const auto former =
    rx::on_unhandled_error([](const std::exception_ptr & e) noexcept { reported = rx::what(e); });
  start(fails("nobody cares"));
  clock->run();
  rx::on_unhandled_error(former);
  EXPECT_EQ(reported, "nobody cares");
}

// --- streams ---

TEST(Listen, EveryItemInOrderThenTheEnd)
{
  const auto got = rx::run([]() -> rx::task<std::vector<int>> {
    std::vector<int> got;
    auto items = rx::listen_reliable(rx::observable<>::range(0, 99), 100);
    while (auto item = co_await items.next()) {
      got.push_back(*item);
    }
    EXPECT_FALSE(co_await items.next()) << "it stays at the end";
    EXPECT_EQ(items.dropped(), 0u);
    co_return got;
  }());
  EXPECT_EQ(got, numbers(0, 100));
}

TEST(Listen, KeepsTheNewestOrTheLastTen)
{
  rx::run([]() -> rx::task<> {
    rx::subject<int> source;
    auto newest = rx::listen(source.get_observable());
    auto ten = rx::listen_reliable(source.get_observable());
    for (int i = 0; i < 25; ++i) {
      source.on_next(i);
    }
    EXPECT_EQ(co_await newest.next(), 24);
    EXPECT_EQ(newest.dropped(), 24u);
    for (int i = 15; i < 25; ++i) {
      EXPECT_EQ(co_await ten.next(), i);
    }
    EXPECT_EQ(ten.dropped(), 15u);
  }());
}

TEST(Listen, ErrorOfTheSourceIsThrownOnceAfterItsItems)
{
  rx::run([]() -> rx::task<> {
    rx::subject<int> source;
    auto items = rx::listen(source.get_observable());
    source.on_next(1);
    source.on_error(std::make_exception_ptr(std::runtime_error("broken")));
    EXPECT_EQ(co_await items.next(), 1);
    EXPECT_THROW(co_await items.next(), std::runtime_error);
    EXPECT_FALSE(co_await items.next());
  }());
}

TEST_F(OnVirtualTime, ContinuesWithinTheDeliveryOfAnItemOnItsEnvironment)
{
  rx::subject<int> source;
  std::vector<int> got;
  start([](rx::observable<int> stream, std::vector<int> & to) -> rx::task<> {
    auto items = rx::listen(stream);
    while (auto item = co_await items.next()) {
      to.push_back(*item);
    }
  }(source.get_observable().as_dynamic(), got));
  clock->advance_by(0s);
  source.on_next(1);
  EXPECT_EQ(got, (std::vector<int>{1}));
  source.on_next(2);
  EXPECT_EQ(got, (std::vector<int>{1, 2}));
  source.on_completed();
  EXPECT_TRUE(clock->empty());
}

TEST_F(OnVirtualTime, ATaskThatNeedNotWaitYieldsToOthers)
{
  int turns = 0;
  int most = 0;
  bool done = false;
  const auto busy = [&]() -> rx::task<> {
    auto items = rx::listen_reliable(rx::observable<>::range(0, 9999), 10000);
    int since = 0;
    for (int before = turns; co_await items.next(); before = turns) {
      since = before == turns ? since + 1 : 0;
      most = std::max(most, since);
    }
    done = true;
  };
  const auto other = [&]() -> rx::task<> {
    while (!done) {
      co_await rx::sleep_for(0s);  // already over, but yields now and then
      ++turns;
    }
  };
  start(other());
  start(busy());
  clock->run();
  EXPECT_GT(turns, 100);
  EXPECT_LE(most, 100);
}

TEST(Await, AnObservableGivesItsFirstItem)
{
  rx::run([]() -> rx::task<> {
    EXPECT_EQ(co_await rx::observable<>::range(5, 9), 5);
    EXPECT_EQ(co_await rx::observable<>::interval(1ms), 1);
    EXPECT_THROW(co_await rx::observable<>::empty<int>(), rx::empty_error);
    EXPECT_THROW(
      co_await rx::observable<>::error<int>(std::runtime_error("x")), std::runtime_error);
    const auto pipe = rx::observable<>::just(std::string("text"));
    EXPECT_EQ(co_await pipe, "text");
  }());
}

TEST_F(OnVirtualTime, TheWaitsOfASub)
{
  rx::subject<int> source;
  const auto work = [&]() -> rx::task<> {
    rx::sub values(source.get_observable());
    auto first = values.wait_for_value();
    source.on_next(1);
    EXPECT_EQ(co_await std::move(first), 1);
    EXPECT_EQ(co_await values.wait_for_value(), 1);
    auto next = values.wait_for_next();
    auto newest = values.wait_for_new();
    auto listening = values.listen();
    auto all = values.listen_reliable();
    auto fresh = values.listen_reliable(true, 2);
    for (int i : {10, 11, 12}) {
      source.on_next(i);
    }
    EXPECT_EQ(co_await std::move(next), 10);
    EXPECT_EQ(co_await std::move(newest), 12);
    EXPECT_EQ(co_await listening.next(), 12);
    for (int i : {1, 10, 11, 12}) {
      EXPECT_EQ(co_await all.next(), i);
    }
    EXPECT_EQ(co_await fresh.next(), 11);
    auto pending = values.wait_for_next();
    values.close();
    EXPECT_THROW(co_await std::move(pending), rx::empty_error);
    EXPECT_EQ(co_await fresh.next(), 12);
    EXPECT_FALSE(co_await fresh.next());
    EXPECT_THROW(co_await values.wait_for_next(), rx::empty_error);
    log.push_back("done");
  };
  start(work());
  clock->run();
  EXPECT_EQ(log.size(), 1u);
}

// --- together ---

TEST_F(OnVirtualTime, WhenAllGivesAllResultsAndTakesAsLongAsTheSlowest)
{
  const auto work = [&]() -> rx::task<> {
    const auto began = clock->now();
    auto [a, b, c] =
      co_await rx::when_all(slow(1, 30ms), slow(2, 10ms), [](int) -> rx::task<> { co_return; }(0));
    EXPECT_EQ(a + b, 3);
    EXPECT_EQ(c, rx::nothing());
    EXPECT_EQ(clock->now() - began, 30ms);
    log.push_back("done");
  };
  start(work());
  clock->run();
  EXPECT_EQ(log.size(), 1u);
  EXPECT_TRUE(clock->empty());
}

TEST_F(OnVirtualTime, WhenOneThrowsTheOthersAreCancelledFirst)
{
  const auto work = [&]() -> rx::task<> {
    EXPECT_THROW(
      co_await rx::when_all(forever(counted(alive)), fails("one"), forever(counted(alive))),
      std::runtime_error);
    EXPECT_EQ(alive, 0);
    log.push_back("done");
  };
  start(work());
  clock->advance_by(1s);
  EXPECT_EQ(log.size(), 1u);
}

TEST_F(OnVirtualTime, WhenAnyGivesTheFirstResult)
{
  const auto work = [&]() -> rx::task<> {
    auto first = co_await rx::when_any(slow(1, 30ms), slow(2, 10ms), forever(counted(alive)));
    EXPECT_EQ(first.index(), 1u);
    EXPECT_EQ(std::get<1>(first), 2);
    EXPECT_EQ(alive, 0);
    EXPECT_EQ(clock->now(), rx::time_point(10ms));
    log.push_back("done");
  };
  start(work());
  clock->run();
  EXPECT_EQ(log.size(), 1u);
}

TEST_F(OnVirtualTime, Timeouts)
{
  const auto work = [&]() -> rx::task<> {
    EXPECT_EQ(co_await rx::soft_wait_for(slow(1, 10ms), 20ms), 1);
    EXPECT_FALSE(co_await rx::soft_wait_for(slow(1, 30ms), 20ms));
    EXPECT_FALSE(co_await rx::soft_wait_for(forever(counted(alive)), 20ms));
    EXPECT_EQ(alive, 0);
    EXPECT_EQ(co_await rx::wait_for(slow(4, 1ms), 1s), 4);
    EXPECT_THROW(co_await rx::wait_for(slow(4, 1s), 1ms), rx::timeout_error);
    EXPECT_THROW(co_await rx::wait_for(fails("own"), 1ms), std::runtime_error);
    log.push_back("done");
  };
  start(work());
  clock->run();
  EXPECT_EQ(log.size(), 1u);
}

TEST_F(OnVirtualTime, AScopeEndsWithItsChildren)
{
  const auto work = [&]() -> rx::task<> {
    co_await rx::with_scope([&](rx::task_scope scope) -> rx::task<> {
      for (int i = 0; i < 3; ++i) {
        scope.start([](std::vector<std::string> & to, int n) -> rx::task<> {
          co_await rx::sleep_for(n * 10ms);
          to.push_back(std::to_string(n));
        }(log, i));
      }
      log.push_back("body");
      co_return;
    });
    EXPECT_EQ(clock->now(), rx::time_point(20ms));
    co_await rx::with_scope([&](rx::task_scope scope) -> rx::task<> {
      scope.start(forever(counted(alive)));
      co_await rx::sleep_for(5ms);
      scope.cancel();
    });
    EXPECT_EQ(alive, 0);
    EXPECT_THROW(
      co_await rx::with_scope([&](rx::task_scope scope) -> rx::task<> {
        scope.start(fails("child"));
        co_await forever(counted(alive));
      }),
      std::runtime_error);
    EXPECT_EQ(alive, 0);
    log.push_back("done");
  };
  start(work());
  clock->run();
  EXPECT_EQ(log, (std::vector<std::string>{"body", "0", "1", "2", "done"}));
}

TEST_F(OnVirtualTime, CancellingTheParentCancelsTheChildren)
{
  auto running = start(rx::when_all(
    forever(counted(alive)), rx::soft_wait_for(forever(counted(alive)), 1h),
    rx::with_scope([this](rx::task_scope scope) -> rx::task<> {
      scope.start(forever(counted(alive)));
      co_return;
    })));
  clock->advance_by(1s);
  EXPECT_EQ(alive, 3);
  running.dispose();
  clock->advance_by(0s);
  EXPECT_EQ(alive, 0);
  EXPECT_FALSE(running.is_subscribed());
  EXPECT_TRUE(clock->empty());
}

// --- as streams ---

TEST_F(OnVirtualTime, ATaskAsAStream)
{
  std::vector<int> got;
  bool completed = false;
  rx::sources::from_task([] { return slow(4, 10ms); }, clock)
    .map([](int i) { return i * 2; })
    .subscribe([&](int i) { got.push_back(i); }, [&] { completed = true; });
  clock->run();
  EXPECT_EQ(got, (std::vector<int>{8}));
  EXPECT_TRUE(completed);

  std::string error;
  rx::sources::from_task([] { return fails("why"); }, clock)
    .subscribe([](rx::nothing) {}, [&](const std::exception_ptr & e) { error = rx::what(e); });
  clock->run();
  EXPECT_EQ(error, "why");

  auto stream = rx::sources::from_task([&] { return forever(counted(alive)); }, clock)
                  .subscribe([](rx::nothing) {});
  clock->advance_by(1s);
  EXPECT_EQ(alive, 1);
  stream.dispose();
  clock->advance_by(0s);
  EXPECT_EQ(alive, 0);
}

TEST_F(OnVirtualTime, ATaskThatEmits)
{
  std::vector<int> got;
  auto stream = rx::sources::from_task<int>(
                  [](rx::subscriber<int> out) -> rx::task<> {
                    for (int i = 0; out.on_next(i); ++i) {
                      co_await rx::sleep_for(10ms);
                    }
                  },
                  clock)
                  .take(3)
                  .subscribe([&](int i) { got.push_back(i); });
  clock->run();
  EXPECT_EQ(got, numbers(0, 3));
  EXPECT_FALSE(stream.is_subscribed());
  EXPECT_TRUE(clock->empty());
}

// Receives the end of a task.
struct receiver
{
  template <class Promise>
  void take(Promise & promise) noexcept
  {
    log->push_back(std::to_string(promise.take()));
  }
  void ended() noexcept { log->push_back("ended"); }

  std::vector<std::string> * log;
};

TEST_F(OnVirtualTime, AStartedTaskNotifiesItsReceiver)
{
  const auto begin = [&] {
    auto task = std::make_shared<rx::started_task<int, receiver>>(
      rx::environment(clock), rx::make_task(slow, 7, 10ms), receiver{&log});
    task->begin();
    return task;
  };
  begin();
  EXPECT_EQ(log, std::vector<std::string>());
  clock->run();
  EXPECT_EQ(log, (std::vector<std::string>{"7", "ended"}));
  const auto destroyed = begin();
  clock.reset();
  EXPECT_EQ(log, (std::vector<std::string>{"7", "ended", "ended"}));
  EXPECT_TRUE(destroyed->disposed());
}

TEST_F(OnVirtualTime, ACoroutineForEachItem)
{
  const auto source = [&] { return rx::observable<>::interval(10ms, clock).take(4); };
  const auto slowly = [&, held = counted(alive)](long i) -> rx::task<long> {
    EXPECT_GT(*held.alive, 0);
    co_await rx::sleep_for(15ms);
    co_return i *(*held.alive > 0);
  };
  std::vector<long> beside, after, newest, first;
  source().flat_map(slowly).subscribe([&](long i) { beside.push_back(i); });
  source().concat_map(slowly).subscribe([&](long i) { after.push_back(i); });
  source().switch_map(slowly).subscribe([&](long i) { newest.push_back(i); });
  source().exhaust_map(slowly).subscribe([&](long i) { first.push_back(i); });
  clock->run();
  EXPECT_EQ(beside, (std::vector<long>{1, 2, 3, 4}));
  EXPECT_EQ(after, (std::vector<long>{1, 2, 3, 4}));
  EXPECT_EQ(newest, (std::vector<long>{4}));
  EXPECT_EQ(first, (std::vector<long>{1, 3}));
  EXPECT_EQ(alive, 1) << "only the lambda itself";
  EXPECT_TRUE(clock->empty());

  auto stream = source()
                  .flat_map([held = counted(alive)](long) -> rx::task<> {
                    EXPECT_THROW(co_await rx::sleep_for(1h), rx::cancelled);
                    EXPECT_GT(*held.alive, 0) << "what it captured is still there";
                  })
                  .subscribe([](rx::nothing) {});
  clock->advance_by(15ms);
  stream.dispose();
  clock->run();
  stream = {};
  EXPECT_EQ(alive, 1);
}

TEST(FromTask, WithoutAnEnvironmentSubscribeRunsIt)
{
  std::vector<int> got;
  rx::sources::from_task([] { return slow(1, 1ms); }).subscribe([&](int i) { got.push_back(i); });
  EXPECT_EQ(got, (std::vector<int>{1}));
}

// --- threads ---

#ifdef __SANITIZE_THREAD__
constexpr int rounds = 30;
#else
constexpr int rounds = 200;
#endif

TEST(Threads, ItemsOfAnotherThreadWakeTheTask)
{
  for (int round = 0; round < rounds; ++round) {
    rx::subject<int> source;
    std::atomic<bool> listening{false};
    std::thread feeder([&] {
      while (!listening) {
        std::this_thread::yield();
      }
      for (int i = 0; i < 500; ++i) {
        source.on_next(i);
      }
      source.on_completed();
    });
    const auto got = rx::run([](rx::observable<int> s, std::atomic<bool> & l) -> rx::task<int> {
      auto items = rx::listen_reliable(s, 500);
      l = true;
      int next = 0;
      while (auto item = co_await items.next()) {
        EXPECT_EQ(*item, next);
        ++next;
      }
      co_return next;
    }(source.get_observable().as_dynamic(), listening));
    feeder.join();
    ASSERT_EQ(got, 500);
  }
}

// No later item can make up for a lost wake-up.
TEST(Threads, EachItemWakesTheTask)
{
  constexpr int last = rounds * 100;
  rx::subject<int> source;
  std::atomic<int> seen{-2};  // -1: the task listens
  std::atomic<bool> lost{false};
  std::thread feeder([&] {
    for (int i = 0; i <= last && !lost; ++i) {
      const auto end = std::chrono::steady_clock::now() + 60s;
      while (seen != i - 1 && !lost) {
        lost = std::chrono::steady_clock::now() > end;
      }
      source.on_next(i);
    }
    source.on_completed();
  });
  rx::run([&]() -> rx::task<> {
    auto items = rx::listen(source.get_observable());
    auto others = rx::listen(source.get_observable());
    seen = -1;
    while (auto item = co_await items.next()) {
      co_await others.next();
      seen = *item;
    }
  });
  feeder.join();
  EXPECT_FALSE(lost);
  EXPECT_EQ(seen, last);
}

TEST(Threads, CancelledByAnotherThread)
{
  for (int round = 0; round < rounds; ++round) {
    const rx::environment loop(std::make_shared<rx::schedulers::event_loop>());
    std::atomic<int> alive{0};
    rx::subject<int> source;
    struct life
    {
      explicit life(std::atomic<int> & a) : alive(a) { ++alive; }
      ~life() { --alive; }
      std::atomic<int> & alive;
    };
    auto running = rx::start(loop, [](rx::observable<int> s, std::atomic<int> & a) -> rx::task<> {
      life here(a);
      auto items = rx::listen(s);
      while (co_await items.next()) {
      }
    }(source.get_observable().as_dynamic(), alive));
    for (int i = 0; i < 50; ++i) {
      source.on_next(i);
    }
    running.dispose();
    source.on_next(51);
    while (running.is_subscribed()) {
      std::this_thread::yield();
    }
    ASSERT_EQ(alive, 0);
  }
}

TEST(Threads, TheLoopEndsWhileTasksWaitAndAreFed)
{
  for (int round = 0; round < rounds; ++round) {
    std::atomic<int> alive{0};
    rx::subject<int> source;
    std::atomic<bool> stop{false};
    std::thread feeder([&] {
      while (!stop) {
        source.on_next(1);
      }
    });
    {
      rx::schedulers::run_loop loop;
      for (int i = 0; i < 4; ++i) {
        rx::start(
          loop.get_environment(), [](rx::observable<int> s, std::atomic<int> & a) -> rx::task<> {
            ++a;
            auto items = rx::listen(s);
            try {
              while (co_await items.next()) {
                co_await rx::sleep_for(10us);
              }
            } catch (const rx::cancelled &) {
            }
          }(source.get_observable().as_dynamic(), alive));
      }
      loop.dispatch_for(2ms);
    }
    stop = true;
    feeder.join();
  }
}

rx::observable<int> dropped()
{
  return rx::observable<>::create<int>([](const rx::subscriber<int> &) {});
}

TEST(Await, AStreamWithoutProducersIsAnError)
{
  rx::run([]() -> rx::task<> {
    EXPECT_THROW(co_await dropped(), rx::stream_dropped);
    EXPECT_THROW(co_await dropped().debounce(1h), rx::stream_dropped);
    EXPECT_THROW(co_await dropped().merge(dropped()).as_dynamic(), rx::stream_dropped);
    std::optional<rx::subject<int>> source(std::in_place);
    auto items = rx::listen_reliable(source->get_observable());
    rx::sub<int> last(source->get_observable());
    source->on_next(1);
    auto next = last.wait_for_next();
    source.reset();
    EXPECT_EQ(co_await items.next(), 1);
    EXPECT_THROW(co_await items.next(), rx::stream_dropped);
    EXPECT_EQ(co_await items.next(), std::nullopt) << "an error is thrown once";
    EXPECT_THROW(co_await std::move(next), rx::stream_dropped);
    EXPECT_EQ(co_await last.wait_for_value(), 1);
  });
}

TEST(Await, ACompletionWithoutAnItemNamesTheReason)
{
  rx::run([]() -> rx::task<> {
    try {
      co_await rx::observable<>::empty<int>();
      ADD_FAILURE();
    } catch (const rx::empty_error & e) {
      EXPECT_NE(std::string(e.what()).find("shut down"), std::string::npos) << e.what();
    }
  });
}

TEST_F(OnVirtualTime, CapturesOfATasksFunctionOutliveTheDisposedStream)
{
  rx::subject<int> source;
  auto captured = std::make_shared<std::string>("alive");
  std::string seen;
  const auto stream = source.get_observable()
                        .flat_map([captured, &seen](int) -> rx::task<int> {
                          try {
                            co_await rx::sleep_for(1h);
                          } catch (const rx::cancelled &) {
                            seen = *captured;  // in a later turn
                            throw;
                          }
                          co_return 1;
                        })
                        .subscribe_on(clock)
                        .subscribe([](int) {});
  clock->advance_by(1ms);
  source.on_next(1);
  clock->advance_by(1ms);
  stream.dispose();
  EXPECT_EQ(captured.use_count(), 2) << "the task has not ended yet";
  clock->advance_by(1ms);
  EXPECT_EQ(seen, "alive");
  EXPECT_EQ(captured.use_count(), 1);
}

}  // namespace
