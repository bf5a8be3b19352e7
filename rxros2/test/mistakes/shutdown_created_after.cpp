// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A subscription is created after shutdown().
//
// says: what():  topic '/speed': the context of node '/mower' was shut down
// exit: -6
// group: shutdown

#include "rxros2/rxros2.hpp"
#include "std_msgs/msg/float32.hpp"

using std_msgs::msg::Float32;

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  const auto node = rxros2::create_node("mower");
  rclcpp::shutdown();
  const auto sub = node->create_subscription<Float32>("speed", 10, [](const Float32 &) {});
}
