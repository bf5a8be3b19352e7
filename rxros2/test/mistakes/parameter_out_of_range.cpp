// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A parameter is set outside of its range.
//
// says: what():  parameter 'cutting_height': 20 is outside its range, 2 to 8
// exit: -6
// group: parameters

#include "rxros2/rxros2.hpp"

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  const auto node = rxros2::create_node("mower");
  rcl_interfaces::msg::ParameterDescriptor height;
  height.floating_point_range.resize(1);
  height.floating_point_range[0].from_value = 2.0;
  height.floating_point_range[0].to_value = 8.0;
  node->declare_parameter("cutting_height", 20.0, height);
}
