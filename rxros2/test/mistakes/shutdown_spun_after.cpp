// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A node is spun after shutdown().
//
// says: what():  an executor needs a valid context: call rclcpp::init() first, and make none after
//   shutdown()
// exit: -6
// group: shutdown

#include "rxros2/rxros2.hpp"

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  const auto node = rxros2::create_node("mower");
  rclcpp::shutdown();
  rclcpp::spin(node);
}
