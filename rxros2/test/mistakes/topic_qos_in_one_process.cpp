// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A reliable subscription in the process of a best-effort publisher.
//
// says: [WARN] […] [mower]: …/speed…RELIABILITY…
// group: topics

#include "rxros2/rxros2.hpp"
#include "std_msgs/msg/float32.hpp"

using namespace std::chrono_literals;
using std_msgs::msg::Float32;

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  const auto node = rxros2::create_node("mower");
  const auto publisher = node->create_publisher<Float32>("speed", rclcpp::SensorDataQoS());
  rxros2::observable::from_topic<Float32>(node, "speed").subscribe([](const Float32 &) {});
  const auto end = node->create_wall_timer(500ms, [] { rclcpp::shutdown(); });
  rclcpp::spin(node);
}
