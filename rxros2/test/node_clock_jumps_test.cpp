// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Jumps of a node's clock: the time of its scheduler, tasks, ages of messages and synchronize().

#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <variant>
#include <vector>

#include "clock_jumps_test.hpp"

using clock_jumps_test::Rig;
using clock_jumps_test::Stamped;
using clock_jumps_test::timers_fire_while_the_clock_jumps;
using namespace rx::operators;
using namespace rxros2::operators;
using namespace std::chrono_literals;
using rxros2::on_callback_group;

namespace
{

struct NodeClock : RosContext, testing::Test
{
  Rig rig{1000s};
};

TEST_F(NodeClock, ASchedulersTimeNeverGoesBackAndItsClockTimeIsSeparate)
{
  rig.simulate(true);
  rig.set(100s);
  const rx::time_point before = rig.env.now();
  rig.set(130s);
  EXPECT_EQ(rig.env.now() - before, 30s);
  rig.set(10s);
  EXPECT_EQ(rig.env.now() - before, 30s);
  EXPECT_EQ(rig.env.clock_now().time_since_epoch(), 10s);
  rig.set(11s);
  EXPECT_EQ(rig.env.now() - before, 31s);
}

// Notices a run that begins before the one before has ended. Its first run waits to be released.
struct slow_task final : rx::schedulable
{
  void run() noexcept override
  {
    overlapped = overlapped || inside.exchange(true);
    ++runs;
    while (!released) {
      std::this_thread::yield();
    }
    inside = false;
  }
  void dispose() noexcept override {}
  bool disposed() const noexcept override { return false; }

  std::atomic<bool> inside{false};
  std::atomic<bool> overlapped{false};
  std::atomic<bool> released{false};
  std::atomic<int> runs{0};
};

struct flag_task final : rx::schedulable
{
  void run() noexcept override { ran = true; }
  void dispose() noexcept override {}
  bool disposed() const noexcept override { return false; }

