// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The spin functions: which items each runs, how long each waits, and how they end.
#include <future>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "executors_support.hpp"
#include "rclcpp/timer.hpp"

namespace executors_test
{

using rclcpp::CallbackGroupType;
using rclcpp::FutureReturnCode;
using rclcpp::executors::MultiThreadedExecutor;
using rclcpp::executors::SingleThreadedExecutor;

/// Tests for every executor class.
template <typename ExecutorT>
class ExecutorsSpin : public ExecutorsTest
{
protected:
  ExecutorsSpin()
  {
    executor.add_callback_group(group);
    probe = make_probe(group);
  }

  std::shared_ptr<rclcpp::CallbackGroup> group = make_group();
  ExecutorT executor{options};
  std::shared_ptr<Probe> probe;
};

using Executors = ::testing::Types<
  SingleThreadedExecutor, MultiThreadedExecutor, rclcpp::executors::StaticSingleThreadedExecutor,
  rclcpp::experimental::executors::EventsExecutor, rclcpp::executors::EventsCBGExecutor>;
TYPED_TEST_SUITE(ExecutorsSpin, Executors);

TYPED_TEST(ExecutorsSpin, SpinRunsCallbacksUntilCancel)
{
  std::atomic<int> ran{0};
  Spinner spinner(this->executor);
  for (int i = 0; i < 10; ++i) {
    this->probe->push([&]() { ++ran; });
    EXPECT_TRUE(eventually([&]() { return ran == i + 1; }));
  }
  EXPECT_TRUE(this->executor.is_spinning());
  spinner.stop();
  EXPECT_FALSE(this->executor.is_spinning());
}

// rclcpp #3172: a cancel() that came before spin() was forgotten, and join() hung.
TYPED_TEST(ExecutorsSpin, CancelBeforeSpinEndsTheNextSpinAndOnlyThat)
{
  this->executor.cancel();
  int ran = 0;
  this->probe->push([&]() { ++ran; });
  this->executor.spin_some();  // neither obeys it nor consumes it
  EXPECT_EQ(ran, 1);
  this->executor.spin_once(0s);
  this->executor.spin();

  this->probe->push([&]() {
    ++ran;
    this->executor.cancel();
  });
  this->executor.spin();  // because of the earlier cancel() it would end before the callback
  EXPECT_EQ(ran, 2);
}

TYPED_TEST(ExecutorsSpin, ShutdownEndsSpinAndNothingRunsAfterIt)
{
  std::promise<void> spinning;
  this->probe->push([&]() { spinning.set_value(); });
  std::thread thread([&]() { this->executor.spin(); });
  spinning.get_future().wait();
  this->context->shutdown("test");
  thread.join();
  bool ran = false;
  this->probe->push([&]() { ran = true; });
  this->executor.spin();
  this->executor.spin_some();
  this->executor.spin_once(1s);
  EXPECT_FALSE(ran);
}

TYPED_TEST(ExecutorsSpin, SpinningAgainAfterANewInitWorks)
{
  this->context->shutdown("test");
  this->executor.spin();
  this->context->init(0, nullptr);
  bool ran = false;
  this->probe->push([&]() { ran = true; });
  this->executor.spin_some();
  EXPECT_TRUE(ran);
}

// rclcpp #2508, #2589: entities added while spinning were noticed late, or only after a warm-up.
TYPED_TEST(ExecutorsSpin, WhatIsAddedIsRunAtOnceWithoutAWarmUp)
{
  int ran = 0;
  auto group_of_late = this->make_group();
  auto late = this->make_probe(group_of_late);
  late->push([&]() { ++ran; });
  this->executor.add_callback_group(group_of_late);
  this->executor.spin_some();
  EXPECT_EQ(ran, 1);
  auto later = this->make_probe(this->group);
  later->push([&]() { ++ran; });
  this->executor.spin_all(patience);
  EXPECT_EQ(ran, 2);
}

// rclcpp #1611: an addition from another thread did not wake the sleeping executor.
TYPED_TEST(ExecutorsSpin, AdditionsWhileItSleepsTakeEffectAtOnce)
{
  Spinner spinner(this->executor);
  ASSERT_TRUE(eventually([&]() { return this->executor.is_spinning(); }));
  for (int i = 0; i < 20; ++i) {
    std::promise<void> ran;
    auto group_of_late = this->make_group();
    auto late = this->make_probe(group_of_late);
    late->push([&]() { ran.set_value(); });
    this->executor.add_callback_group(group_of_late);
    ASSERT_EQ(ran.get_future().wait_for(patience), std::future_status::ready);
  }
}

TYPED_TEST(ExecutorsSpin, SpinSomeRunsAllThatHadArrivedAndNoMore)
{
  int ran = 0;
  for (int i = 0; i < 5; ++i) {
    this->probe->push([&]() {
      ++ran;
      this->probe->push([&]() { ran += 100; });
    });
  }
  this->executor.spin_some();
  EXPECT_EQ(ran, 5);
  this->executor.spin_some();
  EXPECT_EQ(ran, 505);
}

TYPED_TEST(ExecutorsSpin, SpinAllRunsUntilNothingWaits)
{
  int ran = 0;
  std::function<void()> again = [&]() {
    if (++ran < 50) {
      this->probe->push(again);
    }
  };
  this->probe->push(again);
  this->executor.spin_all(patience);
  EXPECT_EQ(ran, 50);
  EXPECT_THROW(this->executor.spin_all(-1ns), std::invalid_argument);
}

TYPED_TEST(ExecutorsSpin, SpinSomeAndSpinAllEndAfterMaxDuration)
{
  int ran = 0;
  std::function<void()> again = [&]() {
    ++ran;
    const auto end = std::chrono::steady_clock::now() + 2ms;
    while (std::chrono::steady_clock::now() < end) {
    }
    this->probe->push(again);
  };
  this->probe->push(again);
  this->executor.spin_all(7ms);
  EXPECT_GE(ran, 1);
  EXPECT_LE(ran, 4);
  const int before = ran;
  this->probe->push(again);
  this->probe->push(again);
  this->executor.spin_some(1ms);
  EXPECT_EQ(ran, before + 1);
}

TYPED_TEST(ExecutorsSpin, SpinOnceRunsOneItem)
{
  int ran = 0;
  this->probe->push([&]() { ++ran; });
  this->probe->push([&]() { ++ran; });
  this->executor.spin_once(0s);
  EXPECT_EQ(ran, 1);
  this->executor.spin_once(patience);
  EXPECT_EQ(ran, 2);
}

TYPED_TEST(ExecutorsSpin, SpinOnceWaitsForAnItemUntilItsTimeout)
{
  const auto start = std::chrono::steady_clock::now();
  this->executor.spin_once(20ms);
  EXPECT_GE(std::chrono::steady_clock::now() - start, 20ms);
  this->executor.spin_once(0s);

  bool ran = false;
  std::thread thread([&]() {
    EXPECT_TRUE(eventually([&]() { return this->executor.is_spinning(); }));
    this->probe->push([&]() { ran = true; });
  });
  this->executor.spin_once();
  thread.join();
  EXPECT_TRUE(ran);
}

TYPED_TEST(ExecutorsSpin, CancelEndsAWaitingSpinOnce)
{
  std::thread thread([&]() {
    EXPECT_TRUE(eventually([&]() { return this->executor.is_spinning(); }));
    this->executor.cancel();
  });
  this->executor.spin_once();
  thread.join();
}

TYPED_TEST(ExecutorsSpin, SpinningInACallbackIsRefusedWithAClearError)
{
  std::vector<std::string> errors;
  const auto note = [&](auto function) {
    try {
      function();
    } catch (const std::runtime_error & error) {
      errors.push_back(error.what());
    }
  };
  std::promise<void> never;
  auto future = never.get_future();
  this->probe->push([&]() {
    note([&]() { this->executor.spin(); });
    note([&]() { this->executor.spin_some(); });
    note([&]() { this->executor.spin_all(patience); });
    note([&]() { this->executor.spin_once(); });
    note([&]() { this->executor.spin_until_future_complete(future); });
  });
  this->executor.spin_once();
  EXPECT_EQ(
    errors,
    (std::vector<std::string>{
      "spin() called while already spinning", "spin_some() called while already spinning",
      "spin_all() called while already spinning", "spin_once() called while already spinning",
      "spin_until_future_complete() called while already spinning"}));
}

TYPED_TEST(ExecutorsSpin, AnExceptionLeavesSpinAndTheExecutorStaysUsable)
{
  int ran = 0;
  for (int round = 0; round < 3; ++round) {
    this->probe->push([]() { throw std::domain_error("from the callback"); });
    EXPECT_THROW(this->executor.spin(), std::domain_error);
    EXPECT_FALSE(this->executor.is_spinning());
    EXPECT_TRUE(this->group->can_be_taken_from());
    this->probe->push([&]() {
      ++ran;
      this->executor.cancel();
    });
    this->executor.spin();
    EXPECT_EQ(ran, round + 1);
  }
  this->probe->push([]() { throw std::domain_error("from the callback"); });
  EXPECT_THROW(this->executor.spin_some(), std::domain_error);
  this->probe->push([]() { throw std::domain_error("from the callback"); });
  EXPECT_THROW(this->executor.spin_once(), std::domain_error);
}

TYPED_TEST(ExecutorsSpin, AFutureCompletedByACallbackEndsTheSpin)
{
  std::promise<int> promise;
  auto future = promise.get_future();
  this->probe->push([&]() { promise.set_value(7); });
  bool ran_after = false;
  this->probe->push([&]() { ran_after = true; });
  rclcpp::Executor & base = this->executor;  // #3201: hung through a reference to the base class
  EXPECT_EQ(base.spin_until_future_complete(future), FutureReturnCode::SUCCESS);
  EXPECT_FALSE(ran_after);
  EXPECT_EQ(future.get(), 7);
}

TYPED_TEST(ExecutorsSpin, AFutureCompletedByAPlainThreadEndsTheSpin)
{
  auto future = std::async(std::launch::async, [&]() {
    return eventually([&]() { return this->executor.is_spinning(); });
  });
  EXPECT_EQ(this->executor.spin_until_future_complete(future), FutureReturnCode::SUCCESS);
  EXPECT_TRUE(future.get());
}

TYPED_TEST(ExecutorsSpin, FuturesThatAreCompleteDeferredOrNeverComplete)
{
  std::promise<void> promise;
  auto future = promise.get_future();
  EXPECT_EQ(this->executor.spin_until_future_complete(future, 0s), FutureReturnCode::TIMEOUT);
  EXPECT_EQ(this->executor.spin_until_future_complete(future, 5ms), FutureReturnCode::TIMEOUT);
  promise.set_value();
  EXPECT_EQ(this->executor.spin_until_future_complete(future, 0s), FutureReturnCode::SUCCESS);
  EXPECT_EQ(
    this->executor.spin_until_future_complete(future, std::chrono::hours::max()),
    FutureReturnCode::SUCCESS);

  auto deferred = std::async(std::launch::deferred, []() { return 3; });
  EXPECT_EQ(this->executor.spin_until_future_complete(deferred), FutureReturnCode::SUCCESS);
  EXPECT_EQ(deferred.get(), 3);

  std::promise<void> never;
  auto hopeless = never.get_future();
  this->executor.cancel();
  EXPECT_EQ(this->executor.spin_until_future_complete(hopeless), FutureReturnCode::INTERRUPTED);
  this->context->shutdown("test");
  EXPECT_EQ(this->executor.spin_until_future_complete(hopeless), FutureReturnCode::INTERRUPTED);
}

TYPED_TEST(ExecutorsSpin, ATimeoutOfZeroRunsOneItem)
{
  std::promise<void> never;
  auto future = never.get_future();
  int ran = 0;
  this->probe->push([&]() { ++ran; });
  this->probe->push([&]() { ++ran; });
  EXPECT_EQ(this->executor.spin_until_future_complete(future, 0s), FutureReturnCode::TIMEOUT);
  EXPECT_EQ(ran, 1);
}

class ExecutorsApi : public ExecutorsTest
{
};

// Complete for the waiting thread only after another thread has seen that it is complete.
class SeenElsewhere
{
public:
  void set_value() { complete_ = true; }
  std::future_status wait_for(std::chrono::nanoseconds) const
  {
    if (complete_ && std::this_thread::get_id() != waiting_) {
      seen_ = true;
    }
    return seen_ ? std::future_status::ready : std::future_status::timeout;
  }
  void wait() const {}

private:
  const std::thread::id waiting_ = std::this_thread::get_id();
  std::atomic<bool> complete_{false};
  mutable std::atomic<bool> seen_{false};
};

// rclcpp #1916: nothing woke the waiting executor, which polled.
TEST_F(ExecutorsApi, AFutureCompletedByAnotherExecutorWakesTheWaitingOne)
{
  SingleThreadedExecutor waiting(options);
  SingleThreadedExecutor other(options);
  const std::shared_ptr<rclcpp::CallbackGroup> groups[] = {make_group(), make_group()};
  waiting.add_callback_group(groups[0]);
  other.add_callback_group(groups[1]);
  auto here = make_probe(groups[0]);
  auto there = make_probe(groups[1]);
  Spinner spinner(other);
  for (int i = 0; i < 7; ++i) {
    SeenElsewhere future;
    here->push([&]() { there->push([&]() { future.set_value(); }); });
    EXPECT_EQ(waiting.spin_until_future_complete(future, patience), FutureReturnCode::SUCCESS);
  }
}

TEST_F(ExecutorsApi, AGroupHasOneExecutor)
{
  SingleThreadedExecutor one(options);
  SingleThreadedExecutor two(options);
  auto group = make_group();
  EXPECT_THROW(one.remove_callback_group(group), std::runtime_error);
  one.add_callback_group(group);
  EXPECT_TRUE(group->get_associated_with_executor_atomic());
  EXPECT_THROW(one.add_callback_group(group), std::runtime_error);
  EXPECT_THROW(two.add_callback_group(group), std::runtime_error);
  EXPECT_THROW(two.remove_callback_group(group), std::runtime_error);
  ASSERT_EQ(one.get_all_callback_groups().size(), 1u);
  EXPECT_EQ(one.get_manually_added_callback_groups().at(0).lock(), group);
  EXPECT_TRUE(one.get_automatically_added_callback_groups_from_nodes().empty());
  one.remove_callback_group(group);
  EXPECT_TRUE(one.get_all_callback_groups().empty());
  two.add_callback_group(group);
}

// An executor sets the flag before it gets the group. Another thread that removes the group from
// its former executor meanwhile, and finds that it has none, leaves the flag alone.
TEST_F(ExecutorsApi, AGroupWithoutAnExecutorKeepsTheFlagThatAnotherThreadSets)
{
  auto group = make_group();
  group->get_associated_with_executor_atomic().store(true);
  group->leave_executor();
  EXPECT_TRUE(group->get_associated_with_executor_atomic());
  group->leave_executor_with_node();
  EXPECT_TRUE(group->get_associated_with_executor_atomic());
}

TEST_F(ExecutorsApi, TheEndOfAnExecutorFreesItsGroupsAndOfAGroupItsPlace)
{
  auto group = make_group();
  auto probe = make_probe(group);
  {
    SingleThreadedExecutor executor(options);
    executor.add_callback_group(group);
  }
  EXPECT_FALSE(group->get_associated_with_executor_atomic());
  SingleThreadedExecutor executor(options);
  executor.add_callback_group(group);
  int ran = 0;
  probe->push([&]() { ++ran; });
  executor.spin_some();
  EXPECT_EQ(ran, 1);

  auto short_lived = make_group();
  executor.add_callback_group(short_lived);
  EXPECT_EQ(executor.get_all_callback_groups().size(), 2u);
  short_lived.reset();
  EXPECT_EQ(executor.get_all_callback_groups().size(), 1u);
}

TEST_F(ExecutorsApi, AnEntityKeepsItsGroupAlive)
{
  SingleThreadedExecutor executor(options);
  auto group = make_group();
  executor.add_callback_group(group);
  auto probe = make_probe(group);
  EXPECT_THROW(make_group()->add_entity(probe), std::invalid_argument);
  std::weak_ptr<rclcpp::CallbackGroup> weak = group;
  group.reset();
  int ran = 0;
  probe->push([&]() { ++ran; });
  executor.spin_some();
  EXPECT_EQ(ran, 1);
  EXPECT_EQ(probe->callback_group(), weak.lock());
  probe.reset();
  EXPECT_TRUE(weak.expired());
}

TEST_F(ExecutorsApi, MultiThreadedExecutorsHaveTheRequestedThreads)
{
  EXPECT_EQ(MultiThreadedExecutor(options, 3).get_number_of_threads(), 3u);
  EXPECT_GE(MultiThreadedExecutor(options).get_number_of_threads(), 2u);
  EXPECT_EQ(rclcpp::executors::EventsCBGExecutor(options, 1).get_number_of_threads(), 1u);
}

TEST_F(ExecutorsApi, AnExceptionInAnyThreadLeavesSpinInTheCallers)
{
  MultiThreadedExecutor executor(options, 3, true, 1ms);
  auto group = make_group(CallbackGroupType::Reentrant);
  executor.add_callback_group(group);
  auto probe = make_probe(group);
  for (int i = 0; i < 20; ++i) {
    probe->push([]() { throw std::domain_error("from the callback"); });
    EXPECT_THROW(executor.spin(), std::domain_error);
    EXPECT_FALSE(executor.is_spinning());
    executor.spin_all(0s);
  }
}

TEST_F(ExecutorsApi, AnExceptionHandlerKeepsTheSpinAlive)
{
  rclcpp::executors::EventsCBGExecutor executor(options, 2);
  auto group = make_group();
  executor.add_callback_group(group);
  auto probe = make_probe(group);
  std::string what;
  probe->push([]() { throw std::domain_error("from the callback"); });
  probe->push([&]() {
    executor.cancel();
  });  // in the same group: runs after the handler's thread released the group
  executor.spin([&](const std::exception & error) { what = error.what(); });
  EXPECT_EQ(what, "from the callback");
  probe->push([]() { throw 1; });
  EXPECT_THROW(executor.spin([](const std::exception &) {}), int);
}

TEST_F(ExecutorsApi, AnExecutorNeedsAContext)
{
  rclcpp::ExecutorOptions of_none = options;
  of_none.context = nullptr;
  EXPECT_THROW(SingleThreadedExecutor{of_none}, std::invalid_argument);
  // As in ROS 2.
  of_none.context = std::make_shared<rclcpp::Context>();
  EXPECT_THROW(SingleThreadedExecutor{of_none}, rclcpp::exceptions::RCLError);
  of_none.context->init(0, nullptr);
  EXPECT_NO_THROW(SingleThreadedExecutor{of_none});
  of_none.context->shutdown("test");
  EXPECT_THROW(SingleThreadedExecutor{of_none}, rclcpp::exceptions::RCLError);
}

TEST_F(ExecutorsApi, NullPointersAndUnknownEntitiesAreRefused)
{
  SingleThreadedExecutor executor(options);
  const std::shared_ptr<rclcpp::Node> no_node;
  const rclcpp::node_interfaces::NodeBaseInterface::SharedPtr no_base;
  EXPECT_THROW(executor.add_node(no_node), std::invalid_argument);
  EXPECT_THROW(executor.add_node(no_base), std::invalid_argument);
  EXPECT_THROW(executor.remove_node(no_node), std::invalid_argument);
  EXPECT_THROW(executor.remove_node(no_base), std::invalid_argument);
  EXPECT_THROW(executor.add_callback_group(nullptr, no_base), std::invalid_argument);
  EXPECT_THROW(executor.remove_callback_group(nullptr), std::invalid_argument);
  EXPECT_THROW(executor.spin_node_some(no_node), std::invalid_argument);
  EXPECT_THROW(executor.spin_node_all(no_base, 1s), std::invalid_argument);
  EXPECT_THROW(rclcpp::spin(no_node), std::invalid_argument);
  EXPECT_THROW(rclcpp::spin_some(no_base), std::invalid_argument);
  EXPECT_THROW(rclcpp::spin_all(no_node, 1s), std::invalid_argument);
}

TEST_F(ExecutorsApi, TheEndOfAnExecutorEndsItsSpinInAnotherThread)
{
  auto executor = std::make_unique<MultiThreadedExecutor>(options, 2);
  std::thread thread([&]() { executor->spin(); });
  ASSERT_TRUE(eventually([&]() { return executor->is_spinning(); }));
  executor->cancel();
  thread.join();
  executor.reset();
}

TEST_F(ExecutorsApi, AnEventsExecutorNeedsTimeToSpinAll)
{
  rclcpp::experimental::executors::EventsExecutor events(options);
  EXPECT_THROW(events.spin_all(0ns), std::invalid_argument);
  EXPECT_THROW(events.spin_all(-1ns), std::invalid_argument);
  events.spin_all(1s);
}

TEST_F(ExecutorsApi, ReturnCodesHaveNames)
{
  EXPECT_EQ(rclcpp::to_string(FutureReturnCode::SUCCESS), "SUCCESS (0)");
  std::ostringstream stream;
  stream << FutureReturnCode::INTERRUPTED << FutureReturnCode::TIMEOUT
         << static_cast<FutureReturnCode>(9);
  EXPECT_EQ(stream.str(), "INTERRUPTED (1)TIMEOUT (2)Unknown enum value (9)");
}

// --- executors that programs write ---

/// An executor as rclcpp's documentation of Executor describes it; records the groups of its items.
class Recorder : public rclcpp::Executor
{
public:
  using Executor::execute_any_executable;
  using Executor::Executor;
  using Executor::get_next_executable;
  using Executor::get_next_ready_executable;
  using Executor::wait_for_work;

