// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// RxROS2's side of test_interop.py: publishes and prints std_msgs/String and geometry_msgs/Twist.

#include <chrono>
#include <cstdio>
#include <memory>

#include "geometry_msgs/msg/twist.hpp"
#include "rclcpp/rclcpp.hpp"
#include "std_msgs/msg/string.hpp"

int main(int argc, char ** argv)
{
  using geometry_msgs::msg::Twist;
  using std_msgs::msg::String;
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  rclcpp::init(argc, argv);
  auto node = std::make_shared<rclcpp::Node>("interop");
  auto strings = node->create_subscription<String>(
    "from_peer/string", 10, [](const String & m) { std::printf("string %s\n", m.data.c_str()); });
  auto twists = node->create_subscription<Twist>("from_peer/twist", 10, [](const Twist & m) {
    std::printf("twist %g %g %g\n", m.linear.x, m.linear.z, m.angular.z);
  });
  auto to_string = node->create_publisher<String>("to_peer/string", 10);
  auto to_twist = node->create_publisher<Twist>("to_peer/twist", 10);
  int count = 0;
  auto timer = node->create_wall_timer(std::chrono::milliseconds(20), [&] {
    String text;
    text.data = "robot " + std::to_string(++count) + " grüßt";
    to_string->publish(text);
    Twist twist;
    twist.linear.x = count;
    twist.linear.z = -0.25;
    twist.angular.z = 0.5 * count;
    to_twist->publish(twist);
  });
  std::puts("ready");
  rclcpp::spin(node);
  rclcpp::shutdown();
  return 0;
}
