// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The command line gives a parameter a value of another type.
//
// says: what():  parameter 'cutting_height' has another type: it is declared as double, which
//   string does not fit
// exit: -6
// arguments: --ros-args -p cutting_height:=low
// group: parameters

#include "rxros2/rxros2.hpp"

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  const auto node = rxros2::create_node("mower");
  node->declare_parameter("cutting_height", 4.0);
}
