// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A remap rule without :=.
//
// says: what():  invalid ROS argument 2, '-r scan=/front/scan': ':=' is missing; expected
//   [node:]name:=new_name, [node:]__node:=new_name or [node:]__ns:=/new_namespace
// exit: -6
// arguments: --ros-args -r scan=/front/scan
// group: parameters

#include "rxros2/rxros2.hpp"

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  rclcpp::spin(rxros2::create_node("mower"));
}
