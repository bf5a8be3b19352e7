// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A node whose name contains a character that ROS names cannot have.
//
// says:   what():  Invalid node name: a node name has letters, digits and '_', nothing else:
// says:   'front-camera'
// exit: -6
// group: nodes

#include "rxros2/rxros2.hpp"

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  rclcpp::spin(rxros2::create_node("front-camera"));
}
