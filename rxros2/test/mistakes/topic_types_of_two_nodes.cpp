// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Two nodes of a process use one topic with different types.
//
// says: [WARN] […] [display]: Incompatible type on topic '/speed', no messages will be received
//   from it: the publisher of node /drive has type 'geometry_msgs/msg/Twist', the subscription
//   of node /display has 'std_msgs/msg/Float32'; use one type in both, or another name for one
//   of them
// says: [WARN] […] [drive]: Incompatible type on topic '/speed', no messages will be sent to it:
//   …
// group: topics

#include "geometry_msgs/msg/twist.hpp"
#include "rxros2/rxros2.hpp"
#include "std_msgs/msg/float32.hpp"

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  const auto drive = rxros2::create_node("drive");
  const auto display = rxros2::create_node("display");
  const auto publisher = drive->create_publisher<geometry_msgs::msg::Twist>("speed", 10);
  rxros2::observable::from_topic<std_msgs::msg::Float32>(display, "speed").subscribe([](auto &&) {
  });
}
