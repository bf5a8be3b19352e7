// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Streams and lifecycle nodes: states as items, streams that run in some states, bring-up.

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "rclcpp_lifecycle/lifecycle_node.hpp"
#include "ros_test.hpp"
#include "rxros2/lifecycle/change_state.hpp"
#include "rxros2/lifecycle/from_lifecycle.hpp"
#include "rxros2/lifecycle/while_active.hpp"
#include "std_msgs/msg/int32.hpp"

namespace
{

using namespace rx::operators;       // NOLINT
using namespace rxros2::operators;   // NOLINT
using namespace rxros2::observable;  // NOLINT
using namespace std::chrono_literals;
using lifecycle_msgs::msg::State;
using rclcpp_lifecycle::LifecycleNode;
using std_msgs::msg::Int32;
using Strings = std::vector<std::string>;

struct LifecycleTest : RosTest
{
  std::shared_ptr<LifecycleNode> make(const std::string & name)
  {
    auto made = std::make_shared<LifecycleNode>(name);
    executor.add_node(made->get_node_base_interface());
    return made;
  }
  LifecycleTest() { executor.add_node(node); }

  rclcpp::Node::SharedPtr node = std::make_shared<rclcpp::Node>("supervisor");
  std::shared_ptr<LifecycleNode> camera = make("camera");
};

Int32 number(int n)
{
  Int32 message;
  message.data = n;
  return message;
}

TEST_F(LifecycleTest, TheStatesOfANodeAreAStream)
{
  Strings own;
  Strings seen;
  from_lifecycle(camera).subscribe([&](const State & state) { own.push_back(state.label); });
  from_lifecycle(node, "camera").subscribe([&](const State & state) {
    seen.push_back(state.label);
  });
  ASSERT_TRUE(spin_until([&] { return own.size() == 1 && seen.size() == 1; }));
  camera->configure();
  camera->activate();
  ASSERT_TRUE(spin_until([&] { return own.size() == 5 && seen.size() == 5; }));
  EXPECT_EQ(seen, (Strings{"unconfigured", "configuring", "inactive", "activating", "active"}));
  EXPECT_EQ(own, seen);
}

TEST_F(LifecycleTest, TheStreamOfStatesWaitsForItsNode)
{
  Strings seen;
  from_lifecycle(node, "lidar").subscribe([&](const State & state) {
    seen.push_back(state.label);
  });
  executor.spin_some();
  auto lidar = make("lidar");
  ASSERT_TRUE(spin_until([&] { return !seen.empty(); }));
  EXPECT_EQ(seen, Strings{"unconfigured"});
}

TEST_F(LifecycleTest, ATransitionOfAnotherNodeIsAStream)
{
  Strings ends;
  const auto note = [&](const auto & stream) {
    stream.subscribe(
      [&](const State & state) { ends.push_back(state.label); },
      [&](const std::exception_ptr & error) { ends.push_back(rx::what(error)); });
  };
  note(change_state(node, "camera", "configure"));
  ASSERT_TRUE(spin_until([&] { return ends.size() == 1; }));
  EXPECT_EQ(camera->get_current_state().label(), "inactive");
  camera->register_on_activate([](const auto &) { return LifecycleNode::CallbackReturn::FAILURE; });
  note(change_state(node, "/camera", "activate"));
  ASSERT_TRUE(spin_until([&] { return ends.size() == 2; }));
  note(change_state(node, "lidar", "configure", {.timeout = 20ms}));
  ASSERT_TRUE(spin_until([&] { return ends.size() == 3; }));
  EXPECT_EQ(ends[0], "inactive");
  EXPECT_EQ(ends[1], "transition 'activate' of node '/camera' did not succeed");
  EXPECT_NE(ends[2].find("no service '/lidar/change_state'"), std::string::npos) << ends[2];
  EXPECT_THROW(static_cast<void>(change_state(node, "camera", "fly")), std::invalid_argument);
}

TEST_F(LifecycleTest, NodesAreBroughtUpInTheirOrder)
{
  auto detector = make("detector");
  auto planner = make("planner");
  Strings order;
  std::string failed;
  bool completed = false;
  const auto up = [this](const std::string & name) {
    return change_state(node, name, "configure", {.timeout = patience}) |
           concat_map([this, name](const State &) {
             return change_state(node, name, "activate", {.timeout = patience});
           }) |
           map([name](const State &) { return name; });
  };
  planner->register_on_configure([&](const auto &) {
    EXPECT_EQ(detector->get_current_state().label(), "active");
    return LifecycleNode::CallbackReturn::SUCCESS;
  });
  (rx::sources::from(std::string("camera"), std::string("detector"), std::string("planner")) |
   concat_map(up))
    .subscribe(
      [&](const std::string & name) { order.push_back(name); },
      [&](const std::exception_ptr & error) { failed = rx::what(error); },
      [&] { completed = true; });
  ASSERT_TRUE(spin_until([&] { return completed || !failed.empty(); })) << failed;
  EXPECT_EQ(failed, "");
  EXPECT_EQ(order, (Strings{"camera", "detector", "planner"}));
  EXPECT_EQ(planner->get_current_state().label(), "active");
}

TEST_F(LifecycleTest, APipeRunsWhileItsNodeIsActive)
{
  auto publisher = node->create_publisher<Int32>("raw", 10);
  std::vector<int> got;
  from_topic<Int32>(node, "image").subscribe([&](const Int32 & m) { got.push_back(m.data); });
  from_topic<Int32>(camera, "raw") | while_active(camera) |
    map([](const Int32 & m) { return number(10 * m.data); }) |
    publish_to_topic<Int32>(camera, "image");
  const auto readers = [&] { return node->count_subscribers("raw"); };
  executor.spin_some();
  camera->configure();
  EXPECT_TRUE(becomes(1, [&] { return node->count_publishers("image"); }));
  EXPECT_EQ(readers(), 0u);
  publisher->publish(number(1));

  camera->activate();
  ASSERT_TRUE(spin_until([&] { return readers() == 1; }));
  ASSERT_TRUE(spin_until([&] { return publisher->get_subscription_count() == 1; }));
  publisher->publish(number(2));
  ASSERT_TRUE(spin_until([&] { return got.size() == 1; }));

  camera->deactivate();
  ASSERT_TRUE(spin_until([&] { return readers() == 0; }));
  publisher->publish(number(3));
  camera->activate();
  ASSERT_TRUE(spin_until([&] { return publisher->get_subscription_count() == 1; }));
  publisher->publish(number(4));
  ASSERT_TRUE(spin_until([&] { return got.size() == 2; }));
  EXPECT_EQ(got, (std::vector<int>{20, 40}));
}

TEST_F(LifecycleTest, AStreamThatBeginsInOnConfigureEndsInOnCleanup)
{
  std::vector<int> got;
  int running = 0;
  const auto numbers = rx::sources::defer([&] {
    ++running;
    return rx::sources::never<int>() | finally([&] { --running; });
  });
  rx::subscription stream;
  camera->register_on_configure([&](const auto &) {
    stream = (numbers | while_configured(camera)).subscribe([&](int i) { got.push_back(i); });
    return LifecycleNode::CallbackReturn::SUCCESS;
  });
  for (int round = 0; round < 2; ++round) {
    camera->configure();
    ASSERT_TRUE(spin_until([&] { return running == 1; }));
    camera->activate();
    camera->deactivate();
    executor.spin_some();
    EXPECT_EQ(running, 1);
    camera->cleanup();
    ASSERT_TRUE(spin_until([&] { return running == 0; }));
    stream.dispose();
  }
}

TEST_F(LifecycleTest, ASourceOfTimeRunsOnTheNodeThatIsActive)
{
  int ticks = 0;
  (rx::sources::interval(1ms) | while_active(camera)).subscribe([&](long) { ++ticks; });
  camera->configure();
  camera->activate();  // and returns
  EXPECT_EQ(ticks, 0);
  EXPECT_TRUE(spin_until([&] { return ticks >= 3; }));
  camera->deactivate();
}

TEST_F(LifecycleTest, StreamsOfStatesEndWithTheirNode)
{
  bool completed = false;
  (rx::sources::never<int>() | while_active(camera))
    .subscribe([](int) {}, [](const std::exception_ptr &) {}, [&] { completed = true; });
  camera->configure();
  camera->activate();
  executor.spin_some();
  executor.remove_node(camera->get_node_base_interface());
  camera.reset();
  if (own_rclcpp) {
    EXPECT_TRUE(spin_until([&] { return completed; }));
  }
}

}  // namespace
