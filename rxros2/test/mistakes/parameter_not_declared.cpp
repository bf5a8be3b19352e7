// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A parameter is read that was not declared.
//
// says: what():  parameter 'cutting_height' is not declared
// exit: -6
// group: parameters

#include "rxros2/rxros2.hpp"

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  const auto node = rxros2::create_node("mower");
  const double height = node->get_parameter("cutting_height").as_double();
  return height > 0;
}
