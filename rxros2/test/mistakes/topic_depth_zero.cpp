// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A queue of depth 0.
//
// says: [WARN] […] [rclcpp]: QoS of history KEEP_LAST and depth 0 keeps no message; the default
//   depth is taken instead
// group: topics

#include "rxros2/rxros2.hpp"
#include "std_msgs/msg/float32.hpp"

using namespace std::chrono_literals;
using std_msgs::msg::Float32;

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  const auto node = rxros2::create_node("mower");
  const auto sub = node->create_subscription<Float32>("speed", 0, [](const Float32 &) {});
}
