// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The recipes of the cookbook do what they say.

#include <gtest/gtest.h>
#include <stdlib.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "../cookbook/cookbook.hpp"
#include "eventually.hpp"

namespace
{

using namespace std::chrono_literals;
using namespace cookbook;

class Cookbook : public testing::Test
{
protected:
  Cookbook()
  {
    rclcpp::init(0, nullptr);
    node = std::make_shared<rclcpp::Node>("cook");
    executor = std::make_unique<rclcpp::executors::SingleThreadedExecutor>();
    executor->add_node(node);
  }
  // Waits for a recipe's thread that is still at work with the node, and destroys the node in this
  // thread: ROS 2 ends the process if the next test's init() finds a node of this one.
  ~Cookbook() override
  {
    auto handle = node->get_node_base_interface()->get_shared_rcl_node_handle();
    subscriptions.clear();
    node.reset();
    executor.reset();
    rclcpp::shutdown();
    EXPECT_TRUE(test::eventually([&] { return handle.use_count() == 1; }));
  }

  template <typename Done>
  bool spin_until(Done done)
  {
    return test::spin_until(*executor, std::move(done));
  }
  void spin_for(std::chrono::milliseconds span)
  {
    const auto end = std::chrono::steady_clock::now() + span;
    spin_until([&] { return std::chrono::steady_clock::now() >= end; });
  }

  // Spins until the recipe listens to the topic.
  bool is_heard(const std::string & topic)
  {
    return spin_until([&] { return node->count_subscribers(topic) > 0; });
  }

  // Sets the node's clock, which stands still otherwise.
  void set_time(std::chrono::nanoseconds time)
  {
    rcl_clock_t * const clock = node->get_clock()->get_clock_handle();
    ASSERT_EQ(rcl_enable_ros_time_override(clock), RCL_RET_OK);
    ASSERT_EQ(rcl_set_ros_time_override(clock, time.count()), RCL_RET_OK);
  }

  // Collects what is published on a topic.
  template <typename Message>
  std::shared_ptr<std::vector<Message>> collect(const std::string & topic)
  {
    auto all = std::make_shared<std::vector<Message>>();
    subscriptions.push_back(node->create_subscription<Message>(
      topic, 100, [all](const Message & message) { all->push_back(message); }));
    return all;
  }

