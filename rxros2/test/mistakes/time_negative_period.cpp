// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A timer with a negative period.
//
// says: what():  timer: the period is -1000000000.000000 ns; expected 0 to 2^63 - 1 ns
// exit: -6
// group: time

#include "rxros2/rxros2.hpp"

using namespace std::chrono_literals;

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  const auto node = rxros2::create_node("mower");
  const auto timer = node->create_wall_timer(-1s, [] {});
  rclcpp::spin(node);
}
