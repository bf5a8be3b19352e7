// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// talker: plain ROS 2; publishes std_msgs/msg/String on /chatter twice a second.
#include <chrono>
#include <memory>
#include <string>

#include "rclcpp/rclcpp.hpp"
#include "std_msgs/msg/string.hpp"

class Talker : public rclcpp::Node
{
public:
  Talker() : Node("talker"), publisher_(create_publisher<std_msgs::msg::String>("chatter", 10))
  {
    timer_ = create_wall_timer(std::chrono::milliseconds(500), [this] {
      std_msgs::msg::String message;
      message.data = "Hello, robot " + std::to_string(++count_);
      RCLCPP_INFO(get_logger(), "Publishing: '%s'", message.data.c_str());
      publisher_->publish(message);
    });
  }

private:
  rclcpp::Publisher<std_msgs::msg::String>::SharedPtr publisher_;
  rclcpp::TimerBase::SharedPtr timer_;
  std::size_t count_ = 0;
};

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  rclcpp::spin(std::make_shared<Talker>());
  rclcpp::shutdown();
  return 0;
}
