// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A namespace that ends with a slash.
//
// says: what():  invalid ROS argument 2, '-r __ns:=/garden/': '/garden/' is not a namespace: a
//   namespace other than '/' ends in a word, at character 8; expected [node:]name:=new_name,
//   [node:]__node:=new_name or [node:]__ns:=/new_namespace
// exit: -6
// arguments: --ros-args -r __ns:=/garden/
// group: nodes

#include "rxros2/rxros2.hpp"

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  rxros2::create_node("mower");
}
