// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The recipes of docs/how-to/transform-a-stream.md. Each one subscribes streams to the topics of a
// node; they end with the node.

#ifndef FRAMES_HPP_
#define FRAMES_HPP_

#include <geometry_msgs/msg/point_stamped.hpp>
#include <geometry_msgs/msg/pose_stamped.hpp>
#include <nav_msgs/msg/odometry.hpp>
#include <rclcpp/rclcpp.hpp>
#include <rxros2/transforms/from_transform.hpp>
#include <rxros2/transforms/publish_transform.hpp>
#include <rxros2/rxros2.hpp>
#include <rxros2/transforms/transform_to.hpp>
#include <std_msgs/msg/string.hpp>

#include <chrono>
#include <memory>
#include <string>
#include <tuple>

namespace cookbook
{

using namespace rxcpp::operators;
using namespace rxros2::operators;
using namespace std::chrono_literals;
using geometry_msgs::msg::PointStamped;
using geometry_msgs::msg::PoseStamped;
using geometry_msgs::msg::TransformStamped;
using nav_msgs::msg::Odometry;
using rxros2::observable::from_topic;
using rxros2::observable::from_transform;
using rxros2::observable::synchronize;
using std_msgs::msg::String;
using NodePtr = rclcpp::Node::SharedPtr;

// snippet in_the_map
/// Transforms the points of a sensor to the map, each by the transform at its own stamp. Publishes
/// the reason for each point that cannot be transformed.
inline void in_the_map(const NodePtr & node)
{
  auto points = from_topic<PointStamped>(node, "seen") | transform_to(node, "map", {.wait = 500ms});
  points | publish_to_topic<PointStamped>(node, "seen_in_map");
  points.unmatched()
    | map([](const auto & point) { String s; s.data = point.reason; return s; })
    | publish_to_topic<String>(node, "lost");
}
// end

// snippet robot_pose
/// Publishes the pose of the robot in the map, at most ten times a second.
inline void robot_pose(const NodePtr & node)
{
  from_transform(node, "map", "base_link")
    | sample_with_time(100ms)
    | map([](const TransformStamped & base) {
        PoseStamped pose;
        pose.header = base.header;
        pose.pose.position.x = base.transform.translation.x;
        pose.pose.position.y = base.transform.translation.y;
        pose.pose.position.z = base.transform.translation.z;
        pose.pose.orientation = base.transform.rotation;
        return pose;
      })
    | publish_to_topic<PoseStamped>(node, "pose");
}
// end

// snippet odometry_frame
/// Publishes the wheel odometry as a transform, and the static transform of the laser on the robot.
inline void odometry_frame(const NodePtr & node)
{
  TransformStamped laser;
  laser.header.frame_id = "base_link";
  laser.child_frame_id = "laser";
  laser.transform.translation.x = 0.2;
  rxros2::publish_static_transform(node, laser);

  from_topic<Odometry>(node, "odometry")
    | map([](const Odometry & wheels) {
        TransformStamped base;
        base.header = wheels.header;
        base.child_frame_id = "base_link";
        base.transform.translation.x = wheels.pose.pose.position.x;
        base.transform.translation.y = wheels.pose.pose.position.y;
        base.transform.rotation = wheels.pose.pose.orientation;
        return base;
      })
    | publish_transform(node);
}
// end

// snippet two_eyes
/// Pairs the points that two sensors saw at the same time, both transformed to the map, and
/// publishes the point halfway between them. One pipe joins stamps and frames.
inline void two_eyes(const NodePtr & node)
{
  auto left = from_topic<PointStamped>(node, "left") | transform_to(node, "map");
  auto right = from_topic<PointStamped>(node, "right") | transform_to(node, "map");
  synchronize({.tolerance = 20ms}, left, right).matched()
    | map([](const auto & pair) {
        const auto & [a, b] = pair;
        PointStamped between = *a;
        between.point.x = (a->point.x + b->point.x) / 2;
        between.point.y = (a->point.y + b->point.y) / 2;
        between.point.z = (a->point.z + b->point.z) / 2;
        return between;
      })
    | publish_to_topic<PointStamped>(node, "target");
}
// end

}  // namespace cookbook

#endif  // FRAMES_HPP_