  std::atomic<bool> ran{false};
};

TEST_F(NodeClock, ATaskOfAReentrantGroupDoesNotOverlapItself)
{
  rig.simulate(true);
  rig.set(100s);
  const auto group = rig.node->create_callback_group(rclcpp::CallbackGroupType::Reentrant);
  const rx::environment env = on_callback_group(rig.node, group);
  rig.executor.remove_node(rig.node);
  rclcpp::executors::MultiThreadedExecutor executor({}, 3);
  executor.add_node(rig.node);
  std::thread spinning([&] { executor.spin(); });
  const auto turns_pass = [&] {  // two, as the first one may see to a jump only
    for (int i = 0; i < 2; ++i) {
      const auto turn = std::make_shared<flag_task>();
      env->schedule(turn);
      EXPECT_TRUE(eventually([&] { return turn->ran.load(); }));
    }
  };
  for (const auto first : {0s, 1s}) {
    rig.set(100s);
    const auto task = std::make_shared<slow_task>();
    env->schedule(task, env.now() + first, 1s);
    rig.set(101s);
    EXPECT_TRUE(eventually([&] { return task->runs >= 1; }));
    turns_pass();
    rig.set(102s);
    turns_pass();
    rig.set(50s);
    turns_pass();
    EXPECT_FALSE(task->overlapped);
    task->released = true;
    EXPECT_TRUE(eventually([&] { return !task->inside; }));
    const int before = task->runs;
    rig.set(51s);
    EXPECT_TRUE(eventually([&] { return task->runs > before; }));
    env->cancel(*task);
  }
  executor.cancel();
  spinning.join();
}

TEST_F(NodeClock, AWaitThatBeginsWhileTheClockGoesOnEndsWhenItsTimeHasPassed)
{
  if (!timers_fire_while_the_clock_jumps) {
    GTEST_SKIP();
  }
  rig.simulate(true);
  rig.set(5000s);
  const auto task = std::make_shared<flag_task>();
  rig.while_it_jumps = [&] { rig.env->schedule(task, rig.env.now() + 1000s, {}); };
  rig.set(5400s);
  rig.while_it_jumps = nullptr;
  rig.set(5999s);
  EXPECT_FALSE(task->ran);
  rig.set(6001s);
  EXPECT_TRUE(task->ran);
}

TEST_F(NodeClock, NoNumberOfJumpsAheadUsesUpItsTime)
{
  rig.simulate(true);
  for (int i = 0; i < 250; ++i) {
    rig.set(1s + std::chrono::hours(24 * 365 * 50));
    rig.set(1s);
  }
  const rx::time_point before = rig.env.now();
  rig.set(2s);
  EXPECT_EQ(rig.env.now() - before, 1s);
}

TEST_F(NodeClock, AJumpCallbackSeesTimeThatStandsStill)
{
  rig.simulate(true);
  rig.set(100s);
  const rx::time_point before = rig.env.now();
  std::vector<rx::time_point> seen;
  rcl_jump_threshold_t threshold{};
  threshold.min_forward.nanoseconds = 1;
  threshold.min_backward.nanoseconds = -1;
  const auto handler = rig.clock->create_jump_callback(
    [&] { seen.push_back(rig.env.now()); },
    [&](const rcl_time_jump_t &) { seen.push_back(rig.env.now()); }, threshold);
  rig.set(10s);
  ASSERT_EQ(seen.size(), 2U);
  EXPECT_EQ(seen[0], before);
  EXPECT_EQ(seen[1], before);
}

TEST_F(NodeClock, AJumpDoesNotChangeTheAgeOfMessages)
{
  rig.simulate(true);
  std::string error;
  rig.running =
    (rig.on_node(rig.messages) | max_age(10s))
      .subscribe(
        [&](const Stamped &) { ++rig.fired; }, [&](std::exception_ptr e) { error = rx::what(e); });
  const auto send = [&](int stamp) {
    Stamped message;
    message.header.stamp.sec = stamp;
    rig.messages.get_subscriber().on_next(message);
  };
  send(1'700'000'000);  // before the first /clock
  rig.set(1'700'000'000s);
  send(1'700'000'000);
  rig.set(100s);
  send(1'700'000'000);  // was on its way when the clock was set back
  send(99);
  rig.set(109s);
  send(105);
  EXPECT_EQ(error, "");
  EXPECT_EQ(rig.fired, 5);
  send(90);
  EXPECT_EQ(error.substr(0, 40), "max_age: the newest message is 4000.0000") << error;
}

struct SynchronizeJumps : NodeClock
{
  template <typename Options>
  void match(const Options & options)
  {
    rig.simulate(true);
    rig.set(100s);
    const auto sync = rxros2::observable::synchronize(options, rig.on_node(a), rig.on_node(b));
    sync.unmatched().subscribe([this](const auto & leftover) {
      std::visit(
        [&](const Stamped & m) { got += "-" + std::to_string(m.header.stamp.sec) + " "; },
        leftover);
    });
    rig.running = sync.matched().subscribe([this](const auto & set) {
      got += std::to_string(std::get<0>(set).header.stamp.sec) + "=" +
             std::to_string(std::get<1>(set).header.stamp.sec) + " ";
    });
  }
  static void send(rx::subject<Stamped> & to, int stamp)
  {
    Stamped message;
    message.header.stamp.sec = stamp;
    to.get_subscriber().on_next(message);
  }

  rx::subject<Stamped> a, b;
  std::string got;
};

TEST_F(SynchronizeJumps, WaitingMessagesAreUnmatchedWhenTheClockIsSetBack)
{
  match(rxros2::synchronization_options{.queue_size = 3});
  for (int i = 90; i < 93; ++i) {
    send(a, i);
  }
  rig.set(1s);
  send(a, 1);
  send(a, 2);
  send(b, 1);
  send(b, 2);
  send(b, 90);  // would match a message from before
  EXPECT_EQ(got, "-90 -91 -92 1=1 2=2 ");
}

TEST_F(SynchronizeJumps, LateMessagesFromBeforeAJumpTakeNoRoom)
{
  match(rxros2::synchronization_options{.queue_size = 2});
  send(a, 90);
  rig.set(1s);
  send(a, 1);
  send(a, 91);  // late
  send(b, 1);
  for (int i = 2; i < 5; ++i) {
    send(a, i);
  }
  send(b, 4);
  EXPECT_EQ(got, "-90 1=1 -91 -2 -3 4=4 ");
}

TEST_F(SynchronizeJumps, TheApproximateSearchRestartsWhenTheClockIsSetBack)
{
  match(rxros2::approximate_options{});
  for (int i = 90; i < 93; ++i) {
    send(a, i);
  }
  rig.set(1s);
  for (int i = 1; i < 4; ++i) {
    send(a, 10 * i);
    send(b, 10 * i + 1);
  }
  EXPECT_EQ(got, "-90 -91 -92 10=11 20=21 ");
}

}  // namespace
