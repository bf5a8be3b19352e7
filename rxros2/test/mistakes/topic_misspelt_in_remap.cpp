// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A misspelt topic in a remap rule of the command line.
//
// says: [WARN] … [rclcpp]: '-r scna:=/front/scan' of the command line had no effect: no topic or
//   service had the name 'scna'. Check the name with 'rxros2 node info'
// says: [WARN] … [rclcpp]: '-r moewr:__node:=front' of the command line had no effect: there was no
//   node 'moewr'. Check the name with 'rxros2 node info'
// not: /left
// arguments: --ros-args -r scna:=/front/scan -r moewr:__node:=front -r scan:=/left
// group: topics

#include "rxros2/rxros2.hpp"
#include "std_msgs/msg/int32.hpp"

using namespace rx::operators;
using namespace rxros2::observable;
using namespace std::chrono_literals;

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  auto node = rxros2::create_node("mower");
  from_topic<std_msgs::msg::Int32>(node, "scan") | subscribe([](const std_msgs::msg::Int32 &) {});
  from_timer(node, 100ms) | subscribe([](long) { rclcpp::shutdown(); });
  rclcpp::spin(node);
  return 0;
}
