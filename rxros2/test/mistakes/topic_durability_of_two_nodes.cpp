// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A late node wants the last message of a publisher that keeps none.
//
// says: [WARN] […] [planner]: New publisher discovered on topic '/map_name', offering
//   incompatible QoS. No messages will be received from it. Last incompatible policy:
//   DURABILITY_QOS_POLICY: the publisher of node /map offers durability volatile, the
//   subscription of node /planner requires durability transient_local; let the publisher offer
//   durability transient_local, or the subscription require durability volatile
// group: topics

#include "rxros2/rxros2.hpp"
#include "std_msgs/msg/string.hpp"

using std_msgs::msg::String;

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  const auto map = rxros2::create_node("map");
  const auto planner = rxros2::create_node("planner");
  const auto names = map->create_publisher<String>("map_name", 1);
  const auto qos = rclcpp::QoS(1).transient_local();
  rxros2::observable::from_topic<String>(planner, "map_name", qos).subscribe([](auto &&) {});
}
