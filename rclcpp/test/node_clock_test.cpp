// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Clock and Rate: reading, jumps of simulated time, sleeps that wake.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "node_support.hpp"
#include "rcl/time.h"
#include "rclcpp/clock.hpp"
#include "rclcpp/exceptions/exceptions.hpp"
#include "rclcpp/rate.hpp"

using namespace rclcpp;                // NOLINT
using namespace std::chrono_literals;  // NOLINT
using node_test::eventually;
using node_test::make_context;
using node_test::thrown_text;

namespace
{
constexpr rcl_jump_threshold_t every_jump = {true, {1}, {-1}};
}

TEST(Clock, Kinds)
{
  EXPECT_EQ(Clock().get_clock_type(), RCL_SYSTEM_TIME);
  for (const rcl_clock_type_t type : {RCL_SYSTEM_TIME, RCL_STEADY_TIME, RCL_ROS_TIME}) {
    Clock clock(type);
    const Time before = clock.now();
    EXPECT_EQ(before.get_clock_type(), type);
    EXPECT_GE(clock.now(), before);
    EXPECT_TRUE(clock.started());
    EXPECT_FALSE(clock.ros_time_is_active());
  }
  Clock none(RCL_CLOCK_UNINITIALIZED);
  EXPECT_EQ(none.get_clock_type(), RCL_CLOCK_UNINITIALIZED);
  thrown_text<exceptions::RCLError>([&] { none.now(); });
  Clock system(RCL_SYSTEM_TIME);
  thrown_text<std::invalid_argument>([&] { detail::enable_ros_time_override(system); });
}

TEST(Clock, OverrideAndJumpCallbacks)
{
  Clock clock(RCL_ROS_TIME);
  std::vector<rcl_time_jump_t> jumps;
  int announced = 0;
  auto all = clock.create_jump_callback(
    [&] { ++announced; }, [&](const rcl_time_jump_t & jump) { jumps.push_back(jump); }, every_jump);
  std::vector<std::int64_t> backward;
  auto back = clock.create_jump_callback(
    nullptr, [&](const rcl_time_jump_t & jump) { backward.push_back(jump.delta.nanoseconds); },
    {false, {0}, {-1000}});

  detail::set_ros_time_override(clock, 500);  // not yet in use: no jump
  EXPECT_TRUE(jumps.empty());
  detail::enable_ros_time_override(clock);
  EXPECT_TRUE(clock.ros_time_is_active());
  EXPECT_EQ(clock.now().nanoseconds(), 500);
  ASSERT_EQ(jumps.size(), 1u);
  EXPECT_EQ(jumps[0].clock_change, RCL_ROS_TIME_ACTIVATED);

  detail::set_ros_time_override(clock, 2000);
  ASSERT_EQ(jumps.size(), 2u);
  EXPECT_EQ(jumps[1].delta.nanoseconds, 1500);
  detail::set_ros_time_override(clock, 2000);  // no jump at all
  EXPECT_EQ(jumps.size(), 2u);
  detail::set_ros_time_override(clock, 1500);  // smaller than the second threshold
  detail::set_ros_time_override(clock, 100);
  EXPECT_EQ(backward, (std::vector<std::int64_t>{-1400}));

  back.reset();
  detail::set_ros_time_override(clock, 5000);
  detail::set_ros_time_override(clock, 0);
  EXPECT_EQ(backward.size(), 1u);
  detail::disable_ros_time_override(clock);
  EXPECT_EQ(jumps.back().clock_change, RCL_ROS_TIME_DEACTIVATED);
  EXPECT_EQ(static_cast<std::size_t>(announced), jumps.size());
  EXPECT_FALSE(clock.ros_time_is_active());
}

TEST(Clock, NoCallbackOfAHandlerThatWasDropped)
{
  Clock clock(RCL_ROS_TIME);
  detail::enable_ros_time_override(clock);
  JumpHandler::SharedPtr later;
  auto first =
    clock.create_jump_callback([&] { later.reset(); }, [](const rcl_time_jump_t &) {}, every_jump);
  later = clock.create_jump_callback(
    [] { ADD_FAILURE() << "dropped before its turn"; },
    [](const rcl_time_jump_t &) { ADD_FAILURE() << "dropped before the jump"; }, every_jump);
  detail::set_ros_time_override(clock, 1);

  // One that drops itself is not called a second time.
  int called = 0;
  JumpHandler::SharedPtr self;
  self = clock.create_jump_callback(
    [&] {
      ++called;
      self.reset();
    },
    [&](const rcl_time_jump_t &) { ++called; }, every_jump);
  detail::set_ros_time_override(clock, 2);
  EXPECT_EQ(called, 1);
}

