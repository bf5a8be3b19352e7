// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A node by a function: for programs that are one node. A lamp blinks, as that of node_by_class.
#include <rxros2/rxros2.hpp>
#include <std_msgs/msg/bool.hpp>

using namespace rx::operators;
using namespace rxros2::operators;
using namespace std::chrono_literals;
using rxros2::observable::from_timer;
using std_msgs::msg::Bool;

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  auto node = rxros2::create_node("blinker");
  from_timer(node, 500ms)
    | map([](long tick) { return Bool().set__data(tick % 2 == 1); })
    | log(node->get_logger(), "lamp")
    | publish_to_topic<Bool>(node, "lamp");
  rclcpp::spin(node);
  rclcpp::shutdown();
}
