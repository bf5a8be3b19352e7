// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A null pointer is published.
//
// says: what():  publish on topic '/speed': the message is null
// exit: -6
// group: topics

#include "rxros2/rxros2.hpp"
#include "std_msgs/msg/float32.hpp"

using std_msgs::msg::Float32;

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  const auto node = rxros2::create_node("mower");
  node->create_publisher<Float32>("speed", 10)->publish(std::unique_ptr<Float32>());
}
