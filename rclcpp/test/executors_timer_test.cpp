// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Timers of all clocks: punctual, without drift and bursts, cancelled, reset, destroyed, and time
// jumps.
#include <algorithm>
#include <cmath>
#include <functional>
#include <future>
#include <limits>
#include <string>
#include <vector>

#include "executors_support.hpp"
#include "rclcpp/create_timer.hpp"
#include "rclcpp/timer.hpp"
#include "rclcpp/virtual_time.hpp"

namespace executors_test
{

using rclcpp::Clock;
using rclcpp::TimerBase;
using rclcpp::TimerInfo;
using rclcpp::executors::MultiThreadedExecutor;
using rclcpp::executors::SingleThreadedExecutor;

/// A group that accepts timers without a node.
class TimerGroup : public rclcpp::CallbackGroup
{
public:
  using CallbackGroup::add_timer;
  using CallbackGroup::CallbackGroup;
};

class ExecutorsTimer : public ExecutorsTest
{
protected:
  ExecutorsTimer() { executor.add_callback_group(group); }

  template <typename Callback>
  std::shared_ptr<TimerBase> make_timer(
    std::chrono::nanoseconds period, Callback callback, bool autostart = true)
  {
    auto timer = std::make_shared<rclcpp::WallTimer<Callback>>(
      period, std::move(callback), context, autostart);
    group->add_timer(timer);
    return timer;
  }

  template <typename Callback>
  std::shared_ptr<TimerBase> make_timer(
    Clock::SharedPtr clock, std::chrono::nanoseconds period, Callback callback)
  {
    auto timer =
      std::make_shared<rclcpp::GenericTimer<Callback>>(clock, period, std::move(callback), context);
    group->add_timer(timer);
    return timer;
  }

  std::shared_ptr<TimerGroup> group =
    std::make_shared<TimerGroup>(rclcpp::CallbackGroupType::MutuallyExclusive, context);
  SingleThreadedExecutor executor{options};
};

TEST_F(ExecutorsTimer, CallsAreNeverEarlyAndDoNotDrift)
{
  constexpr auto period = 2ms;
  constexpr int calls = 50;
  int called = 0;
  std::int64_t first_due = 0;
  const std::int64_t start = steady_now();
  auto timer = make_timer(period, [&](const TimerInfo & info) {
    const std::int64_t due = info.expected_call_time.nanoseconds();
    if (called == 0) {
      first_due = due;
    }
    EXPECT_EQ((due - first_due) % std::chrono::nanoseconds(period).count(), 0);
    EXPECT_GE(info.actual_call_time.nanoseconds(), due);
    if (++called == calls) {
      executor.cancel();
    }
  });
  executor.spin();
  EXPECT_GE(first_due - start, std::chrono::nanoseconds(period).count());
}

// rclcpp #2771, rcl #289: after a stall the missed calls came all at once, or the phase moved.
TEST_F(ExecutorsTimer, AStallGivesOneCallAndKeepsThePhase)
{
  constexpr std::int64_t period = 5'000'000;
  std::vector<std::int64_t> due, called;
  auto timer = make_timer(std::chrono::nanoseconds(period), [&](const TimerInfo & info) {
    due.push_back(info.expected_call_time.nanoseconds());
    called.push_back(info.actual_call_time.nanoseconds());
  });
  std::this_thread::sleep_for(28ms);
  while (due.size() < 4) {
    executor.spin_once();
  }
  EXPECT_GE(due[1] - due[0], 5 * period);
  for (std::size_t i = 1; i < due.size(); ++i) {
    EXPECT_EQ((due[i] - due[0]) % period, 0);
    EXPECT_GT(due[i], called[i - 1]) << "what was due by then is not made up for";
  }
}

// The other thread keeps the time and makes the timer ready, late, while a callback blocks the
// group of the timer. This is not a lateness that the timer may make up for: see
// ExecutorsLateThread.
TEST_F(ExecutorsTimer, EffectsOfATimerThatTheOtherThreadFiredComeAfterThoseOfTheCallback)
{
  constexpr std::size_t rounds = 20;
  MultiThreadedExecutor two_threads(options, 2);
  executor.remove_callback_group(group);
  two_threads.add_callback_group(group);
  const auto calls = make_probe(group);
  const auto of_call = make_probe(group);
  const auto of_timer = make_probe(group);
  std::string order, expected;
  std::shared_ptr<TimerBase> timer;
  std::function<void()> call = [&]() {
    timer->reset();
    for (const std::int64_t end = steady_now() + 4'000'000; steady_now() < end;) {
    }
    of_call->push([&]() { order += 'c'; });
  };
  const auto next = [&]() {
    order += 't';
    if (order.size() >= 2 * rounds) {
      two_threads.cancel();
    } else {
      calls->push(call);
    }
  };
  timer = make_timer(
    2ms,
    [&]() {
      timer->cancel();
      of_timer->push(next);
    },
    false);
  calls->push(call);
  two_threads.spin();
  for (std::size_t round = 0; round < rounds; ++round) {
    expected += "ct";
  }
  EXPECT_EQ(order, expected);
}

/// Has at most one event.
class OneEvent final : public rclcpp::VirtualWorld
{
public:
  explicit OneEvent(rclcpp::Context & context) : context_(context) {}