TEST(Clock, DroppingAHandlerWaitsForItsRunningCallback)
{
  Clock clock(RCL_ROS_TIME);
  detail::enable_ros_time_override(clock);
  std::atomic_bool inside{false};
  std::atomic_bool go_on{false};
  auto captured = std::make_unique<std::atomic<int>>(0);
  auto handler = clock.create_jump_callback(
    nullptr,
    [&, raw = captured.get()](const rcl_time_jump_t &) {
      inside = true;
      while (!go_on) {
        std::this_thread::yield();
      }
      ++*raw;  // freed by now if dropping did not wait
    },
    every_jump);
  std::thread jumper([&] { detail::set_ros_time_override(clock, 1); });
  ASSERT_TRUE(eventually([&] { return inside.load(); }));
  std::thread opener([&] { go_on = true; });
  handler.reset();
  EXPECT_EQ(*captured, 1);
  captured.reset();
  opener.join();
  jumper.join();
}

TEST(Clock, AJumpCallbackThatThrowsDoesNotStopTheClockOrOtherCallbacks)
{
  const node_test::CapturedLog log;
  Clock clock(RCL_ROS_TIME);
  detail::enable_ros_time_override(clock);
  int before = 0;
  int after = 0;
  const auto first = clock.create_jump_callback(
    [] { throw std::runtime_error("of the user"); },
    [](const rcl_time_jump_t &) { throw std::runtime_error("of the user"); }, every_jump);
  const auto second = clock.create_jump_callback(
    [] { throw 1; }, [](const rcl_time_jump_t &) { throw 2; }, every_jump);
  const auto third = clock.create_jump_callback(
    [&] { ++before; }, [&](const rcl_time_jump_t &) { ++after; }, every_jump);
  EXPECT_NO_THROW(detail::set_ros_time_override(clock, 7));
  EXPECT_EQ(clock.now().nanoseconds(), 7);
  EXPECT_EQ(rcl_set_ros_time_override(clock.get_clock_handle(), 8), RCL_RET_OK);
  EXPECT_EQ(clock.now().nanoseconds(), 8);
  EXPECT_EQ(before, 2);
  EXPECT_EQ(after, 2);
  ASSERT_EQ(log.lines().size(), 8u);  // two callbacks of two handlers, twice
  EXPECT_NE(log.lines()[0].find("of the user"), std::string::npos) << log.lines()[0];
}

TEST(Clock, ThresholdsAreChecked)
{
  Clock clock(RCL_ROS_TIME);
  thrown_text<std::invalid_argument>(
    [&] { clock.create_jump_callback(nullptr, nullptr, {true, {-1}, {0}}); });
  thrown_text<std::invalid_argument>(
    [&] { clock.create_jump_callback(nullptr, nullptr, {true, {0}, {1}}); });
}

TEST(Clock, SleepsToTheEnd)
{
  const auto context = make_context();
  for (const rcl_clock_type_t type : {RCL_SYSTEM_TIME, RCL_STEADY_TIME, RCL_ROS_TIME}) {
    Clock clock(type);
    const Time until = clock.now() + Duration(5ms);
    EXPECT_TRUE(clock.sleep_until(until, context));
    EXPECT_GE(clock.now(), until);
    EXPECT_TRUE(clock.sleep_for(Duration(1ms), context));
    EXPECT_TRUE(clock.sleep_until(Time(0, 1, type), context));  // the past
  }
}

TEST(Clock, SleepChecksItsArguments)
{
  const auto context = make_context();
  Clock clock(RCL_STEADY_TIME);
  thrown_text<std::runtime_error>([&] { clock.sleep_until(Time(1, 0, RCL_ROS_TIME), context); });
  context->shutdown("test");
  thrown_text<std::runtime_error>([&] { clock.sleep_for(Duration(1, 0), context); });
  thrown_text<std::runtime_error>([&] { clock.sleep_for(Duration(1, 0), nullptr); });
}

