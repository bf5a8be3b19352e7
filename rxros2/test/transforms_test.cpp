// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tests from_transform, transform_to, publish_transform and apply_transform.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "geometry_msgs/msg/point_stamped.hpp"
#include "geometry_msgs/msg/pose_with_covariance_stamped.hpp"
#include "ros_test.hpp"
#include "rosgraph_msgs/msg/clock.hpp"
#include "rxros2/transforms/from_transform.hpp"
#include "rxros2/transforms/publish_transform.hpp"
#include "rxros2/transforms/transform_buffer.hpp"
#include "rxros2/transforms/transform_to.hpp"
#include "sensor_msgs/msg/point_cloud2.hpp"

using namespace rx::operators;
using namespace rxros2::operators;
using namespace rxros2::observable;
using namespace std::chrono_literals;
using geometry_msgs::msg::PointStamped;
using geometry_msgs::msg::TransformStamped;
using rosgraph_msgs::msg::Clock;
using sensor_msgs::msg::PointCloud2;

namespace
{

TransformStamped transform(const char * parent, const char * child, std::int32_t second, double x)
{
  TransformStamped created;
  created.header.frame_id = parent;
  created.header.stamp.sec = second;
  created.child_frame_id = child;
  created.transform.translation.x = x;
  return created;
}

PointStamped point(const char * frame, std::int32_t second, double x = 0)
{
  PointStamped created;
  created.header.frame_id = frame;
  created.header.stamp.sec = second;
  created.point.x = x;
  return created;
}

struct Transforms : RosTest
{
  Transforms() { executor.add_node(node); }

