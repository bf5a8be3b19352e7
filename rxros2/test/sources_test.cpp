// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// from_timer, from_parameter, qos_events, from_future, log and on_callback_group on a node.

#include <atomic>
#include <future>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "ros_test.hpp"
#include "rosgraph_msgs/msg/clock.hpp"
#include "std_msgs/msg/header.hpp"
#include "std_msgs/msg/int32.hpp"

using namespace rxcpp::operators;
using namespace rxros2::operators;
using namespace std::chrono_literals;
using namespace rxros2::observable;
using Int32 = std_msgs::msg::Int32;

namespace
{

struct SourcesTest : RosTest
{
  SourcesTest() { executor.add_node(node); }

  auto to_error()
  {
    return [this](std::exception_ptr e) { error = rx::what(e); };
  }

  std::shared_ptr<rxros2::Node> node = rxros2::create_node("sources");
  std::vector<int> got;
  std::string error;
  bool completed = false;
};

TEST_F(SourcesTest, ATimerTicksOnTheExecutorByEachClock)
{
  for (const auto clock : {RCL_ROS_TIME, RCL_STEADY_TIME, RCL_SYSTEM_TIME}) {
    got.clear();
    const auto running =
      from_timer(node, 1ms, clock).subscribe([&](long i) { got.push_back(static_cast<int>(i)); });
    EXPECT_TRUE(got.empty());
    ASSERT_TRUE(spin_until([&] { return got.size() >= 3; }));  // a turn may bring several
    running.dispose();
    got.resize(3);
    EXPECT_EQ(got, (std::vector{1, 2, 3}));
  }
}

TEST_F(SourcesTest, ATimerFollowsSimulatedTimeByDefault)
{
  auto simulated = rxros2::create_node(
    "simulated", rclcpp::NodeOptions().append_parameter_override("use_sim_time", true));
  executor.add_node(simulated);
  auto clock = node->create_publisher<rosgraph_msgs::msg::Clock>("/clock", 10);
  const auto set = [&](int seconds) {
    rosgraph_msgs::msg::Clock now;
    now.clock.sec = seconds;
    clock->publish(now);
    ASSERT_TRUE(spin_until([&] { return simulated->now().seconds() == seconds; }));
  };
  set(100);
  int steady = 0;
  from_timer(simulated, 10s).subscribe([&](long i) { got.push_back(static_cast<int>(i)); });
  from_timer(simulated, 1ms, RCL_STEADY_TIME).subscribe([&](long) { ++steady; });
  ASSERT_TRUE(spin_until([&] { return steady >= 20; }));
  EXPECT_TRUE(got.empty());
  set(105);
  EXPECT_TRUE(got.empty());
  set(111);
  ASSERT_TRUE(spin_until([&] { return got.size() == 1; }));
}

TEST_F(SourcesTest, ATimerEndsWithItsNodeAndRejectsAZeroPeriod)
{
  auto other = rxros2::create_node("short_lived");
  const auto ticks = from_timer(other, 1h);
  int ended = 0;
  ticks.subscribe([](long) {}, [&] { ++ended; });
  other.reset();
  EXPECT_EQ(ended, 1);
  ticks.subscribe([](long) {}, [&] { ++ended; });
  EXPECT_EQ(ended, 2);
  EXPECT_THROW(static_cast<void>(from_timer(node, 0ms)), std::invalid_argument);
}

TEST_F(SourcesTest, AParameterIsItsValueAndEachThatItIsSetTo)
{
  node->declare_parameter("gain", 1);
  const auto gains = from_parameter<int>(node, "gain");
  const auto running = gains.subscribe([&](std::int64_t g) { got.push_back(static_cast<int>(g)); });
  EXPECT_EQ(got, std::vector{1});
  node->set_parameter({"gain", 2});
  node->declare_parameter("other", 5);
  node->set_parameter({"gain", 3});
  EXPECT_EQ(got, (std::vector{1, 2, 3}));
  running.dispose();
  node->set_parameter({"gain", 4});
  EXPECT_EQ(got, (std::vector{1, 2, 3}));
  gains.subscribe([&](std::int64_t g) { got.push_back(static_cast<int>(g)); });
  EXPECT_EQ(got.back(), 4);
}

TEST_F(SourcesTest, AParametersErrorsAreTheStreams)
{
  from_parameter<int>(node, "gain").subscribe([](auto) {}, to_error());
  EXPECT_NE(error.find("gain"), std::string::npos) << error;
  error.clear();
  node->declare_parameter("name", "x");
  from_parameter<int>(node, "name").subscribe([](auto) {}, to_error());
  EXPECT_NE(error.find("integer"), std::string::npos) << error;
  error.clear();
  rcl_interfaces::msg::ParameterDescriptor any_type;
  any_type.dynamic_typing = true;
  node->declare_parameter("gain", rclcpp::ParameterValue(1), any_type);
  from_parameter<int>(node, "gain")
    .subscribe([&](auto g) { got.push_back(static_cast<int>(g)); }, to_error());
  node->set_parameter({"gain", "much"});
  EXPECT_EQ(got, std::vector{1});
  EXPECT_NE(error.find("integer"), std::string::npos) << error;
}

TEST_F(SourcesTest, AParameterEndsWithItsNode)
{
  auto other = rxros2::create_node("short_lived");
  other->declare_parameter("gain", 1);
  from_parameter<int>(other, "gain").subscribe([](auto) {}, [&] { completed = true; });
  EXPECT_FALSE(completed);
  other.reset();
  EXPECT_TRUE(completed);
}

TEST_F(SourcesTest, ParameterEventsReportOtherNodes)
{
  std::vector<std::string> events;
  parameter_events(node).subscribe([&](const rcl_interfaces::msg::ParameterEvent & e) {
    if (e.node == "/other") {
      for (const auto & each : e.new_parameters) {
        events.push_back(each.name);
      }
    }
  });
  auto other = rxros2::create_node("other");
  other->declare_parameter("gain", 1);
  ASSERT_TRUE(spin_until([&] { return !events.empty() && events.back() == "gain"; }));
}

TEST_F(SourcesTest, QosEventsAreAStream)
{
  using kind = rxros2::qos_event::kind;
  const rxros2::qos_events reader, writer;
  std::vector<rxros2::qos_event> of_reader, of_writer;
  (reader.get_observable() |
   filter([](const rxros2::qos_event & e) { return e.what != kind::liveliness_changed; }))
    .subscribe([&](const auto & e) { of_reader.push_back(e); });
  writer.get_observable().subscribe([&](const auto & e) { of_writer.push_back(e); });
  const auto running =
    from_topic<Int32>(node, "numbers", 10, reader.subscription_options()).subscribe([&](Int32 m) {
      got.push_back(m.data);
    });
  auto publisher = node->create_publisher<Int32>("numbers", 10, writer.publisher_options());
  ASSERT_TRUE(spin_until([&] { return !of_reader.empty() && !of_writer.empty(); }));
  EXPECT_EQ(of_reader[0].what, kind::matched);
  EXPECT_EQ(of_reader[0].current, 1);
  EXPECT_EQ(of_reader[0].total, 1);
  EXPECT_EQ(of_writer[0].what, kind::matched);
  auto refused = node->create_publisher<Int32>("numbers", rclcpp::QoS(10).best_effort());
  ASSERT_TRUE(spin_until([&] { return of_reader.back().what == kind::incompatible_qos; }));
  EXPECT_EQ(of_reader.back().total, 1);
  EXPECT_NE(of_reader.back().policy, 0);
  of_writer.clear();
  running.dispose();
  ASSERT_TRUE(spin_until([&] { return !of_writer.empty(); }));
  EXPECT_EQ(of_writer.back().what, kind::matched);
  EXPECT_EQ(of_writer.back().current, 0);
  EXPECT_EQ(of_writer.back().current_change, -1);
}

TEST_F(SourcesTest, AMissedDeadlineIsAnEvent)
{
  const rxros2::qos_events events;
  int missed = 0;
  (events.get_observable() | filter([](const rxros2::qos_event & e) {
     return e.what == rxros2::qos_event::kind::deadline_missed;
   }))
    .subscribe([&](const auto & e) { missed = e.total; });
  const auto qos = rclcpp::QoS(10).deadline(rclcpp::Duration(5ms));
  from_topic<Int32>(node, "numbers", qos, events.subscription_options()).subscribe([](auto) {});
  auto publisher = node->create_publisher<Int32>("numbers", qos);
  publisher->publish(Int32());
  ASSERT_TRUE(spin_until([&] { return missed >= 2; }));
}

TEST_F(SourcesTest, AFutureIsAStreamOfOneItem)
{
  std::promise<int> promise;
  const auto ready = from_future(promise.get_future(), rxros2::on_callback_group(node));
  for (int i = 0; i < 2; ++i) {  // a stream may be subscribed to more than once
    ready.subscribe([&](int v) { got.push_back(v); }, [&] { completed = true; });
  }
  int ticks = 0;
  from_timer(node, 1ms).subscribe([&](long) { ++ticks; });
  ASSERT_TRUE(spin_until([&] { return ticks >= 5; }));
  EXPECT_TRUE(got.empty());
  promise.set_value(7);
  ASSERT_TRUE(spin_until([&] { return got.size() == 2; }));
  EXPECT_EQ(got, (std::vector{7, 7}));
  EXPECT_TRUE(completed);
}

TEST_F(SourcesTest, AFutureIsReadyWhileSimulatedTimeStandsStill)
{
  auto simulated = rxros2::create_node(
    "simulated", rclcpp::NodeOptions().append_parameter_override("use_sim_time", true));
  executor.add_node(simulated);
  std::promise<int> promise;
  from_future(promise.get_future(), rxros2::on_callback_group(simulated)).subscribe([&](int v) {
    got.push_back(v);
  });
  executor.spin_some();
  promise.set_value(7);
  ASSERT_TRUE(spin_until([&] { return got.size() == 1; }));
}

TEST_F(SourcesTest, AFutureMayHoldAnErrorBeDroppedOrEmpty)
{
  std::promise<int> failing;
  failing.set_exception(std::make_exception_ptr(std::runtime_error("no result")));
  from_future(failing.get_future()).subscribe([](int) {}, to_error());  // blocks until it is ready
  EXPECT_EQ(error, "no result");
  std::promise<int> waiting;
  auto other = rxros2::create_node("short_lived");
  const auto never = from_future(waiting.get_future(), rxros2::on_callback_group(other));
  never.subscribe([](int) {}, [&] { completed = true; });
  const auto dropped = never.subscribe([](int) {});
  dropped.dispose();
  other.reset();
  EXPECT_TRUE(completed);
  EXPECT_THROW(static_cast<void>(from_future(std::future<int>())), std::invalid_argument);
}

TEST_F(SourcesTest, LogWritesItems)
{
  auto publisher = node->create_publisher<Int32>("numbers", 10);
  testing::internal::CaptureStderr();
  rxcpp::subjects::subject<int> numbers;
  const auto logger = node->get_logger();
  (numbers.get_observable() | log(logger, "plain") |
   log(
     logger, "numbers", [](int i) { return "no. " + std::to_string(i); }, rxros2::log_level::warn) |
   log(logger, "unseen", rxros2::log_level::debug))
    .subscribe([&](int i) { got.push_back(i); }, to_error());
  (from_topic<Int32>(node, "numbers") | log(logger, "message")).subscribe([&](const auto & m) {
    got.push_back(m->data);
  });
  numbers.get_subscriber().on_next(1);
  numbers.get_subscriber().on_error(std::make_exception_ptr(std::runtime_error("broken")));
  Int32 message;
  message.data = 42;
  publisher->publish(message);
  ASSERT_TRUE(spin_until([&] { return got.size() == 2; }));
  const std::string text = testing::internal::GetCapturedStderr();
  EXPECT_NE(text.find("[sources]: plain: 1\n"), std::string::npos) << text;
  EXPECT_NE(text.find("[sources]: numbers: no. 1\n"), std::string::npos) << text;
  EXPECT_NE(text.find("[sources]: plain: ended by an error: broken"), std::string::npos) << text;
  EXPECT_NE(text.find("[sources]: message: {data: 42}"), std::string::npos) << text;
  EXPECT_NE(text.find("[WARN]"), std::string::npos) << text;
  EXPECT_EQ(text.find("unseen: 1"), std::string::npos) << text;
  EXPECT_EQ(got, (std::vector{1, 42}));
  EXPECT_EQ(error, "broken");
}

TEST_F(SourcesTest, AStreamMovesToACallbackGroup)
{
  auto publisher = node->create_publisher<Int32>("numbers", 10);
  auto group = node->create_callback_group(rclcpp::CallbackGroupType::MutuallyExclusive, false);
  rclcpp::executors::SingleThreadedExecutor other;
  other.add_callback_group(group, node->get_node_base_interface());
  std::thread::id here, there;
  std::atomic<bool> done = false;
  (from_topic<Int32>(node, "numbers") |
   tap([&](const auto &) { here = std::this_thread::get_id(); }) |
   observe_on(rxros2::on_callback_group(node, group)))
    .subscribe([&](const auto &) {
      there = std::this_thread::get_id();
      done = true;
    });
  std::thread spinning([&] { other.spin(); });
  publisher->publish(Int32());
  EXPECT_TRUE(spin_until([&] { return done.load(); }));
  other.cancel();
  spinning.join();
  EXPECT_EQ(here, std::this_thread::get_id());
  EXPECT_NE(there, here);
}

}  // namespace