  void at(std::int64_t time_ns, std::function<void()> event)
  {
    time_ns_ = time_ns;
    event_ = std::move(event);
  }
  std::int64_t next_event() noexcept override { return time_ns_; }
  void run_next_event() noexcept override
  {
    time_ns_ = never;
    event_();
  }
  void end() noexcept override { context_.shutdown("nothing is left to wait for"); }

private:
  rclcpp::Context & context_;
  std::int64_t time_ns_ = never;
  std::function<void()> event_;
};

/// Each call of step() is to the engine a thread of its own. A callback that calls it again, or an
/// event while it sleeps, does what two threads do at the same time, in a known order.
class StepExecutor : public rclcpp::Executor
{
public:
  using Executor::Executor;

  void spin() override {}
  bool step(std::chrono::nanoseconds timeout)
  {
    rclcpp::AnyExecutable item;
    if (!get_next_executable(item, timeout)) {
      return false;
    }
    execute_any_executable(item);
    return true;
  }
};

/// In virtual time: threads are late, and callbacks take long, exactly as the test says.
class ExecutorsLateThread : public ExecutorsTimer
{
protected:
  static constexpr std::int64_t us = 1'000;
  static constexpr std::int64_t begin = 1'000'000'000 * us;

  void work_until(std::int64_t time_ns) { time.wait(time_ns); }
  /// Makes the thread that sleeps at `from` wake at `until`.
  void oversleep(std::int64_t from, std::int64_t until)
  {
    world.at(from, [this, until]() { time.wait(until); });
  }

  /// Two timers that are due at 1 ms and 1.5 ms. They write '1' and '2'; a message of the first one
  /// writes 'm'.
  void make_two_timers()
  {
    const auto message = make_probe(group);
    first = make_timer(1ms, [this, message]() {
      first->cancel();
      message->push([this]() { note('m'); });
      note('1');
    });
    second = make_timer(1500us, [this]() {
      second->cancel();
      note('2');
    });
  }
  void note(char what)
  {
    order += what;
    if (order.size() == 3) {
      executor.cancel();
    }
  }

