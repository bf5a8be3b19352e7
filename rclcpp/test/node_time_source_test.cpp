// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// use_sim_time: clocks follow /clock, also while the node's executor is blocked.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "node_support.hpp"
#include "rcl_interfaces/msg/parameter_event.hpp"
#include "rclcpp/rclcpp.hpp"
#include "rclcpp/time_source.hpp"
#include "rosgraph_msgs/msg/clock.hpp"

using namespace rclcpp;                // NOLINT
using namespace std::chrono_literals;  // NOLINT
using node_test::eventually;
using node_test::make_context;
using node_test::thrown_text;

namespace
{

class TimeSourceTest : public testing::Test
{
protected:
  TimeSourceTest()
  : context(make_context()),
    clock_node(std::make_shared<Node>("clock_node", NodeOptions().context(context))),
    publisher(clock_node->create_publisher<rosgraph_msgs::msg::Clock>("/clock", 10))
  {
  }

  Node::SharedPtr make_node(bool use_sim_time, NodeOptions options = NodeOptions())
  {
    return std::make_shared<Node>(
      "node", options.context(context).append_parameter_override("use_sim_time", use_sim_time));
  }

  // Publishes until the clock shows the time (the subscription may be new and best effort).
  bool publish_until_shown(const Clock & clock, std::int32_t seconds)
  {
    rosgraph_msgs::msg::Clock message;
    message.clock.sec = seconds;
    return eventually([&] {
      publisher->publish(message);
      return clock.now().nanoseconds() == RCL_S_TO_NS(std::int64_t{seconds});
    });
  }

  Context::SharedPtr context;
  Node::SharedPtr clock_node;
  Publisher<rosgraph_msgs::msg::Clock>::SharedPtr publisher;
};

}  // namespace

TEST_F(TimeSourceTest, IsDeclaredOnEachNode)
{
  EXPECT_TRUE(clock_node->has_parameter("use_sim_time"));
  EXPECT_FALSE(clock_node->get_parameter("use_sim_time").as_bool());
  EXPECT_FALSE(clock_node->get_clock()->ros_time_is_active());
  EXPECT_GT(clock_node->now().seconds(), 1e9);
  EXPECT_FALSE(clock_node->set_parameter(Parameter("use_sim_time", 1)).successful);
}

TEST_F(TimeSourceTest, FollowsTheTopicWithoutAnExecutor)
{
  auto node = make_node(true);
  EXPECT_TRUE(node->get_clock()->ros_time_is_active());
  EXPECT_EQ(node->now().nanoseconds(), 0);
  EXPECT_TRUE(publish_until_shown(*node->get_clock(), 5));
  EXPECT_TRUE(publish_until_shown(*node->get_clock(), 3));  // backwards too
  EXPECT_EQ(node->now().get_clock_type(), RCL_ROS_TIME);
}

TEST_F(TimeSourceTest, FromAnotherParticipant)
{
  const auto elsewhere = make_context();
  auto node = std::make_shared<Node>(
    "far", NodeOptions().context(elsewhere).append_parameter_override("use_sim_time", true));
  EXPECT_TRUE(publish_until_shown(*node->get_clock(), 9));
}

// ROS 2's nodes are, because they observe use_sim_time on it; RxROS2's need no message for that.
TEST_F(TimeSourceTest, EachNodeIsInTheGraphAsSubscribedToParameterEvents)
{
  const auto elsewhere = make_context();
  auto far = std::make_shared<Node>("far", NodeOptions().context(elsewhere));
  auto events = far->create_publisher<rcl_interfaces::msg::ParameterEvent>(
    "/parameter_events", ParameterEventsQoS());
  auto node = make_node(false);
  const auto nodes_that_listen = [&] {
    std::vector<std::string> names;
    for (const auto & end : far->get_subscriptions_info_by_topic("/parameter_events")) {
      EXPECT_EQ(end.topic_type(), "rcl_interfaces/msg/ParameterEvent");
      EXPECT_EQ(end.qos_profile().reliability(), ReliabilityPolicy::Reliable);
      names.push_back(end.node_name());
    }
    std::sort(names.begin(), names.end());
    return names;
  };
  using Names = std::vector<std::string>;
  EXPECT_TRUE(
    eventually([&] { return nodes_that_listen() == Names{"clock_node", "far", "node"}; }));
  EXPECT_TRUE(eventually([&] { return node->count_subscribers("/parameter_events") == 3; }));
  EXPECT_TRUE(
    eventually([&] { return events->get_subscription_count() == 2; }));  // in other processes
  node.reset();
  EXPECT_TRUE(eventually([&] { return nodes_that_listen() == Names{"clock_node", "far"}; }));
}

