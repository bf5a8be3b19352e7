// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A publisher of a lifecycle node that is not active.
//
// says: [WARN] […] [LifecyclePublisher]: a message for the topic '/speed' is dropped, because its
//   publisher is not activated; further ones will be too, without a word
// group: nodes

#include "rclcpp_lifecycle/lifecycle_node.hpp"
#include "rxros2/rxros2.hpp"
#include "std_msgs/msg/float32.hpp"

using std_msgs::msg::Float32;

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  const auto node = std::make_shared<rclcpp_lifecycle::LifecycleNode>("camera");
  node->create_publisher<Float32>("speed", 10)->publish(Float32());
}