TEST(Clock, ShutdownCancelAndSourceChangeWakeSleepers)
{
  const auto context = make_context();
  for (const rcl_clock_type_t type : {RCL_SYSTEM_TIME, RCL_STEADY_TIME, RCL_ROS_TIME}) {
    Clock clock(type);
    std::atomic<int> result{-1};
    std::atomic_bool ended{false};
    std::thread sleeper([&] {
      result = clock.sleep_for(Duration(10000, 0), context);
      ended = true;
    });
    EXPECT_TRUE(eventually([&] {
      clock.cancel_sleep_or_wait();  // until it hits: the thread may not sleep yet
      return ended.load();
    }));
    sleeper.join();
    EXPECT_EQ(result, 0);
  }

  Clock clock(RCL_ROS_TIME);
  std::atomic<int> result{-1};
  std::thread sleeper([&] { result = clock.sleep_for(Duration(10000, 0), context); });
  EXPECT_TRUE(eventually([&] {
    detail::enable_ros_time_override(clock);
    detail::disable_ros_time_override(clock);
    return result != -1;
  }));
  sleeper.join();
  EXPECT_EQ(result, 0);

  std::vector<std::thread> sleepers;
  std::atomic<int> awake{0};
  for (const rcl_clock_type_t type : {RCL_SYSTEM_TIME, RCL_STEADY_TIME, RCL_ROS_TIME}) {
    sleepers.emplace_back([&, type] {
      try {
        EXPECT_FALSE(Clock(type).sleep_for(Duration(10000, 0), context));
      } catch (const std::runtime_error &) {
        // the shutdown came first
      }
      ++awake;
    });
  }
  context->shutdown("test");
  EXPECT_TRUE(eventually([&] { return awake == 3; }));
  for (std::thread & thread : sleepers) {
    thread.join();
  }
}

// A thread that is about to sleep is not missed; the one after it is.
TEST(Clock, ACancelBeforeTheSleepCounts)
{
  const auto context = make_context();
  for (const rcl_clock_type_t type : {RCL_SYSTEM_TIME, RCL_STEADY_TIME, RCL_ROS_TIME}) {
    Clock clock(type);
    clock.cancel_sleep_or_wait();
    EXPECT_FALSE(clock.sleep_for(Duration(10000, 0), context));
    EXPECT_TRUE(clock.sleep_for(Duration(0, 1), context));
  }
  Clock simulated(RCL_ROS_TIME);
  detail::enable_ros_time_override(simulated);
  simulated.cancel_sleep_or_wait();
  EXPECT_FALSE(simulated.sleep_for(Duration(1, 0), context));
  simulated.cancel_sleep_or_wait();
  EXPECT_FALSE(simulated.wait_until_started(context));
}

TEST(Clock, SimulatedTimeWakesSleepers)
{
  const auto context = make_context();
  Clock clock(RCL_ROS_TIME);
  detail::enable_ros_time_override(clock);
  EXPECT_FALSE(clock.started());
  std::atomic<int> result{-1};
  std::thread sleeper([&] { result = clock.sleep_until(Time(100, 0, RCL_ROS_TIME), context); });
  std::thread starter([&] { EXPECT_TRUE(clock.wait_until_started(context)); });
  for (int second = 1; second <= 100; ++second) {
    EXPECT_EQ(result, -1);
    detail::set_ros_time_override(clock, RCL_S_TO_NS(second));
  }
  sleeper.join();
  starter.join();
  EXPECT_EQ(result, 1);
}

namespace
{

// Sleeps in another thread, in simulated time.
class Sleeper
{
public:
  Sleeper(const Context::SharedPtr & context, const std::function<bool()> & sleep)
  : thread_([this, sleep] { result = sleep(); })
  {
    // Afterwards it has seen what time it is.
    EXPECT_TRUE(eventually([&] { return context->get_on_shutdown_callbacks().size() == 1; }));
  }
  ~Sleeper() { thread_.join(); }

  bool ends() const
  {
    return eventually([this] { return result != -1; });
  }

  std::atomic<int> result{-1};

private:
  std::thread thread_;
};

void set_seconds(Clock & clock, std::int64_t seconds)
{
  detail::set_ros_time_override(clock, RCL_S_TO_NS(seconds));
}

}  // namespace