TEST_F(TimeSourceTest, MayBeSwitchedAtAnyTime)
{
  auto node = make_node(false);
  for (int round = 0; round < 3; ++round) {
    EXPECT_TRUE(node->set_parameter(Parameter("use_sim_time", true)).successful);
    EXPECT_TRUE(publish_until_shown(*node->get_clock(), 10 + round));
    EXPECT_TRUE(node->set_parameter(Parameter("use_sim_time", false)).successful);
    EXPECT_FALSE(node->get_clock()->ros_time_is_active());
    EXPECT_GT(node->now().seconds(), 1e9);
  }
}

TEST_F(TimeSourceTest, RunsInTheNodesExecutorIfRequested)
{
  auto node = make_node(true, NodeOptions().use_clock_thread(false));
  ExecutorOptions options;
  options.context = context;
  executors::SingleThreadedExecutor executor(options);
  executor.add_node(node);
  rosgraph_msgs::msg::Clock message;
  message.clock.sec = 4;
  EXPECT_TRUE(eventually([&] {
    publisher->publish(message);
    executor.spin_some();
    return node->now().nanoseconds() == RCL_S_TO_NS(4LL);
  }));
}

TEST_F(TimeSourceTest, MoreClocksAndTheirKinds)
{
  auto node = make_node(true);
  auto source = std::make_unique<TimeSource>(node);
  auto clock = std::make_shared<Clock>(RCL_ROS_TIME);
  source->attachClock(clock);
  EXPECT_TRUE(clock->ros_time_is_active());
  EXPECT_TRUE(publish_until_shown(*clock, 6));
  thrown_text<std::invalid_argument>(
    [&] { source->attachClock(std::make_shared<Clock>(RCL_STEADY_TIME)); });
  EXPECT_TRUE(source->get_use_clock_thread());
  EXPECT_TRUE(source->clock_thread_is_joinable());
  source->set_use_clock_thread(false);
  EXPECT_FALSE(source->clock_thread_is_joinable());
  source->detachNode();
  EXPECT_FALSE(clock->ros_time_is_active());
  EXPECT_TRUE(node->get_clock()->ros_time_is_active());
}

TEST_F(TimeSourceTest, AnotherNodeTakesThePlaceOfTheFirst)
{
  auto first = make_node(true);
  auto second = make_node(false, NodeOptions().use_clock_thread(false));
  TimeSource source(first);
  auto clock = std::make_shared<Clock>(RCL_ROS_TIME);
  source.attachClock(clock);
  EXPECT_TRUE(clock->ros_time_is_active());
  source.attachNode(first);
  EXPECT_TRUE(clock->ros_time_is_active());
  source.attachNode(second);
  EXPECT_FALSE(clock->ros_time_is_active());
  EXPECT_FALSE(source.get_use_clock_thread()) << "as the node's options say";
  second->set_parameter(Parameter("use_sim_time", true));
  EXPECT_TRUE(clock->ros_time_is_active());
  EXPECT_FALSE(source.clock_thread_is_joinable());
}

TEST_F(TimeSourceTest, ANodeWithoutARosClockCannotSimulateTime)
{
  auto node = make_node(false, NodeOptions().clock_type(RCL_STEADY_TIME));
  EXPECT_FALSE(node->set_parameter(Parameter("use_sim_time", true)).successful);
  EXPECT_TRUE(node->set_parameter(Parameter("use_sim_time", false)).successful);
}