  NodePtr node;
  std::unique_ptr<rclcpp::executors::SingleThreadedExecutor> executor;
  std::vector<rclcpp::SubscriptionBase::SharedPtr> subscriptions;
};

TEST_F(Cookbook, ABumperThatChattersIsOneEvent)
{
  // However long the machine takes for the contacts, they come at one time.
  set_time(1s);
  const auto events = collect<String>("events");
  const auto contacts = collect<Bool>("bumper");
  bumper(node);
  auto contact = node->create_publisher<Bool>("bumper", 10);
  ASSERT_TRUE(is_heard("bumper"));
  for (bool pressed : {true, false, true, false, true}) {
    Bool message;
    message.data = pressed;
    contact->publish(message);
  }
  ASSERT_TRUE(spin_until([&] { return contacts->size() == 5; }));
  executor->spin_some();
  EXPECT_TRUE(events->empty());
  for (const auto second : {2s, 3s}) {
    set_time(second);
    ASSERT_TRUE(spin_until([&] { return !events->empty(); }));
  }
  executor->spin_some();
  EXPECT_EQ(events->size(), 1u);
}

TEST_F(Cookbook, TheWatchdogStopsTheRobotOnce)
{
  const auto commands = collect<Twist>("cmd_vel");
  watchdog(node);
  auto driver = node->create_publisher<Twist>("cmd_vel_in", 10);
  ASSERT_TRUE(is_heard("cmd_vel_in"));
  Twist forward;
  forward.linear.x = 1;
  driver->publish(forward);
  ASSERT_TRUE(spin_until([&] { return commands->size() == 2; }));
  EXPECT_EQ((*commands)[0].linear.x, 1);
  EXPECT_EQ((*commands)[1].linear.x, 0);
  spin_for(300ms);
  EXPECT_EQ(commands->size(), 2u);
}

TEST_F(Cookbook, ARateIsLimitedToTheLatest)
{
  const auto slow = collect<Range>("range_slow");
  rate_limit(node);
  auto sonar = node->create_publisher<Range>("range", 1000);
  ASSERT_TRUE(is_heard("range"));
  for (int i = 1; i <= 500; ++i) {
    Range range;
    range.range = static_cast<float>(i);
    sonar->publish(range);
    executor->spin_some();
  }
  ASSERT_TRUE(spin_until([&] { return !slow->empty() && slow->back().range == 500; }));
  EXPECT_LT(slow->size(), 100u);
}

TEST_F(Cookbook, ARangeWithTheNewestOdometry)
{
  const auto obstacles = collect<PointStamped>("obstacle");
  fusion(node);
  auto sonar = node->create_publisher<Range>("range", 10);
  auto wheels = node->create_publisher<Odometry>("odometry", 10);
  ASSERT_TRUE(is_heard("range") && is_heard("odometry"));
  Range range;
  range.range = 2;
  sonar->publish(range);  // no odometry yet
  executor->spin_some();
  Odometry odometry;
  odometry.header.frame_id = "odom";
  odometry.pose.pose.position.x = 5;
  wheels->publish(odometry);
  executor->spin_some();
  sonar->publish(range);
  ASSERT_TRUE(spin_until([&] { return !obstacles->empty(); }));
  EXPECT_EQ(obstacles->size(), 1u);
  EXPECT_EQ(obstacles->front().point.x, 7);
  EXPECT_EQ(obstacles->front().header.frame_id, "odom");
}

TEST_F(Cookbook, AMovingMean)
{
  const auto means = collect<Float64>("temperature_mean");
  mean_of_five(node);
  auto sensor = node->create_publisher<Float64>("temperature", 10);
  ASSERT_TRUE(is_heard("temperature"));
  for (int i = 1; i <= 7; ++i) {
    Float64 t;
    t.data = i;
    sensor->publish(t);
  }
  ASSERT_TRUE(spin_until([&] { return means->size() == 3; }));
  EXPECT_DOUBLE_EQ((*means)[0].data, 3);
  EXPECT_DOUBLE_EQ((*means)[2].data, 5);
}

TEST_F(Cookbook, AServiceThatIsNotThereYet)
{
  std::string answer;
  calibrate(node).subscribe([&](const auto & response) { answer = response->message; });
  spin_for(200ms);
  EXPECT_TRUE(answer.empty());
  auto service = node->create_service<Trigger>(
    "calibrate", [](Trigger::Request::SharedPtr, Trigger::Response::SharedPtr response) {
      response->message = "done";
    });
  EXPECT_TRUE(spin_until([&] { return !answer.empty(); }));
}

TEST_F(Cookbook, SlowWorkSeesTheNewestImage)
{
  const auto seen = collect<String>("seen");
  const auto spinning = std::this_thread::get_id();
  latest_image(node, [&](const Image & image) {
    EXPECT_NE(std::this_thread::get_id(), spinning);
    std::this_thread::sleep_for(20ms);
    String s;
    s.data = image.header.frame_id;
    return s;
  });
  auto camera = node->create_publisher<Image>("image", 100);
  ASSERT_TRUE(is_heard("image"));
  for (int i = 1; i <= 50; ++i) {
    Image image;
    image.header.frame_id = std::to_string(i);
    camera->publish(image);
    executor->spin_some();
  }
  ASSERT_TRUE(spin_until([&] { return !seen->empty() && seen->back().data == "50"; }));
  EXPECT_LT(seen->size(), 50u);
}

TEST_F(Cookbook, DockingStepByStep)
{
  const auto commands = collect<Twist>("cmd_vel");
  auto service = node->create_service<Trigger>(
    "charge", [](Trigger::Request::SharedPtr, Trigger::Response::SharedPtr response) {
      response->message = "charging";
    });
  std::string result;
  rxros2::start(node, [&]() -> rx::task<> { result = co_await dock(node.get()); });
  auto sonar = node->create_publisher<Range>("range", 10);
  ASSERT_TRUE(is_heard("range"));
  for (float distance : {0.4f, 0.3f, 0.1f}) {
    const std::size_t before = commands->size();
    Range range;
    range.range = distance;
    sonar->publish(range);
    ASSERT_TRUE(spin_until([&] { return commands->size() > before; }));
  }
  ASSERT_TRUE(spin_until([&] { return !result.empty(); }));
  EXPECT_EQ(result, "charging");
  EXPECT_EQ(commands->back().linear.x, 0);
}

TEST_F(Cookbook, TheBlackBoxRecordsWhatWasBeforeACollision)
{
  std::string folder = (std::filesystem::temp_directory_path() / "cookbook_XXXXXX").string();
  ASSERT_NE(::mkdtemp(folder.data()), nullptr);
  {
    const rxros2::black_box box(folder, {.after = 0s});
    cookbook::black_box(node, box);
    auto wheels = node->create_publisher<Twist>("cmd_vel", 10);
    auto sensor = node->create_publisher<Range>("range", 10);
    ASSERT_TRUE(is_heard("cmd_vel") && is_heard("range"));
    wheels->publish(Twist());
    ASSERT_TRUE(spin_until([&] { return box.statistics().received == 1; }));
    Range near;
    near.range = 0.05F;
    sensor->publish(near);
    EXPECT_TRUE(spin_until([&] { return box.statistics().saved == 1; }));
    EXPECT_EQ(box.statistics().received, 2u);
  }
  std::filesystem::remove_all(folder);
}

}  // namespace
