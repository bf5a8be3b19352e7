// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The recipes with transforms do what they say.

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "../cookbook/frames.hpp"
#include "eventually.hpp"

namespace
{

using namespace cookbook;

class Frames : public testing::Test
{
protected:
  Frames()
  {
    rclcpp::init(0, nullptr);
    node = std::make_shared<rclcpp::Node>("cook");
    executor = std::make_unique<rclcpp::executors::SingleThreadedExecutor>();
    executor->add_node(node);
  }
  ~Frames() override
  {
    subscriptions.clear();
    node.reset();
    executor.reset();
    rclcpp::shutdown();
  }

  template <typename Done>
  bool spin_until(Done done)
  {
    return test::spin_until(*executor, std::move(done));
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

  // A publisher of a topic that a recipe listens to.
  template <typename Message>
  typename rclcpp::Publisher<Message>::SharedPtr publisher(const std::string & topic)
  {
    EXPECT_TRUE(spin_until([&] { return node->count_subscribers(topic) > 0; }));
    return node->create_publisher<Message>(topic, 100);
  }

  static TransformStamped transform(const char * parent, const char * child, int second, double x)
  {
    TransformStamped made;
    made.header.frame_id = parent;
    made.header.stamp.sec = second;
    made.child_frame_id = child;
    made.transform.translation.x = x;
    return made;
  }
  static PointStamped point(const char * frame, int second, double x)
  {
    PointStamped made;
    made.header.frame_id = frame;
    made.header.stamp.sec = second;
    made.point.x = x;
    return made;
  }

  NodePtr node;
  std::unique_ptr<rclcpp::executors::SingleThreadedExecutor> executor;
  std::vector<rclcpp::SubscriptionBase::SharedPtr> subscriptions;
};

TEST_F(Frames, PointsInTheMapAndThoseThatWereLost)
{
  const auto in_map = collect<PointStamped>("seen_in_map");
  const auto lost = collect<String>("lost");
  cookbook::in_the_map(node);
  rxros2::publish_static_transform(node, transform("map", "laser", 0, 10));
  const auto sensor = publisher<PointStamped>("seen");
  sensor->publish(point("laser", 1, 2));
  sensor->publish(point("nowhere", 1, 2));
  ASSERT_TRUE(spin_until([&] { return !in_map->empty() && !lost->empty(); }));
  EXPECT_EQ(in_map->front().point.x, 12);
  EXPECT_EQ(in_map->front().header.frame_id, "map");
  EXPECT_NE(lost->front().data.find("\"nowhere\""), std::string::npos);
}

TEST_F(Frames, ThePoseOfTheRobot)
{
  const auto poses = collect<PoseStamped>("pose");
  robot_pose(node);
  const auto others = publisher<tf2_msgs::msg::TFMessage>("/tf");
  tf2_msgs::msg::TFMessage message;
  message.transforms = {transform("map", "odom", 3, 10), transform("odom", "base_link", 3, 1)};
  others->publish(message);
  ASSERT_TRUE(spin_until([&] { return !poses->empty(); }));
  EXPECT_EQ(poses->front().pose.position.x, 11);
  EXPECT_EQ(poses->front().header.stamp.sec, 3);
}

TEST_F(Frames, OdometryAsAFrame)
{
  const auto seen = std::make_shared<std::vector<TransformStamped>>();
  from_transform(node, "odom", "laser").subscribe([seen](const TransformStamped & laser) {
    seen->push_back(laser);
  });
  odometry_frame(node);
  const auto wheels = publisher<Odometry>("odometry");
  Odometry odometry;
  odometry.header.frame_id = "odom";
  odometry.header.stamp.sec = 5;
  odometry.pose.pose.position.x = 1;
  odometry.pose.pose.orientation.w = 1;
  wheels->publish(odometry);
  ASSERT_TRUE(spin_until([&] { return !seen->empty(); }));
  EXPECT_DOUBLE_EQ(seen->front().transform.translation.x, 1.2);
  EXPECT_EQ(seen->front().header.stamp.sec, 5);
}

TEST_F(Frames, WhatTwoSensorsSawAtTheSameTime)
{
  const auto targets = collect<PointStamped>("target");
  two_eyes(node);
  rxros2::publish_static_transform(
    node, {transform("map", "left_eye", 0, 10), transform("map", "right_eye", 0, 20)});
  const auto left = publisher<PointStamped>("left");
  const auto right = publisher<PointStamped>("right");
  left->publish(point("left_eye", 1, 1));
  left->publish(point("left_eye", 2, 2));
  right->publish(point("right_eye", 2, 4));
  ASSERT_TRUE(spin_until([&] { return !targets->empty(); }));
  EXPECT_EQ(targets->front().point.x, 18);
  EXPECT_EQ(targets->front().header.stamp.sec, 2);
  EXPECT_EQ(targets->size(), 1U);
}

}  // namespace
