// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A node is spun in a callback of its own.
//
// says: what():  Node '/mower' has already been added to an executor. Remove it there first; a
//   callback cannot spin its own node.
// exit: -6
// group: nodes

#include "rxros2/rxros2.hpp"

using namespace std::chrono_literals;

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  const auto node = rxros2::create_node("mower");
  const auto timer = node->create_wall_timer(100ms, [&] { rclcpp::spin_some(node); });
  rclcpp::spin(node);
}
