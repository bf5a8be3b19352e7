// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A stream of a timer with the period 0.
//
// says: what():  from_timer: the period is 0 ns; expected more than 0
// exit: -6
// group: time

#include "rxros2/rxros2.hpp"

using namespace std::chrono_literals;

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  const auto node = rxros2::create_node("mower");
  rxros2::observable::from_timer(node, 0ms).subscribe([](std::int64_t) {});
  rclcpp::spin(node);
}
