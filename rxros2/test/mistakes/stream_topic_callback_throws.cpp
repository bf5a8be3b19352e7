// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// An exception in the callback of a topic.
//
// says: [ERROR] … [guard]: std::invalid_argument: negative; this ended the stream of topic
//   '/distance' of node '/guard', because nothing handles the error. …
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
  auto node = rxros2::create_node("guard");
  from_topic<std_msgs::msg::Int32>(node, "distance") |
    subscribe([](const std_msgs::msg::Int32 &) { throw std::invalid_argument("negative"); });
  from_timer(node, 10ms) | map([](long) { return std_msgs::msg::Int32(); }) |
    publish_to_topic<std_msgs::msg::Int32>(node, "distance");
  from_timer(node, 300ms) | subscribe([](long) { rclcpp::shutdown(); });
  rclcpp::spin(node);
  return 0;
}
