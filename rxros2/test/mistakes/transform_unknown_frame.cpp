// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A frame that nobody publishes.
//
// says: [WARN] […] […]: transform_to dropped an item (unmatched() has no subscriber):
//   target_frame "map" does not exist: no transform names it; check its publisher
// group: transforms

#include "geometry_msgs/msg/point_stamped.hpp"
#include "rxros2/rxros2.hpp"
#include "rxros2/transforms/transform_to.hpp"

using namespace rx::operators;
using namespace rxros2::operators;
using namespace std::chrono_literals;
using geometry_msgs::msg::PointStamped;

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  const auto node = rxros2::create_node("mower");
  const auto points = rxros2::observable::from_timer(node, 100ms) | map([](std::int64_t) {
                        PointStamped point;
                        point.header.frame_id = "laser";
                        return point;
                      }) |
                      transform_to(node, "map", {.wait = 300ms});
  points.subscribe([](const PointStamped &) {});
  const auto end = node->create_wall_timer(1s, [] { rclcpp::shutdown(); });
  rclcpp::spin(node);
}
