// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// timeout() without an on_error.
//
// says: [ERROR] … [watch]: rx::timeout_error: …; this ended the stream of topic '/scan' of node
//   '/watch', …
// group: streams

#include "rxros2/rxros2.hpp"
#include "std_msgs/msg/int32.hpp"

using namespace rx::operators;
using namespace rxros2::observable;
using namespace rxros2::operators;
using namespace std::chrono_literals;

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  auto node = rxros2::create_node("watch");
  from_topic<std_msgs::msg::Int32>(node, "scan") | timeout(50ms) |
    subscribe([](const std_msgs::msg::Int32 &) {});
  from_timer(node, 300ms) | subscribe([](long) { rclcpp::shutdown(); });
  rclcpp::spin(node);
  return 0;
}