// A recording restarts, or a simulator is reset.
TEST(Clock, ASleepKeepsItsRemainingTimeWhenTimeGoesBack)
{
  const auto context = make_context();
  Clock clock(RCL_ROS_TIME);
  detail::enable_ros_time_override(clock);
  for (const bool as_span : {true, false}) {
    SCOPED_TRACE(as_span);
    set_seconds(clock, 1000);
    Sleeper sleeper(context, [&] {
      return as_span ? clock.sleep_for(Duration(10, 0), context)
                     : clock.sleep_until(Time(1010, 0, RCL_ROS_TIME), context);
    });
    set_seconds(clock, 1004);
    set_seconds(clock, 2);  // 6 s are left
    set_seconds(clock, 5);  // 3 s are left
    set_seconds(clock, 1);
    set_seconds(clock, 3);
    EXPECT_EQ(sleeper.result, -1);
    set_seconds(clock, 4);
    EXPECT_TRUE(sleeper.ends());
    EXPECT_EQ(sleeper.result, 1);
  }
}

TEST(Clock, ASpanBeginsWithTheFirstClock)
{
  const auto context = make_context();
  Clock clock(RCL_ROS_TIME);
  detail::enable_ros_time_override(clock);
  Sleeper sleeper(context, [&] { return clock.sleep_for(Duration(10, 0), context); });
  set_seconds(clock, 1'700'000'000);
  set_seconds(clock, 1'700'000'009);
  EXPECT_EQ(sleeper.result, -1);
  set_seconds(clock, 1'700'000'010);
  EXPECT_TRUE(sleeper.ends());
  EXPECT_EQ(sleeper.result, 1);
}

// The time at which a span begins and the jumps of before are one reading of the clock.
TEST(Clock, AJumpAsASleepBeginsMakesItNeitherLongerNorShorter)
{
  const auto context = make_context();
  Clock clock(RCL_ROS_TIME);
  detail::enable_ros_time_override(clock);
  constexpr int rounds = 500;
  std::atomic<int> begun{0};
  std::atomic<int> slept{0};
  std::thread sleeper([&] {
    for (int round = 1; round <= rounds; ++round) {
      while (begun != round) {
      }
      EXPECT_TRUE(clock.sleep_for(Duration(10, 0), context));
      slept = round;
    }
  });
  int longer = 0;
  for (int round = 1; round <= rounds; ++round) {
    set_seconds(clock, 1000);
    begun = round;
    for (std::atomic<int> delay{0}; delay < round % 100; ++delay) {
    }
    set_seconds(clock, 1);
    while (context->get_on_shutdown_callbacks().empty()) {
      std::this_thread::yield();  // until it sleeps
    }
    set_seconds(clock, 11);
    if (longer != 0 || !eventually([&] { return slept == round; })) {
      ++longer;
      set_seconds(clock, 10'000);
    }
    while (slept != round) {
      std::this_thread::yield();
    }
  }
  sleeper.join();
  EXPECT_EQ(longer, 0) << "of " << rounds << " rounds since the first one that failed";
}

TEST(Clock, TheLongestSleepIsForEver)
{
  const auto context = make_context();
  constexpr auto longest = std::chrono::nanoseconds::max();
  for (const rcl_clock_type_t type : {RCL_SYSTEM_TIME, RCL_STEADY_TIME, RCL_ROS_TIME}) {
    Clock clock(type);
    Sleeper sleeper(context, [&] { return clock.sleep_for(Duration(longest), context); });
    clock.cancel_sleep_or_wait();
    EXPECT_TRUE(sleeper.ends());
    EXPECT_EQ(sleeper.result, 0);
  }
  Clock clock(RCL_ROS_TIME);
  detail::enable_ros_time_override(clock);
  set_seconds(clock, 1000);
  Sleeper sleeper(context, [&] { return clock.sleep_for(Duration(longest), context); });
  set_seconds(clock, 3'000'000'000);  // 50 years and more
  set_seconds(clock, 1);
  EXPECT_EQ(sleeper.result, -1);
  clock.cancel_sleep_or_wait();
  EXPECT_TRUE(sleeper.ends());
}

TEST(Clock, AClockWithoutTimeLeavesNoCallbackInTheContext)
{
  const auto context = make_context();
  {
    Clock none(RCL_CLOCK_UNINITIALIZED);
    const Time until(std::int64_t{1}, RCL_CLOCK_UNINITIALIZED);
    thrown_text<exceptions::RCLError>([&] { none.sleep_until(until, context); });
    thrown_text<exceptions::RCLError>([&] { none.sleep_for(Duration(1, 0), context); });
    thrown_text<exceptions::RCLError>([&] { none.wait_until_started(context); });
  }
  EXPECT_TRUE(context->get_on_shutdown_callbacks().empty());
  context->shutdown("test");
}

TEST(Clock, JumpsOfAnySizeAreNoticed)
{
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
  Clock clock(RCL_ROS_TIME);
  detail::enable_ros_time_override(clock);
  std::vector<std::int64_t> jumps;
  const auto handler = clock.create_jump_callback(
    nullptr, [&](const rcl_time_jump_t & jump) { jumps.push_back(jump.delta.nanoseconds); },
    every_jump);
  detail::set_ros_time_override(clock, most);
  detail::set_ros_time_override(clock, least);
  detail::set_ros_time_override(clock, most);
  EXPECT_EQ(jumps, (std::vector<std::int64_t>{most, least, most}));
}

TEST(Clock, WaitUntilStartedTimesOut)
{
  const auto context = make_context();
  Clock clock(RCL_ROS_TIME);
  EXPECT_TRUE(clock.wait_until_started(Duration(10, 0), context));
  detail::enable_ros_time_override(clock);
  EXPECT_FALSE(clock.wait_until_started(Duration(5ms), context));
}

TEST(Clock, TheLongestTimeoutIsForEver)
{
  const auto context = make_context();
  Clock clock(RCL_ROS_TIME);
  detail::enable_ros_time_override(clock);
  std::atomic_bool waits{false};
  std::thread starter([&] {
    EXPECT_TRUE(eventually([&] { return waits.load(); }));
    detail::set_ros_time_override(clock, 1);
  });
  waits = true;
  EXPECT_TRUE(clock.wait_until_started(Duration::max(), context));
  starter.join();
}

TEST(Clock, ReadersAndTheTimeSourceRunTogether)
{
  Clock clock(RCL_ROS_TIME);
  detail::enable_ros_time_override(clock);
  std::atomic_bool stop{false};
  std::atomic<int> jumps{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 2; ++i) {
    threads.emplace_back([&] {
      std::int64_t last = 0;
      while (!stop) {
        const std::int64_t now = clock.now().nanoseconds();
        EXPECT_GE(now, last);
        last = now;
        auto handler = clock.create_jump_callback(
          nullptr, [&](const rcl_time_jump_t &) { ++jumps; }, every_jump);
      }
    });
  }
  std::int64_t time = 0;
  EXPECT_TRUE(eventually([&] {
    detail::set_ros_time_override(clock, ++time);
    return jumps > 50;
  }));
  stop = true;
  for (std::thread & thread : threads) {
    thread.join();
  }
}

TEST(ClockWaiter, EndsByTimeNotificationAndJump)
{
  for (const rcl_clock_type_t type : {RCL_SYSTEM_TIME, RCL_STEADY_TIME, RCL_ROS_TIME}) {
    const auto clock = std::make_shared<Clock>(type);
    ClockWaiter waiter(clock);
    std::mutex mutex;
    std::unique_lock<std::mutex> lock(mutex);
    const Time until = clock->now() + Duration(10ms);
    EXPECT_FALSE(waiter.wait_until(lock, until, [] { return false; }));
    EXPECT_GE(clock->now(), until);
    EXPECT_TRUE(lock.owns_lock());

    bool is_notified = false;
    std::thread teller([&] {
      std::lock_guard<std::mutex> held(mutex);
      is_notified = true;
      waiter.notify_one();
    });
    EXPECT_TRUE(waiter.wait_until(lock, clock->now() + Duration(1h), [&] { return is_notified; }));
    teller.join();
    thrown_text<std::runtime_error>([&] {
      waiter.wait_until(lock, Time(std::int64_t(0), RCL_CLOCK_UNINITIALIZED), [] { return true; });
    });
  }
  thrown_text<std::invalid_argument>([] { ClockWaiter waiter(nullptr); });

  const auto clock = std::make_shared<Clock>(RCL_ROS_TIME);
  ClockWaiter waiter(clock);
  std::mutex mutex;
  std::unique_lock<std::mutex> lock(mutex);
  const auto in_simulation_while_waiting = [&](const Time & until, std::function<void()> act) {
    std::thread simulation([&] {
      {
        std::lock_guard<std::mutex> waiting(mutex);
      }  // free once the waiter waits
      act();
    });
    EXPECT_FALSE(waiter.wait_until(lock, until, [] { return false; }));
    EXPECT_GE(clock->now(), until);
    simulation.join();
  };
  const Time far = clock->now() + Duration(1h);
  in_simulation_while_waiting(far, [&] {
    detail::set_ros_time_override(*clock, far.nanoseconds());
    detail::enable_ros_time_override(*clock);
  });
  in_simulation_while_waiting(far + Duration(1h), [&] {
    detail::set_ros_time_override(*clock, far.nanoseconds() + 1);
    detail::set_ros_time_override(*clock, (far + Duration(1h)).nanoseconds());
  });
}

TEST(ClockWaiter, KeepsTheRemainingTimeWhenTimeGoesBack)
{
  const auto clock = std::make_shared<Clock>(RCL_ROS_TIME);
  detail::enable_ros_time_override(*clock);
  set_seconds(*clock, 1000);
  ClockWaiter waiter(clock);
  std::mutex mutex;
  std::atomic<int> looks{0};
  std::atomic<bool> ended{false};
  std::thread thread([&] {
    std::unique_lock<std::mutex> lock(mutex);
    EXPECT_FALSE(waiter.wait_until(lock, Time(1010, 0, RCL_ROS_TIME), [&] {
      ++looks;
      return false;
    }));
    ended = true;
  });
  EXPECT_TRUE(eventually([&] { return looks > 0; }));
  set_seconds(*clock, 1);
  set_seconds(*clock, 10);
  EXPECT_FALSE(ended);
  set_seconds(*clock, 11);
  EXPECT_TRUE(eventually([&] { return ended.load(); }));
  thread.join();
}

// Jump callbacks are called one after the other when the clock has jumped already.
TEST(ClockWaiter, AWaitThatBeginsWhileCallbacksOfAJumpRunBeginsAfterThatJump)
{
  const auto clock = std::make_shared<Clock>(RCL_ROS_TIME);
  detail::enable_ros_time_override(*clock);
  set_seconds(*clock, 1000);
  std::unique_ptr<ClockWaiter> waiter;
  std::mutex mutex;
  std::atomic<int> looks{0};
  std::atomic<bool> ended{false};
  std::thread thread;
  const auto before_the_waiters = clock->create_jump_callback(
    nullptr,
    [&](const rcl_time_jump_t &) {
      thread = std::thread([&] {
        std::unique_lock<std::mutex> lock(mutex);
        EXPECT_FALSE(waiter->wait_until(lock, clock->now() + Duration(10, 0), [&] {
          ++looks;
          return false;
        }));
        EXPECT_EQ(clock->now().seconds(), 60);
        ended = true;
      });
      EXPECT_TRUE(eventually([&] { return looks > 0; }));
    },
    {false, {0}, {-1}});
  waiter = std::make_unique<ClockWaiter>(clock);
  set_seconds(*clock, 50);
  EXPECT_TRUE(eventually([&] { return looks > 1; }));
  const int looks_before = looks;
  set_seconds(*clock, 59);
  EXPECT_TRUE(eventually([&] { return looks > looks_before; }));
  EXPECT_FALSE(ended);
  set_seconds(*clock, 60);
  EXPECT_TRUE(eventually([&] { return ended.load(); }));
  thread.join();
}

TEST(ClockConditionalVariable, EndsWithTheContext)
{
  const auto context = make_context();
  const auto clock = std::make_shared<Clock>(RCL_STEADY_TIME);
  ClockConditionalVariable condition(clock, context);
  std::unique_lock<std::mutex> lock(condition.mutex());
  EXPECT_TRUE(condition.wait_until(lock, clock->now() + Duration(1ms), [] { return false; }));
  EXPECT_TRUE(condition.wait_until(lock, clock->now() + Duration(1h), [] { return true; }));

  {
    std::mutex other;
    std::unique_lock<std::mutex> wrong(other);
    thrown_text<std::runtime_error>(
      [&] { condition.wait_until(wrong, clock->now(), [] { return true; }); });
  }

  std::thread ender([&] {
    {
      std::lock_guard<std::mutex> waiting(condition.mutex());
    }
    context->shutdown("test");
  });
  EXPECT_FALSE(condition.wait_until(lock, clock->now() + Duration(1h), [] { return false; }));
  ender.join();
  thrown_text<std::runtime_error>([&] { ClockConditionalVariable late(clock, context); });
}

TEST(Rate, PeriodsDoNotDrift)
{
  contexts::get_global_default_context()->init(0, nullptr);
  WallRate rate(Duration(2ms));
  EXPECT_EQ(rate.period(), 2ms);
  EXPECT_EQ(rate.get_type(), RCL_STEADY_TIME);
  const auto begin = std::chrono::steady_clock::now();
  rate.reset();
  for (int i = 0; i < 10; ++i) {
    rate.sleep();
  }
  EXPECT_GE(std::chrono::steady_clock::now() - begin, 20ms);
  EXPECT_EQ(Rate(50.0).period(), 20ms);
  EXPECT_EQ(Rate(50.0).get_type(), RCL_SYSTEM_TIME);
  EXPECT_EQ(ROSRate(50.0).get_type(), RCL_ROS_TIME);
  contexts::get_global_default_context()->shutdown("test");
}

TEST(Rate, LateByMoreThanAPeriodStartsAnew)
{
  const auto clock = std::make_shared<Clock>(RCL_ROS_TIME);
  detail::enable_ros_time_override(*clock);
  detail::set_ros_time_override(*clock, 1000);
  Rate rate(Duration::from_nanoseconds(100), clock);
  detail::set_ros_time_override(*clock, 1150);
  EXPECT_FALSE(rate.sleep());  // 50 late: the beat 1100 stays
  detail::set_ros_time_override(*clock, 1900);
  EXPECT_FALSE(rate.sleep());  // 700 late: beat from now
  detail::set_ros_time_override(*clock, 2000);
  EXPECT_FALSE(rate.sleep());  // exactly due
}

TEST(Rate, ContinuesWhenTimeGoesBackOrBegins)
{
  const auto context = contexts::get_global_default_context();
  context->init(0, nullptr);
  const auto clock = std::make_shared<Clock>(RCL_ROS_TIME);
  detail::enable_ros_time_override(*clock);
  Rate rate(Duration(10, 0), clock);  // time has not begun
  const std::size_t others = context->get_on_shutdown_callbacks().size();
  const auto sleep_while = [&](const std::vector<std::int64_t> & seconds) {
    std::atomic<bool> ended{false};
    bool slept = false;
    std::thread thread([&] {
      slept = rate.sleep();
      ended = true;
    });
    EXPECT_TRUE(eventually([&] { return context->get_on_shutdown_callbacks().size() > others; }));
    for (const std::int64_t second : seconds) {
      EXPECT_FALSE(ended);
      set_seconds(*clock, second);
    }
    EXPECT_TRUE(eventually([&] { return ended.load(); }));
    thread.join();
    return slept;
  };
  EXPECT_TRUE(sleep_while({1000, 1009, 1010}));
  EXPECT_TRUE(sleep_while({1019, 1020}));
  EXPECT_TRUE(sleep_while({1024, 2, 7, 8}));  // 6 s were left
  EXPECT_TRUE(sleep_while({17, 18}));
  set_seconds(*clock, 3);  // between two sleeps
  EXPECT_TRUE(sleep_while({12, 13}));
  context->shutdown("test");
}

TEST(Rate, OfTheLongestPeriodSleepsForEver)
{
  const auto context = contexts::get_global_default_context();
  context->init(0, nullptr);
  const auto clock = std::make_shared<Clock>(RCL_ROS_TIME);
  detail::enable_ros_time_override(*clock);
  set_seconds(*clock, 1000);
  Rate rate(Duration(std::chrono::nanoseconds::max()), clock);
  clock->cancel_sleep_or_wait();
  EXPECT_FALSE(rate.sleep());
  context->shutdown("test");
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
TEST(Rate, ReportsWhetherItsClockIsSteady)
{
  const bool of_wall_rate = WallRate(1.0).is_steady();
  const bool of_rate = Rate(1.0).is_steady();
  const bool of_generic_rate = GenericRate<std::chrono::steady_clock>(1.0).is_steady();
  EXPECT_TRUE(of_wall_rate);
  EXPECT_FALSE(of_rate);
  EXPECT_TRUE(of_generic_rate);
}
#pragma GCC diagnostic pop

TEST(Rate, MustBePositive)
{
  for (const double rate : {0.0, -1.0, std::numeric_limits<double>::quiet_NaN()}) {
    thrown_text<std::invalid_argument>([&] { Rate{rate}; });
  }
  thrown_text<std::invalid_argument>([] { WallRate{Duration(0, 0)}; });
  thrown_text<std::invalid_argument>([] { Rate(1.0, nullptr); });
}
