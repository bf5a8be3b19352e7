// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A parameter file that does not exist.
//
// says: what():  invalid ROS argument 2, '--params-file robot.yaml': robot.yaml: cannot be read: No
//   such file or directory; expected the path of a YAML file
// exit: -6
// arguments: --ros-args --params-file robot.yaml
// group: parameters

#include "rxros2/rxros2.hpp"

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  rclcpp::spin(rxros2::create_node("mower"));
}
