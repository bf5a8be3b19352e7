// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Streams whose stamps never fit are synchronized.
//
// says: [WARN] […] […]: synchronize: no messages match: the newest stamp of stream 2 is … s after
//   that of stream 1; stamp the messages by one clock, or allow this difference
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
  const auto ranges = [&](int offset) {
    return rxros2::observable::from_timer(node, 100ms) | map([=](std::int64_t n) {
             Range range;
             range.header.stamp.sec = static_cast<std::int32_t>(n) + offset;
             return range;
           });
  };
  rxros2::observable::synchronize(rxros2::synchronization_options{}, ranges(0), ranges(100))
    .matched()
    .subscribe([](const auto &) {});
  const auto end = node->create_wall_timer(2s, [] { rclcpp::shutdown(); });
  rclcpp::spin(node);
}
