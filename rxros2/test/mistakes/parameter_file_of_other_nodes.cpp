// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A parameter file misspells the name of the node.
//
// says: [WARN] … [rclcpp]: '--params-file robot.yaml' of the command line had no effect: it has no
//   section for a node of this process, but for /moewr. Write the full name of the node, with its
//   namespace, or /** for every node
// arguments: --ros-args --params-file robot.yaml
// group: parameters

#include <fstream>

#include "rxros2/rxros2.hpp"

int main(int argc, char ** argv)
{
  std::ofstream("robot.yaml") << "moewr: {ros__parameters: {height: 3}}\n";
  rclcpp::init(argc, argv);
  const auto node = rxros2::create_node("mower");
  node->declare_parameter("height", 1);
  rclcpp::shutdown();
}
