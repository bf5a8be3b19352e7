// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A stream is synchronized with one that never has a message.
//
// says: [WARN] […] […]: synchronize: no messages match: stream 2 of 2 has had none;
//   check its topic and its publisher
// group: streams

#include "rxros2/rxros2.hpp"
#include "sensor_msgs/msg/range.hpp"

using namespace rx::operators;
using namespace std::chrono_literals;
using sensor_msgs::msg::Range;

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  const auto node = rxros2::create_node("mower");
  const auto ranges = rxros2::observable::from_timer(node, 50ms) | map([](std::int64_t n) {
                        Range range;
                        range.header.stamp.sec = static_cast<std::int32_t>(n);
                        return range;
                      });
  const auto grass = rxros2::observable::from_topic<Range>(node, "gras");
  rxros2::observable::synchronize({}, ranges, grass).matched().subscribe([](const auto &) {});
  const auto end = node->create_wall_timer(1500ms, [] { rclcpp::shutdown(); });
  rclcpp::spin(node);
}
