// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Nodes in executors: added, removed and destroyed at any time, with ROS 2's errors;
// rclcpp::spin*().
#include <exception>
#include <future>
#include <latch>
#include <mutex>
#include <stdexcept>
#include <string>
#include <vector>

#include "executors_support.hpp"
#include "rclcpp/node.hpp"
#include "rclcpp/utilities.hpp"

namespace executors_test
{

using rclcpp::CallbackGroupType;
using rclcpp::FutureReturnCode;
using rclcpp::executors::MultiThreadedExecutor;
using rclcpp::executors::SingleThreadedExecutor;

class ExecutorsNode : public ::testing::Test
{
protected:
  ExecutorsNode() { rclcpp::init(0, nullptr); }
  ~ExecutorsNode() override { rclcpp::shutdown(); }

  static std::shared_ptr<rclcpp::Node> make_node(const std::string & name = "node")
  {
    return std::make_shared<rclcpp::Node>(name);
  }

  static std::string error_of(const std::function<void()> & function)
  {
    try {
      function();
    } catch (const std::runtime_error & error) {
      return error.what();
    }
    return "no error";
  }
};

TEST_F(ExecutorsNode, ANodeHasOneExecutor)
{
  auto node = make_node();
  SingleThreadedExecutor one;
  SingleThreadedExecutor two;
  EXPECT_EQ(
    error_of([&]() { one.remove_node(node); }),
    "Node '/node' needs to be associated with an executor.");
  one.add_node(node);
  EXPECT_EQ(
    error_of([&]() { one.add_node(node); }),
    "Node '/node' has already been added to an executor. Remove it there first; a callback cannot "
    "spin its own node.");
  EXPECT_EQ(
    error_of([&]() { two.add_node(node); }),
    "Node '/node' has already been added to an executor. Remove it there first; a callback cannot "
    "spin its own node.");
  EXPECT_EQ(
    error_of([&]() { two.remove_node(node); }),
    "Node '/node' needs to be associated with this executor.");
  EXPECT_EQ(one.get_automatically_added_callback_groups_from_nodes().size(), 1u);
  EXPECT_TRUE(one.get_manually_added_callback_groups().empty());
  one.remove_node(node);
  EXPECT_TRUE(one.get_all_callback_groups().empty());
  two.add_node(node);
}

// A program that resets the flag of a group or node does not remove it from its executor.
TEST_F(ExecutorsNode, AddedTwiceBehindTheExecutorsBack)
{
  auto node = make_node();
  auto group = node->create_callback_group(CallbackGroupType::MutuallyExclusive, false);
  SingleThreadedExecutor other;
  {
    SingleThreadedExecutor executor;
    executor.add_callback_group(group, node->get_node_base_interface());
    group->get_associated_with_executor_atomic().store(false);
    EXPECT_EQ(
      error_of([&]() { executor.add_callback_group(group, node->get_node_base_interface()); }),
      "Callback group has already been added to this executor.");
    EXPECT_EQ(executor.get_all_callback_groups().size(), 1u);
    group->get_associated_with_executor_atomic().store(false);
    EXPECT_NE(error_of([&]() { other.add_callback_group(group, nullptr); }), "no error");
    executor.add_node(node);
    node->get_node_base_interface()->get_associated_with_executor_atomic().store(false);
    EXPECT_EQ(
      error_of([&]() { executor.add_node(node); }),
      "Node '/node' has already been added to this executor.");
  }
  other.add_callback_group(group, nullptr);
}

TEST_F(ExecutorsNode, AGroupOfADestroyedNodeCanBeRemoved)
{
  auto node = make_node();
  auto group = node->create_callback_group(CallbackGroupType::MutuallyExclusive, false);
  SingleThreadedExecutor executor;
  SingleThreadedExecutor other;
  executor.add_callback_group(group, node->get_node_base_interface());
  node.reset();
  EXPECT_NE(error_of([&]() { other.remove_callback_group(group); }), "no error");
  executor.add_callback_group(group, nullptr);
  EXPECT_NO_THROW(executor.remove_callback_group(group));
  EXPECT_NE(error_of([&]() { executor.remove_callback_group(group); }), "no error");
}

TEST_F(ExecutorsNode, AGroupThatItsNodeHasTakenAlongCanBeRemovedOnce)
{
  auto node = make_node();
  auto group = node->create_callback_group(CallbackGroupType::MutuallyExclusive, false);
  SingleThreadedExecutor executor;
  executor.add_callback_group(group, node->get_node_base_interface());
  node.reset();
  EXPECT_NO_THROW(executor.remove_callback_group(group));
  EXPECT_NE(error_of([&]() { executor.remove_callback_group(group); }), "no error");
}

TEST_F(ExecutorsNode, TheEndOfAnExecutorFreesItsNodes)
{
  auto node = make_node();
  {
    MultiThreadedExecutor executor;
    executor.add_node(node);
  }
  SingleThreadedExecutor executor;
  executor.add_node(node);
  node.reset();
  EXPECT_TRUE(executor.get_all_callback_groups().empty());
}

// rclcpp #2067: groups created after spin() began were ignored.
TEST_F(ExecutorsNode, GroupsAndTimersCreatedWhileSpinningTakeEffectAtOnce)
{
  auto node = make_node();
  MultiThreadedExecutor executor(rclcpp::ExecutorOptions(), 2);
  executor.add_node(node);
  Spinner spinner(executor);
  ASSERT_TRUE(eventually([&]() { return executor.is_spinning(); }));
  for (int i = 0; i < 5; ++i) {
    auto group = node->create_callback_group(
      i % 2 ? CallbackGroupType::Reentrant : CallbackGroupType::MutuallyExclusive);
    std::atomic<int> calls{0};
    auto timer = node->create_wall_timer(1ms, [&]() { ++calls; }, group);
    ASSERT_TRUE(eventually([&]() { return calls >= 2; }));
    timer.reset();
    // No callback begins after this; a running one may still count.
    executor.remove_node(node);
    executor.add_node(node);
  }
}

TEST_F(ExecutorsNode, AGroupThatTheNodeDoesNotAddRunsInAnExecutorOfItsOwn)
{
  auto node = make_node();
  auto group = node->create_callback_group(CallbackGroupType::MutuallyExclusive, false);
  int calls_of_node = 0;
  int calls_of_group = 0;
  auto timer_of_node = node->create_wall_timer(1ms, [&]() { ++calls_of_node; });
  auto timer_of_group = node->create_wall_timer(1ms, [&]() { ++calls_of_group; }, group);
  SingleThreadedExecutor executor_of_node;
  SingleThreadedExecutor executor_of_group;
  executor_of_node.add_node(node);
  executor_of_group.add_callback_group(group, node->get_node_base_interface());
  EXPECT_EQ(
    error_of(
      [&]() { executor_of_node.add_callback_group(group, node->get_node_base_interface()); }),
    "Node '/node': callback group has already been added to an executor.");
  executor_of_node.spin_once(patience);
  EXPECT_EQ(calls_of_node, 1);
  EXPECT_EQ(calls_of_group, 0);
  executor_of_group.spin_once(patience);
  EXPECT_EQ(calls_of_group, 1);
}

TEST_F(ExecutorsNode, ANodeDestroyedInItsOwnCallback)
{
  SingleThreadedExecutor executor;
  auto node = make_node();
  executor.add_node(node);
  int calls = 0;
  rclcpp::TimerBase::SharedPtr timer;
  timer = node->create_wall_timer(1ms, [&]() {
    ++calls;
    node.reset();
  });
  executor.spin_once(patience);
  executor.spin_once(5ms);
  EXPECT_EQ(calls, 1);  // the timer outlives its node, but does not run
  timer.reset();
}

TEST_F(ExecutorsNode, NodesComeAndGoWhileSpinning)
{
  MultiThreadedExecutor executor(rclcpp::ExecutorOptions(), 2);
  Spinner spinner(executor);
  std::atomic<int> calls{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 2; ++t) {
    threads.emplace_back([&, t]() {
      for (int i = 0; i < 8; ++i) {
        auto node = make_node("node_" + std::to_string(t));
        std::atomic<int> calls_of_node{0};
        auto timer = node->create_wall_timer(1ms, [&]() {
          ++calls;
          ++calls_of_node;
        });
        executor.add_node(node);
        EXPECT_TRUE(eventually([&]() { return calls_of_node > 0; }));
        if (i % 2) {
          executor.remove_node(node);
        }
        // The object that the callback refers to must outlive it.
        std::weak_ptr<rclcpp::TimerBase> weak = timer;
        timer.reset();
        EXPECT_TRUE(eventually([&]() { return weak.expired(); }));
      }
    });
  }
  for (std::thread & thread : threads) {
    thread.join();
  }
  EXPECT_GE(calls, 16);
}

TEST_F(ExecutorsNode, SpinFunctionsOfTheNamespace)
{
  auto node = make_node();
  int calls = 0;
  rclcpp::TimerBase::SharedPtr timer = node->create_wall_timer(1ms, [&]() { ++calls; });
  std::this_thread::sleep_for(2ms);
  rclcpp::spin_some(node);
  EXPECT_EQ(calls, 1);
  std::this_thread::sleep_for(2ms);
  rclcpp::spin_all(node->get_node_base_interface(), 1s);
  EXPECT_GE(calls, 2);
  EXPECT_THROW(rclcpp::spin_all(node, -1ns), std::invalid_argument);

  std::promise<int> promise;
  auto future = promise.get_future();
  timer = node->create_wall_timer(1ms, [&](rclcpp::TimerBase & self) {
    self.cancel();
    promise.set_value(5);
  });
  EXPECT_EQ(rclcpp::spin_until_future_complete(node, future, patience), FutureReturnCode::SUCCESS);
  EXPECT_EQ(future.get(), 5);
  std::promise<void> never;
  EXPECT_EQ(
    rclcpp::spin_until_future_complete(node, never.get_future().share(), 1ms),
    FutureReturnCode::TIMEOUT);

  timer = node->create_wall_timer(1ms, []() { rclcpp::shutdown(); });
  rclcpp::spin(node);
  EXPECT_FALSE(rclcpp::ok());
}

TEST_F(ExecutorsNode, SpinNodeFunctionsAddTheNodeForTheCall)
{
  auto node = make_node();
  SingleThreadedExecutor executor;
  int calls = 0;
  auto timer = node->create_wall_timer(1ms, [&]() { ++calls; });
  executor.spin_node_once(node, patience);
  EXPECT_EQ(calls, 1);
  executor.spin_node_once(node->get_node_base_interface(), patience);
  EXPECT_EQ(calls, 2);
  std::this_thread::sleep_for(2ms);
  executor.spin_node_some(node);
  EXPECT_EQ(calls, 3);
  executor.spin_node_all(node, 1s);
  std::promise<void> never;
  auto future = never.get_future();
  EXPECT_EQ(
    rclcpp::executors::spin_node_until_future_complete(executor, node, future, 1ms),
    FutureReturnCode::TIMEOUT);
  EXPECT_FALSE(node->get_node_base_interface()->get_associated_with_executor_atomic());
  executor.add_node(node);
  EXPECT_EQ(
    error_of([&]() { executor.spin_node_some(node); }),
    "Node '/node' has already been added to an executor. Remove it there first; a callback cannot "
    "spin its own node.");
}

TEST_F(ExecutorsNode, SpinningANodeInItsOwnCallbackIsRefused)
{
  auto node = make_node();
  SingleThreadedExecutor executor;
  executor.add_node(node);
  std::string error;
  auto timer =
    node->create_wall_timer(1ms, [&]() { error = error_of([&]() { rclcpp::spin_some(node); }); });
  executor.spin_once(patience);
  EXPECT_EQ(
    error,
    "Node '/node' has already been added to an executor. Remove it there first; a callback cannot "
    "spin its own node.");
}

TEST_F(ExecutorsNode, ItsHandlerGetsExceptionsOfCallbacksAfterTheEndOfTheNode)
{
  auto node = make_node();
  rclcpp::executors::MultiThreadedExecutor executor(rclcpp::ExecutorOptions(), 2);
  executor.add_node(node);
  std::promise<void> gone_promise;
  const auto gone = gone_promise.get_future().share();
  std::latch both_run(2);
  std::mutex mutex;
  std::vector<std::string> handled;
  const auto handle = [&](const std::exception_ptr & exception) {
    const std::string text = error_of([&]() { std::rethrow_exception(exception); });
    if (text == "first") {
      executor.remove_node(node);
      node.reset();
      gone_promise.set_value();
    }
    std::lock_guard<std::mutex> lock(mutex);
    handled.push_back(text);
  };
  node->get_node_base_interface()->set_on_exception(handle);
  const auto first = node->create_wall_timer(1ms, [&]() {
    both_run.arrive_and_wait();
    throw std::runtime_error("first");
  });
  const auto group = node->create_callback_group(CallbackGroupType::MutuallyExclusive);
  const auto second = node->create_wall_timer(
    1ms,
    [&]() {
      both_run.arrive_and_wait();
      gone.wait();
      throw std::runtime_error("second");
    },
    group);
  Spinner spinner(executor);
  EXPECT_TRUE(eventually([&]() {
    std::lock_guard<std::mutex> lock(mutex);
    return handled.size() == 2;
  }));
}

TEST_F(ExecutorsNode, WithoutAHandlerAnExceptionOfACallbackLeavesSpin)
{
  auto node = make_node();
  SingleThreadedExecutor executor;
  executor.add_node(node);
  const auto timer = node->create_wall_timer(1ms, []() { throw std::runtime_error("unhandled"); });
  EXPECT_EQ(error_of([&]() { executor.spin(); }), "unhandled");
  node->get_node_base_interface()->set_on_exception([](const std::exception_ptr &) {});
  EXPECT_EQ(error_of([&]() { executor.spin_once(patience); }), "no error");
}

}  // namespace executors_test