  void spin() override
  {
    if (spinning.exchange(true)) {
      throw std::runtime_error("spins already");
    }
    std::thread helper([this]() { work(); });
    work();
    helper.join();
  }

  void work()
  {
    while (context_->is_valid() && spinning.load()) {
      rclcpp::AnyExecutable item;
      if (get_next_executable(item)) {
        execute_any_executable(item);
      }
    }
  }
};

class TimerGroup : public rclcpp::CallbackGroup
{
public:
  using CallbackGroup::add_timer;
  using CallbackGroup::CallbackGroup;
};

class ExecutorsOwn : public ExecutorsTest
{
protected:
  ExecutorsOwn() { executor.add_callback_group(group); }

  std::shared_ptr<rclcpp::CallbackGroup> group = make_group();
  std::shared_ptr<Probe> probe = make_probe(group);
  Recorder executor{options};
};

TEST_F(ExecutorsOwn, SpinsUntilCancelAndOnceMore)
{
  for (int round = 0; round < 3; ++round) {
    std::atomic<int> ran{0};
    std::atomic<int> inside{0};
    Spinner spinner(executor);
    for (int i = 0; i < 100; ++i) {
      probe->push([&]() {
        EXPECT_EQ(inside++, 0) << "an exclusive group";
        ++ran;
        --inside;
      });
    }
    EXPECT_TRUE(eventually([&]() { return ran == 100; }));
    EXPECT_TRUE(executor.is_spinning());
    spinner.stop();
    EXPECT_FALSE(executor.is_spinning());
  }
}

// Also a cancel() between a thread's test of `spinning` and its sleep.
TEST_F(ExecutorsOwn, NoCancelIsMissed)
{
  for (int round = 0; round < 500; ++round) {
    std::thread thread([&]() { executor.spin(); });
    EXPECT_TRUE(eventually([&]() { return executor.is_spinning(); }));
    executor.cancel();
    thread.join();
  }
  int ran = 0;
  probe->push([&]() { ++ran; });
  executor.spin_some();
  EXPECT_EQ(ran, 1);
}

TEST_F(ExecutorsOwn, EndsWithTheContext)
{
  std::thread thread([&]() { executor.spin(); });
  EXPECT_TRUE(eventually([&]() { return executor.is_spinning(); }));
  context->shutdown("test");
  thread.join();
}

TEST_F(ExecutorsOwn, AnItemThatWasTakenHoldsItsGroup)
{
  int ran = 0;
  probe->push([&]() { ++ran; });
  probe->push([&]() { ++ran; });
  rclcpp::AnyExecutable first;
  ASSERT_TRUE(executor.get_next_ready_executable(first));
  EXPECT_EQ(first.callback_group, group);
  rclcpp::AnyExecutable second;
  EXPECT_FALSE(executor.get_next_ready_executable(second));
  executor.execute_any_executable(first);
  EXPECT_EQ(ran, 1);
  ASSERT_TRUE(executor.get_next_executable(second, 1s));
  second = rclcpp::AnyExecutable();  // released without having been run
  executor.execute_any_executable(first);
  EXPECT_EQ(ran, 1) << "once only";
}

TEST_F(ExecutorsOwn, DroppedEntitiesAreNotRun)
{
  int ran = 0;
  probe->push([&]() { ++ran; });
  rclcpp::AnyExecutable item;
  ASSERT_TRUE(executor.get_next_ready_executable(item));
  probe.reset();
  executor.execute_any_executable(item);
  EXPECT_EQ(ran, 0);
}

TEST_F(ExecutorsOwn, NamesTimers)
{
  auto timer_group = std::make_shared<TimerGroup>(CallbackGroupType::MutuallyExclusive, context);
  executor.add_callback_group(timer_group);
  const auto clock = std::make_shared<rclcpp::Clock>(RCL_STEADY_TIME);
  int ran = 0;
  auto timer = std::make_shared<rclcpp::GenericTimer<std::function<void()>>>(
    clock, 1ms, [&]() { ++ran; }, context);
  timer_group->add_timer(timer);
  rclcpp::AnyExecutable item;
  ASSERT_TRUE(executor.get_next_executable(item, patience));
  EXPECT_EQ(item.timer, timer);
  EXPECT_EQ(item.subscription, nullptr);
  executor.execute_any_executable(item);
  EXPECT_EQ(ran, 1);
}

TEST_F(ExecutorsOwn, WaitsForWorkWithoutRunningIt)
{
  std::atomic<int> ran{0};
  std::thread thread([&]() { probe->push([&]() { ++ran; }); });
  executor.wait_for_work();
  thread.join();
  EXPECT_EQ(ran, 0);
  executor.wait_for_work(0s);
  executor.spin_some();
  EXPECT_EQ(ran, 1);
  executor.wait_for_work(0s);
}

/// An executor with threads of its own, which run the same function as those of the base class.
class OwnThreads : public MultiThreadedExecutor
{
public:
  using MultiThreadedExecutor::MultiThreadedExecutor;

  void spin() override
  {
    spinning.store(true);
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < get_number_of_threads(); ++i) {
      threads.emplace_back([this, i]() { run(i); });
    }
    for (std::thread & thread : threads) {
      thread.join();
    }
  }
};

TEST_F(ExecutorsTest, RunIsOneThreadOfAMultiThreadedExecutor)
{
  OwnThreads executor(options, 2);
  auto group = make_group(CallbackGroupType::Reentrant);
  auto probe = make_probe(group);
  executor.add_callback_group(group);
  std::promise<void> other;
  std::atomic<int> ran{0};
  Spinner spinner(executor);
  probe->push([&]() {
    other.get_future().wait();  // for the other thread
    ++ran;
  });
  probe->push([&]() {
    other.set_value();
    ++ran;
  });
  EXPECT_TRUE(eventually([&]() { return ran == 2; }));
  spinner.stop();
}

}  // namespace executors_test
