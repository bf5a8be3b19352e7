// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// An exception in map() in front of publish_to_topic().
//
// says: [ERROR] … [wheel]: std::out_of_range: …; this ended the stream of timer of 10 ms to
//   publish_to_topic '/ticks' of node '/wheel', because nothing handles the error. …
// group: streams

#include "rxros2/rxros2.hpp"
#include "std_msgs/msg/int32.hpp"

using namespace rx::operators;
using namespace rxros2::observable;
using namespace rxros2::operators;
using namespace std::chrono_literals;

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  auto node = rxros2::create_node("wheel");
  const std::vector<int> table{1, 2, 3};
  from_timer(node, 10ms) |
    map([table](long i) { return std_msgs::msg::Int32().set__data(table.at(std::size_t(i))); }) |
    publish_to_topic<std_msgs::msg::Int32>(node, "ticks");
  from_timer(node, 300ms) | subscribe([](long) { rclcpp::shutdown(); });
  rclcpp::spin(node);
  return 0;
}