  OneEvent world{*context};
  rclcpp::VirtualTime time{world, begin};
  std::shared_ptr<TimerBase> first, second;
  std::string order;
};

// The executor runs as if it had been on time: the second timer was due only after the first one's
// message.
TEST_F(ExecutorsLateThread, EffectsOfALateTimerComeBeforeTheNextLateTimer)
{
  make_two_timers();
  oversleep(begin + 900 * us, begin + 1600 * us);
  executor.spin();
  EXPECT_EQ(order, "1m2");
}

TEST_F(ExecutorsLateThread, IsNotOneThatBeginsToSpinAfterOtherWork)
{
  make_two_timers();
  work_until(begin + 1600 * us);
  executor.spin();
  EXPECT_EQ(order, "12m");
}

// A busy executor is not late: a timer that became due while a callback ran must not publish before
// that callback. Otherwise each answer of a loop that uses the whole core waits for the next round.
TEST_F(ExecutorsLateThread, EffectsOfATimerThatWaitedForACallbackComeAfterThatCallbacks)
{
  constexpr int rounds = 5;
  const auto pings = make_probe(group);
  const auto pongs = make_probe(group);
  int sent = 0;
  const auto pong = [&]() {
    order += 'o';
    if (order.size() == 2 * rounds) {
      executor.cancel();
    }
  };
  const auto ping = [&]() {
    order += 'i';
    work_until(time.now() + 7000 * us);
    pongs->push(pong);
  };
  const auto timer = make_timer(5ms, [&]() {
    if (sent < rounds) {
      ++sent;
      pings->push(ping);
    }
  });
  executor.spin();
  EXPECT_EQ(order, "ioioioioio");
}

TEST_F(ExecutorsLateThread, DoesNotMakeATimerLateThatACallbackOfAnotherThreadBlocks)
{
  StepExecutor threads(options);
  executor.remove_callback_group(group);
  threads.add_callback_group(group);
  const auto calls = make_probe(group);
  const auto of_call = make_probe(group);
  const auto of_timer = make_probe(group);
  first = make_timer(1ms, [&]() {
    first->cancel();
    of_timer->push([&]() { order += 't'; });
  });
  calls->push([&]() {
    oversleep(begin + 900 * us, begin + 1600 * us);
    EXPECT_FALSE(threads.step(5ms)) << "the group is exclusive";
    of_call->push([&]() { order += 'c'; });
  });
  while (threads.step(10ms)) {
  }
  EXPECT_EQ(order, "ct");
}

TEST_F(ExecutorsLateThread, IsLateThoughAnotherThreadHasEndedACallback)
{
  StepExecutor threads(options);
  executor.remove_callback_group(group);
  threads.add_callback_group(group);
  const auto other_group = make_group();
  threads.add_callback_group(other_group);
  const auto other = make_probe(other_group);
  bool has_run = false;
  make_two_timers();
  world.at(begin + 900 * us, [&]() {
    other->push([&]() { has_run = true; });
    EXPECT_TRUE(threads.step(0ms));
    time.wait(begin + 1600 * us);
  });
  while (threads.step(10ms)) {
  }
  EXPECT_TRUE(has_run);
  EXPECT_EQ(order, "1m2");
}

TEST_F(ExecutorsTimer, AnOverrunningCallbackDoesNotStarveOthers)
{
  int ran = 0;
  auto probe = make_probe(group);
  auto timer = make_timer(1ms, [&]() {
    std::this_thread::sleep_for(3ms);
    probe->push([&]() { ++ran; });
  });
  for (int i = 0; i < 10; ++i) {
    executor.spin_once();
  }
  EXPECT_GE(ran, 4);
}

TEST_F(ExecutorsTimer, APeriodOfZeroIsAlwaysDueAndDoesNotStarveOthers)
{
  int calls = 0;
  auto timer = make_timer(0ns, [&]() { ++calls; });
  auto probe = make_probe(group);
  bool ran = false;
  executor.spin_once(1s);
  probe->push([&]() { ran = true; });
  executor.spin_once(1s);
  executor.spin_once(1s);
  EXPECT_TRUE(ran);
  EXPECT_GE(calls, 1);
  executor.spin_some();  // ends
}

TEST_F(ExecutorsTimer, CancelAndReset)
{
  int calls = 0;
  auto slow = make_timer(1h, [] {});
  EXPECT_FALSE(slow->is_ready());
  auto timer = make_timer(30ms, [&]() { ++calls; });
  EXPECT_FALSE(timer->is_canceled());
  EXPECT_TRUE(timer->is_steady());
  EXPECT_LE(timer->time_until_trigger(), 30ms);
  std::this_thread::sleep_for(31ms);
  EXPECT_TRUE(timer->is_ready());
  EXPECT_LE(timer->time_until_trigger(), 0ns);
  timer->cancel();
  EXPECT_TRUE(timer->is_canceled());
  EXPECT_FALSE(timer->is_ready());
  EXPECT_EQ(timer->time_until_trigger(), std::chrono::nanoseconds::max());
  executor.spin_once(10ms);
  EXPECT_EQ(calls, 0);

  std::size_t resets = 0;
  EXPECT_THROW(timer->set_on_reset_callback(nullptr), std::invalid_argument);
  timer->set_on_reset_callback([&](std::size_t n) { resets += n; });
  timer->reset();
  timer->clear_on_reset_callback();
  timer->reset();
  EXPECT_EQ(resets, 1u);
  timer->reset();
  timer->set_on_reset_callback([&](std::size_t n) { resets += n; });
  EXPECT_EQ(resets, 3u) << "the resets since the last report";
  timer->set_on_reset_callback([](std::size_t) { throw std::runtime_error("no"); });
  EXPECT_NO_THROW(timer->reset()) << "it is logged";
  EXPECT_FALSE(timer->is_canceled());
  executor.spin_once(patience);
  EXPECT_EQ(calls, 1);
}

// rclcpp #2889: cancelling and resetting broke the heap of timers.
TEST_F(ExecutorsTimer, ManyTimersResetAndCancelledAtRandomComeInOrder)
{
  std::vector<std::shared_ptr<TimerBase>> timers;
  std::vector<std::int64_t> order;
  for (int i = 0; i < 50; ++i) {
    timers.push_back(make_timer(
      std::chrono::microseconds(200 * (50 - i)),
      [&](const TimerInfo & i) { order.push_back(i.expected_call_time.nanoseconds()); }));
  }
  for (int i = 0; i < 50; i += 3) {
    timers[i]->cancel();
  }
  for (int i = 0; i < 50; i += 6) {
    timers[i]->reset();
  }
  for (int i = 1; i < 50; i += 5) {
    timers[i].reset();
  }
  std::this_thread::sleep_for(11ms);
  executor.spin_some();
  EXPECT_GT(order.size(), 20u);
  EXPECT_TRUE(std::is_sorted(order.begin(), order.end()));
}

TEST_F(ExecutorsTimer, ATimerMayResetCancelAndDropItself)
{
  int calls = 0;
  int calls_of_dropped = 0;
  std::shared_ptr<TimerBase> dropped;
  auto timer = make_timer(1ms, [&](TimerBase & self) {
    if (++calls == 2) {
      self.cancel();
    } else {
      self.reset();
    }
  });
  dropped = make_timer(1ms, [&]() {
    ++calls_of_dropped;
    dropped.reset();
  });
  const auto end = std::chrono::steady_clock::now() + patience;
  while (calls + calls_of_dropped < 3 && std::chrono::steady_clock::now() < end) {
    executor.spin_once(1ms);
  }
  executor.spin_once(5ms);
  EXPECT_EQ(calls, 2);
  EXPECT_EQ(calls_of_dropped, 1);
}

TEST_F(ExecutorsTimer, WithoutAutostartItBeginsWithReset)
{
  int calls = 0;
  auto timer = make_timer(1ms, [&]() { ++calls; }, false);
  EXPECT_TRUE(timer->is_canceled());
  executor.spin_once(5ms);
  EXPECT_EQ(calls, 0);
  timer->reset();
  executor.spin_once(patience);
  EXPECT_EQ(calls, 1);
}

TEST_F(ExecutorsTimer, ASleepingExecutorHeedsATimerArmedEarlierInAnotherThread)
{
  for (std::size_t threads : {1u, 2u}) {
    MultiThreadedExecutor spun(options, threads);
    auto own = std::make_shared<TimerGroup>(rclcpp::CallbackGroupType::MutuallyExclusive, context);
    spun.add_callback_group(own);
    auto late = std::make_shared<rclcpp::WallTimer<std::function<void()>>>(1h, []() {}, context);
    own->add_timer(late);
    Spinner spinner(spun);
    ASSERT_TRUE(eventually([&]() { return spun.is_spinning(); }));
    for (int i = 0; i < 10; ++i) {
      std::promise<void> called;
      auto early = std::make_shared<rclcpp::WallTimer<std::function<void(TimerBase &)>>>(
        1ms,
        [&](TimerBase & self) {
          self.cancel();
          called.set_value();
        },
        context);
      own->add_timer(early);
      ASSERT_EQ(called.get_future().wait_for(patience), std::future_status::ready);
    }
  }
}

TEST_F(ExecutorsTimer, TimersMoveWithTheirGroup)
{
  int calls = 0;
  auto timer = make_timer(1ms, [&]() { ++calls; });
  executor.remove_callback_group(group);
  executor.spin_once(5ms);
  EXPECT_EQ(calls, 0);
  SingleThreadedExecutor other(options);
  other.add_callback_group(group);
  other.spin_some();
  EXPECT_EQ(calls, 1);
  other.spin_once(patience);
  EXPECT_EQ(calls, 2);
}

TEST_F(ExecutorsTimer, EveryThreadMaySleepThroughTheNextTimerButOne)
{
  MultiThreadedExecutor spun(options, 3);
  auto own = std::make_shared<TimerGroup>(rclcpp::CallbackGroupType::Reentrant, context);
  spun.add_callback_group(own);
  std::atomic<int> calls{0};
  std::promise<void> release;
  auto released = release.get_future().share();
  auto timer = std::make_shared<rclcpp::WallTimer<std::function<void()>>>(
    1ms,
    [&]() {
      if (++calls == 1) {
        released.wait();
      }
    },
    context);
  own->add_timer(timer);
  Spinner spinner(spun);
  // The timekeeper thread is blocked in the callback: another one must take over.
  EXPECT_TRUE(eventually([&]() { return calls >= 5; }));
  release.set_value();
}

TEST_F(ExecutorsTimer, SystemTime)
{
  auto clock = std::make_shared<Clock>(RCL_SYSTEM_TIME);
  std::vector<std::int64_t> calls;
  const std::int64_t start = clock->now().nanoseconds();
  auto timer = make_timer(clock, 2ms, [&](const TimerInfo & info) {
    EXPECT_EQ(info.actual_call_time.get_clock_type(), RCL_SYSTEM_TIME);
    calls.push_back(info.expected_call_time.nanoseconds());
  });
  EXPECT_FALSE(timer->is_steady());
  while (calls.size() < 3) {
    executor.spin_once();
  }
  EXPECT_GE(calls[0] - start, 2'000'000);
  EXPECT_GT(calls[2], calls[1]);
  EXPECT_EQ((calls[2] - calls[0]) % 2'000'000, 0);
}

// rclcpp #2457, #1540: timers ignored ROS time, or noticed it late.
TEST_F(ExecutorsTimer, SimulatedTime)
{
  constexpr std::int64_t second = 1'000'000'000;
  auto clock = std::make_shared<Clock>(RCL_ROS_TIME);
  rclcpp::detail::enable_ros_time_override(*clock);
  rclcpp::detail::set_ros_time_override(*clock, 100 * second);
  int calls = 0;
  auto timer = make_timer(clock, 10s, [&]() { ++calls; });
  EXPECT_EQ(timer->time_until_trigger(), 10s);
  executor.spin_once(5ms);
  rclcpp::detail::set_ros_time_override(*clock, 109 * second);
  executor.spin_some();
  EXPECT_EQ(calls, 0);
  rclcpp::detail::set_ros_time_override(*clock, 110 * second);
  executor.spin_some();
  EXPECT_EQ(calls, 1);
  // A jump over many periods: one call, and the phase is kept.
  rclcpp::detail::set_ros_time_override(*clock, 155 * second);
  executor.spin_all(0s);
  EXPECT_EQ(calls, 2);
  EXPECT_EQ(timer->time_until_trigger(), 5s);
  // Back beyond the last call: a whole period from there.
  rclcpp::detail::set_ros_time_override(*clock, 20 * second);
  EXPECT_EQ(timer->time_until_trigger(), 10s);
  executor.spin_some();
  EXPECT_EQ(calls, 2);
  rclcpp::detail::set_ros_time_override(*clock, 30 * second);
  executor.spin_some();
  EXPECT_EQ(calls, 3);
}

TEST_F(ExecutorsTimer, AJumpWakesTheSleepingExecutor)
{
  auto clock = std::make_shared<Clock>(RCL_ROS_TIME);
  rclcpp::detail::enable_ros_time_override(*clock);
  rclcpp::detail::set_ros_time_override(*clock, 1);
  std::atomic<int> calls{0};
  auto timer = make_timer(clock, 1h, [&]() { ++calls; });
  Spinner spinner(executor);
  ASSERT_TRUE(eventually([&]() { return executor.is_spinning(); }));
  for (int i = 1; i <= 10; ++i) {
    const std::chrono::nanoseconds time = i * std::chrono::hours(1);
    rclcpp::detail::set_ros_time_override(*clock, time.count() + 1);
    ASSERT_TRUE(eventually([&]() { return calls == i; }));
  }
}

TEST_F(ExecutorsTimer, TheChangeToSimulatedTimeAndBackKeepsTheRemainingTime)
{
  constexpr std::int64_t second = 1'000'000'000;
  auto clock = std::make_shared<Clock>(RCL_ROS_TIME);
  int calls = 0;
  auto timer = make_timer(clock, 10s, [&]() { ++calls; });
  rclcpp::detail::set_ros_time_override(*clock, 50 * second);
  rclcpp::detail::enable_ros_time_override(*clock);
  EXPECT_GT(timer->time_until_trigger(), 8s);
  EXPECT_LE(timer->time_until_trigger(), 10s);
  rclcpp::detail::set_ros_time_override(*clock, 61 * second);
  executor.spin_some();
  EXPECT_EQ(calls, 1);
  rclcpp::detail::set_ros_time_override(*clock, 69 * second + 998 * second / 1000);
  const auto remains = timer->time_until_trigger();
  rclcpp::detail::disable_ros_time_override(*clock);
  EXPECT_LE(timer->time_until_trigger(), remains);
  executor.spin_once(patience);
  EXPECT_EQ(calls, 2);
}

TEST_F(ExecutorsTimer, AClockThatJumpsWhileTimersComeAndGo)
{
  auto clock = std::make_shared<Clock>(RCL_ROS_TIME);
  rclcpp::detail::enable_ros_time_override(*clock);
  MultiThreadedExecutor spun(options, 2);
  auto own = std::make_shared<TimerGroup>(rclcpp::CallbackGroupType::MutuallyExclusive, context);
  spun.add_callback_group(own);
  Spinner spinner(spun);
  std::atomic<bool> stop{false};
  std::atomic<int> calls{0};
  std::thread jumper([&]() {
    for (std::int64_t time = 1; !stop; ++time) {
      rclcpp::detail::set_ros_time_override(*clock, time * 1000);
    }
  });
  for (int i = 0; i < 300; ++i) {
    auto timer = std::make_shared<rclcpp::GenericTimer<std::function<void()>>>(
      clock, 1us, [&]() { ++calls; }, context);
    own->add_timer(timer);
    const int before = calls;
    ASSERT_TRUE(eventually([&]() { return calls > before; }));
    if (i % 2) {
      timer->reset();
    }
  }
  stop = true;
  jumper.join();
}

TEST_F(ExecutorsTimer, RunWithoutAnExecutor)
{
  int calls = 0;
  auto timer =
    std::make_shared<rclcpp::WallTimer<std::function<void()>>>(1h, [&]() { ++calls; }, context);
  auto data = timer->call();
  ASSERT_TRUE(data);
  timer->execute_callback(data);
  EXPECT_EQ(calls, 1);
  EXPECT_GT(timer->time_until_trigger(), 1h);
  timer->cancel();
  EXPECT_FALSE(timer->call());
  EXPECT_FALSE(timer->exchange_in_use_by_wait_set_state(true));
  EXPECT_TRUE(timer->exchange_in_use_by_wait_set_state(false));
}

TEST_F(ExecutorsTimer, Misuse)
{
  using Timer = rclcpp::GenericTimer<std::function<void()>>;
  EXPECT_THROW(Timer(nullptr, 1s, []() {}, context), std::invalid_argument);
  EXPECT_THROW(
    Timer(std::make_shared<Clock>(RCL_STEADY_TIME), -1ns, []() {}, context), std::invalid_argument);
  EXPECT_THROW(rclcpp::detail::safe_cast_to_period_in_ns(-1ms), std::invalid_argument);
  EXPECT_THROW(
    rclcpp::detail::safe_cast_to_period_in_ns(std::chrono::hours::max()), std::invalid_argument);
  EXPECT_EQ(rclcpp::detail::safe_cast_to_period_in_ns(std::chrono::duration<double>(0.5)), 500ms);
  const auto refused = [](auto period) {
    try {
      rclcpp::detail::safe_cast_to_period_in_ns(period);
      return std::string("accepted");
    } catch (const std::invalid_argument & error) {
      return std::string(error.what());
    }
  };
  EXPECT_EQ(refused(-1ns), "timer: the period is -1.000000 ns; expected 0 to 2^63 - 1 ns");
  EXPECT_NE(refused(std::chrono::duration<double>(std::nan(""))), "accepted");
  EXPECT_NE(refused(std::chrono::duration<float>(1e10F)), "accepted");
  EXPECT_EQ(refused(std::chrono::seconds(9223372036)), "accepted");
  EXPECT_NE(refused(std::chrono::seconds(9223372037)), "accepted");
  EXPECT_THROW(
    rclcpp::create_wall_timer(1s, [] {}, nullptr, nullptr, nullptr), std::invalid_argument);
  auto endless = make_timer(std::chrono::nanoseconds::max(), []() {});
  EXPECT_GT(endless->time_until_trigger(), std::chrono::hours(24 * 365 * 200));
  executor.spin_once(1ms);
}

}  // namespace executors_test
