// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A stream of a parameter that has another type.
//
// says: …parameter 'cutting_height' has another type: expected [string] got [integer]…
// group: parameters

#include "rxros2/rxros2.hpp"

using namespace std::chrono_literals;

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  const auto node = rxros2::create_node("mower");
  node->declare_parameter("cutting_height", 4);
  rxros2::observable::from_parameter<std::string>(node, "cutting_height")
    .subscribe([](const std::string &) {});
  const auto end = node->create_wall_timer(500ms, [] { rclcpp::shutdown(); });
  rclcpp::spin(node);
}
