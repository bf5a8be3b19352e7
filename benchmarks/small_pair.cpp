// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// small_pair talk|listen: the processes that small_computer.py observes. The talker publishes a
// String at 1 kHz. The listener prints the number of messages that it received, at the first one
// and then each second.
#include <chrono>
#include <cstdio>
#include <memory>
#include <rclcpp/rclcpp.hpp>
#include <std_msgs/msg/string.hpp>
#include <string>

namespace
{

using String = std_msgs::msg::String;
using namespace std::chrono_literals;

void talk()
{
  const auto node = std::make_shared<rclcpp::Node>("talker");
  const auto publisher = node->create_publisher<String>("/small", 10);
  String message;
  message.data = "hello";
  const auto timer = node->create_wall_timer(1ms, [&] { publisher->publish(message); });
  rclcpp::spin(node);
}

void listen()
{
  const auto node = std::make_shared<rclcpp::Node>("listener");
  unsigned long count = 0;
  const auto report = [&] {
    std::printf("%lu\n", count);
    std::fflush(stdout);
  };
  const auto subscription = node->create_subscription<String>("/small", 10, [&](const String &) {
    if (++count == 1) {
      report();
    }
  });
  const auto timer = node->create_wall_timer(1s, report);
  rclcpp::spin(node);
}

}  // namespace

int main(int argc, char ** argv)
{
  const std::string role = argc > 1 ? argv[1] : "";
  if (role != "talk" && role != "listen") {
    std::fputs("usage: small_pair talk|listen\n", stderr);
    return 1;
  }
  rclcpp::init(argc, argv);
  role == "talk" ? talk() : listen();
}
