// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Must not compile: with one of the macros, the compiler must report the error (pubsub.cmake).
#include "rclcpp/rclcpp.hpp"
#include "rclcpp/type_adapter.hpp"
#include "std_msgs/msg/string.hpp"

struct Text
{
};
#ifdef WRONG_ADAPTER
RCLCPP_USING_CUSTOM_TYPE_AS_ROS_MESSAGE_TYPE(Text, std_msgs::msg::String);
#endif

void make(rclcpp::Node & node)
{
#ifdef WRONG_MESSAGE
  (void)node.create_publisher<Text>("topic", 10);
#endif
#ifdef WRONG_CALLBACK
  (void)node.create_subscription<std_msgs::msg::String>("topic", 10, [](int) {});
#endif
}
