// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Two types on one topic of a process.
//
// says: [WARN] […] [mower]: …/speed…Float32…
// group: topics

#include "rxros2/rxros2.hpp"
#include "std_msgs/msg/float32.hpp"
#include "std_msgs/msg/string.hpp"

using namespace std::chrono_literals;

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  const auto node = rxros2::create_node("mower");
  const auto publisher = node->create_publisher<std_msgs::msg::String>("speed", 10);
  rxros2::observable::from_topic<std_msgs::msg::Float32>(node, "speed").subscribe([](const auto &) {
  });
  const auto end = node->create_wall_timer(500ms, [] { rclcpp::shutdown(); });
  rclcpp::spin(node);
}