  /// Inserts a transform as if it had arrived on /tf.
  void put(const char * parent, const char * child, std::int32_t second, double x)
  {
    rxros2::transform_buffer(node)->insert(
      {parent, child, second * 1'000'000'000LL, {{x, 0, 0}, {}}});
  }

  auto keep_text()
  {
    return [this](const auto & m) {
      output += m.header.frame_id + " " + std::to_string(m.header.stamp.sec) + ":" +
                std::to_string(std::lround(m.point.x)) + " ";
    };
  }

  // The streams write to objects that outlive the node, which ends the streams.
  std::string output;
  std::string lost;
  std::vector<std::string> reasons;
  rclcpp::Node::SharedPtr node = std::make_shared<rclcpp::Node>("robot");
  rx::subject<PointStamped> points;
};

TEST_F(Transforms, ANodeHasOneBufferAndOnePairOfSubscriptions)
{
  const auto buffer = rxros2::transform_buffer(node);
  EXPECT_EQ(rxros2::transform_buffer(*node), buffer);
  from_transform(node, "map", "base").subscribe();
  (points.get_observable() | transform_to(node, "map")).subscribe();
  EXPECT_EQ(node->count_subscribers("/tf"), 1U);
  EXPECT_EQ(node->count_subscribers("/tf_static"), 1U);
  EXPECT_EQ(node->get_subscriptions_info_by_topic("/tf")[0].qos_profile().depth(), 100U);
}

TEST_F(Transforms, ArriveOnTheirTopics)
{
  const auto other = std::make_shared<rclcpp::Node>("other");
  executor.add_node(other);
  rx::subject<TransformStamped> moving;
  const auto running = (moving.get_observable() | publish_transform(other)).subscribe();
  rxros2::publish_static_transform(other, transform("base", "laser", 0, 2));
  rxros2::publish_static_transform(other, transform("base", "camera", 0, 3));
  const auto buffer = rxros2::transform_buffer(node);
  EXPECT_TRUE(spin_until([&] { return static_cast<bool>(buffer->lookup("laser", "camera")); }));
  moving.on_next(transform("/map", "base", 7, 10));
  EXPECT_TRUE(spin_until([&] { return static_cast<bool>(buffer->lookup("map", "camera")); }));
  const auto found = buffer->lookup("map", "camera");
  EXPECT_DOUBLE_EQ(found.transform.translation.x, 13);
  EXPECT_EQ(found.stamp, 7'000'000'000);
  // One message contains all static transforms, for late subscribers.
  const auto late = std::make_shared<rclcpp::Node>("late");
  executor.add_node(late);
  const auto buffer_of_late = rxros2::transform_buffer(late);
  EXPECT_TRUE(
    spin_until([&] { return static_cast<bool>(buffer_of_late->lookup("laser", "camera")); }));
  running.dispose();
}

struct FromTransform : Transforms
{
  void follow(rxros2::transforms which)
  {
    running = from_transform(node, "map", "arm", which)
                .subscribe(
                  [this](const TransformStamped & t) {
                    output += std::to_string(t.header.stamp.sec) + ":" +
                              std::to_string(std::lround(t.transform.translation.x)) + " ";
                  },
                  [](const std::exception_ptr & e) { FAIL() << rx::what(e); });
  }
  rx::subscription running;
};

TEST_F(FromTransform, EmitsTheLatestOfTheWholeChain)
{
  follow(rxros2::transforms::latest);
  put("map", "base", 1, 10);
  put("base", "arm", 1, 1);
  EXPECT_EQ(output, "1:11 ");
  put("base", "arm", 2, 2);
  put("base", "arm", 3, 3);
  EXPECT_EQ(output, "1:11 ");
  put("map", "base", 5, 50);
  EXPECT_EQ(output, "1:11 3:33 ");
  running.dispose();
  put("base", "arm", 4, 3);
  EXPECT_EQ(output, "1:11 3:33 ");
}

TEST_F(FromTransform, EmitsOneForEachStamp)
{
  put("map", "base", 1, 10);
  put("base", "arm", 1, 1);
  follow(rxros2::transforms::each_stamp);
  put("base", "arm", 2, 2);
  put("base", "arm", 3, 3);
  put("base", "arm", 6, 6);
  put("map", "base", 5, 50);
  EXPECT_EQ(output, "1:11 2:22 3:33 5:55 ");
}

TEST_F(FromTransform, RestartsWhenTimeJumpsBack)
{
  follow(rxros2::transforms::latest);
  put("map", "base", 100, 10);
  put("base", "arm", 100, 1);
  rxros2::transform_buffer(node)->clear();
  put("map", "base", 3, 30);
  put("base", "arm", 3, 3);
  EXPECT_EQ(output, "100:11 3:33 ");
}

TEST_F(FromTransform, EmitsStaticTransformsOnceAndWhenReplaced)
{
  const auto put_static = [this](const char * parent, const char * child, double x) {
    rxros2::transform_buffer(node)->insert({parent, child, 0, {{x, 0, 0}, {}}, true});
  };
  put_static("map", "base", 1);
  put_static("base", "arm", 1);
  follow(rxros2::transforms::latest);
  EXPECT_EQ(output, "0:2 ");
  put_static("base", "arm", 1);
  EXPECT_EQ(output, "0:2 ");
  put_static("base", "arm", 5);
  EXPECT_EQ(output, "0:2 0:6 ");
}

TEST_F(FromTransform, EndsWithTheNodeAndRejectsBadNames)
{
  bool completed = false;
  from_transform(node, "map", "arm")
    .subscribe([](const TransformStamped &) {}, [&] { completed = true; });
  std::string error;
  from_transform(node, "/map", "arm")
    .subscribe(
      [](const TransformStamped &) {}, [&](const std::exception_ptr & e) { error = rx::what(e); });
  EXPECT_NE(error.find("expected no '/' at its beginning"), std::string::npos) << error;
  executor.remove_node(node);
  node.reset();
  if (own_rclcpp) {
    EXPECT_TRUE(completed);
  }
}

struct TransformTo : Transforms
{
  template <typename Pipe>
  void run(const Pipe & pipe)
  {
    pipe.unmatched().subscribe([this](const rxros2::untransformed<PointStamped> & leftover) {
      lost +=
        std::to_string(leftover.item.header.stamp.sec) + " " + leftover.item.header.frame_id + " ";
      reasons.push_back(leftover.reason);
    });
    running = pipe.subscribe(keep_text(), [this] { output += "|"; });
  }
  rx::subscription running;
};

TEST_F(TransformTo, TransformsEachItemAtItsOwnStamp)
{
  put("map", "laser", 1, 10);
  put("map", "laser", 3, 30);
  const auto pipe = points.get_observable() | transform_to(node, "map");
  run(pipe);
  points.on_next(point("laser", 1, 1));
  points.on_next(point("laser", 2, 2));
  points.on_next(point("map", 9, 9));
  points.on_completed();
  EXPECT_EQ(output, "map 1:11 map 2:22 map 9:9 |");
  EXPECT_EQ(pipe.statistics().transformed, 3U);
  EXPECT_EQ(pipe.statistics().unmatched, 0U);
}

TEST_F(TransformTo, WaitsForTheTransformAndKeepsTheOrder)
{
  put("map", "laser", 1, 10);
  run(points.get_observable() | transform_to(node, "map"));
  points.on_next(point("laser", 3, 3));
  points.on_next(point("laser", 1, 1));
  points.on_next(point("laser", 2, 2));
  EXPECT_EQ(output, "");
  put("map", "laser", 2, 20);
  EXPECT_EQ(output, "");
  points.on_completed();
  put("map", "laser", 3, 30);
  EXPECT_EQ(output, "map 3:33 map 1:11 map 2:22 |");
  EXPECT_EQ(lost, "");
}

TEST_F(TransformTo, LetsItemsOvertakeIfOrderIsNotKept)
{
  put("map", "laser", 1, 10);
  run(points.get_observable() | transform_to(node, "map", {.keep_order = false}));
  points.on_next(point("laser", 3, 3));
  points.on_next(point("laser", 1, 1));
  points.on_next(point("laser", 2, 2));
  EXPECT_EQ(output, "map 1:11 ");
  put("map", "laser", 2, 20);
  EXPECT_EQ(output, "map 1:11 map 2:22 ");
  put("map", "laser", 3, 30);
  points.on_completed();
  EXPECT_EQ(output, "map 1:11 map 2:22 map 3:33 |");
}

TEST_F(TransformTo, ReportsItemsThatWaitedTooLong)
{
  put("map", "laser", 1, 10);
  run(points.get_observable() | transform_to(node, "map", {.wait = 20ms}));
  points.on_next(point("laser", 2, 2));
  points.on_next(point("nowhere", 1, 1));
  points.on_next(point("laser", 1, 1));
  EXPECT_TRUE(spin_until([&] { return reasons.size() == 2; }));
  EXPECT_EQ(lost, "2 laser 1 nowhere ");
  EXPECT_EQ(output, "map 1:11 ");
  EXPECT_NE(
    reasons[0].find("the only data of frame [laser] has time 1.000000000 s"), std::string::npos);
  EXPECT_NE(reasons[1].find("source_frame \"nowhere\" does not exist"), std::string::npos);
}

TEST_F(TransformTo, DropsTheOldestOfTooMany)
{
  put("map", "laser", 1, 10);
  run(points.get_observable() | transform_to(node, "map", {.wait = 1h, .queue_size = 2}));
  for (int second = 2; second <= 5; ++second) {
    points.on_next(point("laser", second));
  }
  EXPECT_EQ(lost, "2 laser 3 laser ");
  EXPECT_EQ(reasons[0].find("more than 2 items wait: no transform from"), 0U) << reasons[0];
  put("map", "laser", 6, 60);
  EXPECT_EQ(output, "map 4:40 map 5:50 ");
}

TEST_F(TransformTo, DoesNotWaitWithAZeroLimit)
{
  run(points.get_observable() | transform_to(node, "map", {.wait = 0s}));
  points.on_next(point("laser", 2, 2));
  EXPECT_EQ(lost, "2 laser ");
}

TEST_F(TransformTo, WaitingItemsAreUnmatchedWhenTimeJumpsBack)
{
  put("map", "laser", 100, 10);
  run(points.get_observable() | transform_to(node, "map"));
  points.on_next(point("laser", 101));
  rxros2::transform_buffer(node)->clear();
  EXPECT_EQ(lost, "101 laser ");
  EXPECT_NE(reasons[0].find("the buffer was cleared"), std::string::npos) << reasons[0];
}

TEST_F(TransformTo, CanBeDisposedWhileItemsWait)
{
  const auto buffer = rxros2::transform_buffer(node);
  put("map", "laser", 1, 10);
  run(points.get_observable() | transform_to(node, "map"));
  points.on_next(point("laser", 2));
  running.dispose();
  put("map", "laser", 2, 20);
  EXPECT_EQ(output, "");
}

TEST_F(TransformTo, ChangesAnUnsharedMessageInPlace)
{
  put("map", "laser", 1, 10);
  rx::subject<rxros2::item<PointStamped>> items;
  const PointStamped * emitted = nullptr;
  double x = 0;
  (items.get_observable() | transform_to(node, "map"))
    .subscribe([&](const rxros2::item<PointStamped> & item) {
      emitted = item.get();
      x = item->point.x;
    });
  rxros2::item<PointStamped> alone(std::make_shared<const PointStamped>(point("laser", 1, 1)));
  const PointStamped * const before = alone.get();
  items.on_next(std::move(alone));
  EXPECT_EQ(emitted, before);
  EXPECT_DOUBLE_EQ(x, 11);
  const rxros2::item<PointStamped> kept(std::make_shared<const PointStamped>(point("laser", 1, 1)));
  items.on_next(kept);
  EXPECT_NE(emitted, kept.get());
  EXPECT_DOUBLE_EQ(kept->point.x, 1);
}

struct Own
{
  std_msgs::msg::Header header;
  double distance = 0;
};

TEST_F(TransformTo, TransformsCustomTypesByAFunction)
{
  put("map", "laser", 1, 10);
  rx::subject<Own> own;
  double distance = 0;
  (own.get_observable() |
   transform_to(
     node, "map", {}, [](const frames::Transform & t, Own & m) { m.distance += t.translation.x; }))
    .subscribe([&](const Own & m) { distance = m.distance; });
  Own one;
  one.header = point("laser", 1).header;
  one.distance = 5;
  own.on_next(one);
  EXPECT_DOUBLE_EQ(distance, 15);
}

TEST_F(TransformTo, RejectsInvalidOptions)
{
  EXPECT_THROW(transform_to(node, "map", {.queue_size = 0}), std::invalid_argument);
  EXPECT_THROW(transform_to(node, "/map"), std::invalid_argument);
  EXPECT_THROW(transform_to(node, ""), std::invalid_argument);
}

// a quarter turn: x becomes y
const frames::Transform quarter{{1, 2, 3}, {0, 0, std::sqrt(0.5), std::sqrt(0.5)}};

TEST(ApplyTransform, MovesPointsAndTurnsVectors)
{
  geometry_msgs::msg::Point p;
  p.x = 10;
  rxros2::apply_transform(quarter, p);
  EXPECT_NEAR(p.x, 1, 1e-12);
  EXPECT_NEAR(p.y, 12, 1e-12);
  EXPECT_NEAR(p.z, 3, 1e-12);
  geometry_msgs::msg::Vector3 v;
  v.x = 10;
  rxros2::apply_transform(quarter, v);
  EXPECT_NEAR(v.x, 0, 1e-12);
  EXPECT_NEAR(v.y, 10, 1e-12);
}

TEST(ApplyTransform, TurnsCovariances)
{
  geometry_msgs::msg::PoseWithCovarianceStamped pose;
  pose.pose.covariance[0] = 4;    // x
  pose.pose.covariance[7] = 9;    // y
  pose.pose.covariance[3] = 0.5;  // x with the rotation about x
  pose.pose.covariance[18] = 0.5;
  rxros2::apply_transform(quarter, pose);
  EXPECT_NEAR(pose.pose.covariance[0], 9, 1e-12);
  EXPECT_NEAR(pose.pose.covariance[7], 4, 1e-12);
  EXPECT_NEAR(pose.pose.covariance[10], 0.5, 1e-12);  // y with the rotation about y
  EXPECT_NEAR(pose.pose.covariance[25], 0.5, 1e-12);
  EXPECT_NEAR(pose.pose.covariance[3], 0, 1e-12);
}

PointCloud2 cloud(std::initializer_list<const char *> names, std::vector<float> values)
{
  PointCloud2 created;
  created.height = 1;
  created.point_step = static_cast<std::uint32_t>(4 * names.size());
  created.width = static_cast<std::uint32_t>(values.size() / names.size());
  created.row_step = created.width * created.point_step;
  for (const char * name : names) {
    sensor_msgs::msg::PointField field;
    field.name = name;
    field.offset = static_cast<std::uint32_t>(4 * created.fields.size());
    field.datatype = sensor_msgs::msg::PointField::FLOAT32;
    field.count = 1;
    created.fields.push_back(field);
  }
  created.data.resize(4 * values.size());
  std::memcpy(created.data.data(), values.data(), created.data.size());
  return created;
}

std::vector<float> values_of(const PointCloud2 & m)
{
  std::vector<float> values(m.data.size() / 4);
  std::memcpy(values.data(), m.data.data(), m.data.size());
  return values;
}

TEST(ApplyTransform, MapsThePointsAndNormalsOfACloud)
{
  auto plain = cloud({"x", "intensity", "y", "z"}, {10, 7, 0, 0, 0, 8, 20, 0});
  rxros2::apply_transform(quarter, plain);
  const auto near = values_of(plain);
  const std::vector<float> expected{1, 7, 12, 3, -19, 8, 2, 3};
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_NEAR(near[i], expected[i], 1e-5) << i;
  }
  auto normals = cloud({"x", "y", "z", "normal_x", "normal_y", "normal_z"}, {10, 0, 0, 1, 0, 0});
  rxros2::apply_transform(quarter, normals);
  EXPECT_NEAR(values_of(normals)[3], 0, 1e-6);
  EXPECT_NEAR(values_of(normals)[4], 1, 1e-6);
}

TEST(ApplyTransform, RejectsInconsistentClouds)
{
  auto without = cloud({"x", "y"}, {1, 2});
  EXPECT_THROW(rxros2::apply_transform(quarter, without), std::invalid_argument);
  auto shorter = cloud({"x", "y", "z"}, {1, 2, 3});
  shorter.data.pop_back();
  EXPECT_THROW(rxros2::apply_transform(quarter, shorter), std::invalid_argument);
  auto outside = cloud({"x", "y", "z"}, {1, 2, 3});
  outside.fields[2].offset = 10;
  EXPECT_THROW(rxros2::apply_transform(quarter, outside), std::invalid_argument);
  auto wide = cloud({"x", "y", "z"}, {1, 2, 3});
  wide.width = 1000;
  EXPECT_THROW(rxros2::apply_transform(quarter, wide), std::invalid_argument);
  auto foreign = cloud({"x", "y", "z"}, {1, 2, 3});
  foreign.is_bigendian = !foreign.is_bigendian;
  EXPECT_THROW(rxros2::apply_transform(quarter, foreign), std::invalid_argument);
}

TEST_F(Transforms, AreRemovedWhenTheNodesClockJumpsBack)
{
  const auto simulated = std::make_shared<rclcpp::Node>(
    "simulated",
    rclcpp::NodeOptions().append_parameter_override("use_sim_time", true).use_clock_thread(false));
  executor.add_node(simulated);
  const auto clock = node->create_publisher<Clock>("/clock", 10);
  const auto set_time = [&](std::int64_t ns) {
    Clock now;
    now.clock = rclcpp::Time(ns);
    clock->publish(now);
    EXPECT_TRUE(spin_until([&] { return simulated->now().nanoseconds() == ns; }));
  };
  set_time(5'000'000'000);
  const auto buffer = rxros2::transform_buffer(simulated);
  buffer->insert({"map", "base", 5'000'000'000, {}});
  set_time(6'000'000'000);
  EXPECT_TRUE(buffer->lookup("map", "base"));
  set_time(1'000'000'000);
  EXPECT_FALSE(buffer->lookup("map", "base"));
}

}  // namespace
