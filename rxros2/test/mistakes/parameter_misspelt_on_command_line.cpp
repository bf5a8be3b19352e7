// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A misspelt parameter on the command line.
//
// says: [WARN] … [rclcpp]: '-p hight:=3' of the command line had no effect: no node has declared a
//   parameter 'hight'. Check the name with 'rxros2 param list'
// not: 'speed'
// arguments: --ros-args -p hight:=3 -p speed:=2
// group: parameters

#include "rxros2/rxros2.hpp"
#include "std_msgs/msg/int32.hpp"

using namespace rx::operators;
using namespace rxros2::observable;
using namespace std::chrono_literals;

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  auto node = rxros2::create_node("mower");
  node->declare_parameter("height", 1);
  node->declare_parameter("speed", 1);
  from_timer(node, 100ms) | subscribe([](long) { rclcpp::shutdown(); });
  rclcpp::spin(node);
  return 0;
}
