// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A process makes two nodes of one name.
//
// says: [WARN] […] [camera]: this process has several nodes named '/camera': their parameters
//   and services are mixed up, and only the oldest of them publishes log messages on /rosout;
//   give each a name of its own
// group: nodes

#include "rxros2/rxros2.hpp"

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  const auto left_camera = rxros2::create_node("camera");
  const auto right_camera = rxros2::create_node("camera");
}
