// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Transforms of a recording, looked up at the times of the replay.
#include <cstdint>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "geometry_msgs/msg/point_stamped.hpp"
#include "geometry_msgs/msg/transform_stamped.hpp"
#include "replay_test.hpp"
#include "rxros2/transforms/from_transform.hpp"
#include "rxros2/transforms/transform_to.hpp"
#include "std_msgs/msg/header.hpp"
#include "tf2_msgs/msg/tf_message.hpp"

namespace
{

using namespace replay_test;  // NOLINT
using namespace std::chrono_literals;
using namespace rxcpp::operators;   // NOLINT: as programs write it
using namespace rxros2::operators;  // NOLINT
using geometry_msgs::msg::PointStamped;
using geometry_msgs::msg::TransformStamped;
using rxros2::observable::from_topic;
using rxros2::observable::from_transform;
using std_msgs::msg::Header;
using tf2_msgs::msg::TFMessage;

TransformStamped transform(const char * parent, const char * child, std::int64_t after, double x)
{
  TransformStamped made;
  made.header.frame_id = parent;
  made.header.stamp = rclcpp::Time(begin + after);
  made.child_frame_id = child;
  made.transform.translation.x = x;
  made.transform.rotation.w = 1;
  return made;
}

PointStamped point(const char * frame, std::int64_t after)
{
  PointStamped made;
  made.header.frame_id = frame;
  made.header.stamp = rclcpp::Time(begin + after);
  return made;
}

TEST_F(Replay, TakesTransformsFromTheRecording)
{
  const auto bag = path("transforms.mcap");
  {
    const rxros2::recording to(bag);
    const auto moves = [&](std::int64_t stamp, std::int64_t after, double x) {
      TFMessage message;
      message.transforms.push_back(transform("map", "base", stamp, x));
      put(to, "/tf", message, after);
    };
    TFMessage fixed;
    fixed.transforms.push_back(transform("base", "laser", 0, 1));
    put(to, "/tf_static", fixed, 0);
    moves(0, 0, 0);
    put(to, "/seen", point("laser", 50 * ms), 50 * ms);
    put(to, "/seen", point("ghost", 60 * ms), 60 * ms);
    put(to, "/seen", point("laser", 100 * ms), 100 * ms);
    moves(100 * ms, 110 * ms, 10);  // later than its stamp, and than the points
    moves(200 * ms, 210 * ms, 10);
    to.finish();
  }
  const auto program = [] {
    const auto node = std::make_shared<rclcpp::Node>("robot");
    from_transform(node, "map", "base") | publish_to_topic<TransformStamped>(node, "/base");
    auto points = from_topic<PointStamped>(node, "/seen") |
                  transform_to(node, "map", {.wait = 80ms, .keep_order = false});
    points | publish_to_topic<PointStamped>(node, "/seen_in_map");
    points.unmatched() | map([](const auto & left) {
      Header lost;
      lost.frame_id = left.reason;
      return lost;
    }) |
      publish_to_topic<Header>(node, "/lost");
    rclcpp::spin(node);
  };
  replay::Options options;
  options.record = path("outputs.mcap");
  const auto report = replay::run(bag, program, options);
  EXPECT_EQ(report.warnings, std::vector<std::string>{});

  std::vector<std::pair<std::int64_t, double>> found;  // x after this many ms
  for (const auto & [topic, message, after] : messages_of<TransformStamped>(options.record)) {
    found.emplace_back(after / ms, message.transform.translation.x);
  }
  using Found = std::vector<std::pair<std::int64_t, double>>;
  EXPECT_EQ(found, (Found{{0, 0}, {110, 10}, {210, 10}}));
  found.clear();
  for (const auto & [topic, message, after] : messages_of<PointStamped>(options.record)) {
    EXPECT_EQ(message.header.frame_id, "map");
    found.emplace_back(after / ms, message.point.x);
  }
  EXPECT_EQ(found, (Found{{110, 6}, {110, 11}}));
  const auto lost = messages_of<Header>(options.record);
  ASSERT_EQ(lost.size(), 1u);
  EXPECT_EQ(std::get<2>(lost[0]), 140 * ms);
  EXPECT_NE(std::get<1>(lost[0]).frame_id.find("ghost"), std::string::npos);

  const std::string first = bytes_of(options.record);
  for (int i = 0; i < 5; ++i) {
    fs::remove(options.record);
    replay::run(bag, program, options);
    EXPECT_EQ(bytes_of(options.record), first);
  }
}

}  // namespace
