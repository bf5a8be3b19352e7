// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A node is added to two executors.
//
// says: what():  Node '/mower' has already been added to an executor. Remove it there first; a
//   callback cannot spin its own node.
// exit: -6
// group: nodes

#include "rxros2/rxros2.hpp"

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  const auto node = rxros2::create_node("mower");
  rclcpp::executors::SingleThreadedExecutor first, second;
  first.add_node(node);
  second.add_node(node);
}