TEST_F(TimeSourceTest, TheParameterMustBeABool)
{
  EXPECT_EQ(
    thrown_text<std::invalid_argument>([&] {
      Node(
        "node", NodeOptions()
                  .context(context)
                  .automatically_declare_parameters_from_overrides(true)
                  .append_parameter_override("use_sim_time", "yes"));
    }),
    "Invalid type for parameter 'use_sim_time', should be 'bool'");
}

TEST_F(TimeSourceTest, SleepersWakeBySimulatedTime)
{
  auto node = make_node(true);
  EXPECT_TRUE(publish_until_shown(*node->get_clock(), 1));
  std::atomic_bool awake{false};
  std::thread sleeper([&] {
    EXPECT_TRUE(node->get_clock()->sleep_until(Time(100, 0, RCL_ROS_TIME), context));
    awake = true;
  });
  EXPECT_FALSE(awake);
  EXPECT_TRUE(publish_until_shown(*node->get_clock(), 100));
  EXPECT_TRUE(eventually([&] { return awake.load(); }));
  sleeper.join();
}

TEST_F(TimeSourceTest, AJumpCallbackThatThrowsStopsNoNodesTime)
{
  auto node = make_node(true);
  auto other = make_node(true);
  const auto handler = node->get_clock()->create_jump_callback(
    nullptr, [](const rcl_time_jump_t &) { throw std::runtime_error("of the user"); },
    {true, {1}, {-1}});
  EXPECT_TRUE(publish_until_shown(*node->get_clock(), 5));
  EXPECT_TRUE(publish_until_shown(*node->get_clock(), 6));
  EXPECT_TRUE(publish_until_shown(*other->get_clock(), 7));
  auto late = make_node(true);
  EXPECT_TRUE(publish_until_shown(*late->get_clock(), 8));
}

TEST_F(TimeSourceTest, ASleepEndsWhenTimeBecomesSimulated)
{
  auto node = make_node(false);
  std::atomic<int> result{-1};
  std::thread sleeper(
    [&] { result = node->get_clock()->sleep_for(Duration(100'000, 0), context); });
  EXPECT_TRUE(eventually([&] {
    node->set_parameter(Parameter("use_sim_time", true));
    node->set_parameter(Parameter("use_sim_time", false));
    return result != -1;
  }));
  sleeper.join();
  EXPECT_EQ(result, 0);
}

TEST_F(TimeSourceTest, RefusesToAttachNullPointers)
{
  TimeSource source;
  thrown_text<std::invalid_argument>([&] { source.attachNode(nullptr); });
  thrown_text<std::invalid_argument>([&] { source.attachClock(nullptr); });
}

TEST_F(TimeSourceTest, NodesEndWhileTimeRuns)
{
  std::atomic_bool stop{false};
  std::thread time([&] {
    rosgraph_msgs::msg::Clock message;
    while (!stop) {
      ++message.clock.nanosec;
      publisher->publish(message);
    }
  });
  for (int i = 0; i < 20; ++i) {
    auto node = make_node(true);
    EXPECT_TRUE(eventually([&] { return node->now().nanoseconds() > 0; }));
    auto handler = node->get_clock()->create_jump_callback(
      nullptr, [](const rcl_time_jump_t &) {}, {true, {1}, {-1}});
  }
  stop = true;
  time.join();
}

TEST_F(TimeSourceTest, TheContextEndsWithoutItsThread)
{
  auto node = make_node(true);
  EXPECT_TRUE(publish_until_shown(*node->get_clock(), 2));
  const std::weak_ptr<Context> weak = context;
  context->shutdown("test");
  node.reset();
  publisher.reset();
  clock_node.reset();
  context.reset();
  // the thread releases the context by itself
  EXPECT_TRUE(eventually([&] { return weak.expired(); }));
}
