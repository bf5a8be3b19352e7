// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A topic name contains a character that ROS names cannot have.
//
// says: …Invalid topic name: a topic name has letters, digits, '_', '/', '~', '{' and '}', nothing
//   else:…
// group: topics

#include "rxros2/rxros2.hpp"
#include "std_msgs/msg/float32.hpp"

using std_msgs::msg::Float32;

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  const auto node = rxros2::create_node("mower");
  rxros2::observable::from_topic<Float32>(node, "blade-power").subscribe([](const Float32 &) {});
}
