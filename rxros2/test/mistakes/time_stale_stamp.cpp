// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The age of messages whose stamps were never set is limited.
//
// says: …max_age: the newest message is … ms old, which is more than 500.000000 ms…
// group: time

#include "rxros2/rxros2.hpp"
#include "sensor_msgs/msg/range.hpp"

using namespace rxros2::operators;
using namespace rx::operators;
using namespace std::chrono_literals;
using sensor_msgs::msg::Range;

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  const auto node = rxros2::create_node("mower");
  const auto ranges = rxros2::observable::from_timer(node, 100ms) |
                      map([](std::int64_t) { return Range(); }) | max_age(500ms);
  ranges.subscribe([](const Range &) {});
  const auto end = node->create_wall_timer(1s, [] { rclcpp::shutdown(); });
  rclcpp::spin(node);
}
