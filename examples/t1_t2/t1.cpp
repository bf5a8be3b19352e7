// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// t1: callbacks, plain ROS 2. Sends a mebibyte on /T1T twenty times a second; logs the age of
// the messages on /T2T.
#include <cinttypes>

#include <rclcpp/rclcpp.hpp>
#include <ros2_msg/msg/test.hpp>

using ros2_msg::msg::Test;
using namespace std::chrono_literals;

class T1 : public rclcpp::Node
{
public:
  T1()
  : Node("T1"),
    publisher_(create_publisher<Test>("/T1T", 10)),
    subscription_(create_subscription<Test>(
      "/T2T", 10, [this](const Test & received) { log_age(received); })),
    timer_(create_wall_timer(50ms, [this] { send(); }))
  {
    RCLCPP_INFO(get_logger(), "sends");
  }

private:
  void send()
  {
    auto message = std::make_unique<Test>();  // made in place and given away: no copy
    message->msg_no = number_++;
    message->data.assign(1 << 20, '.');
    message->time_stamp = now();
    publisher_->publish(std::move(message));
  }

  void log_age(const Test & received) const
  {
    const std::int64_t age = (now() - received.time_stamp).nanoseconds();
    RCLCPP_INFO(
      get_logger(), "%d: %zu bytes, %" PRId64 " ns old", received.msg_no, received.data.size(),
      age);
  }

  int number_ = 0;
  rclcpp::Publisher<Test>::SharedPtr publisher_;
  rclcpp::Subscription<Test>::SharedPtr subscription_;
  rclcpp::TimerBase::SharedPtr timer_;
};

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  rclcpp::spin(std::make_shared<T1>());
  rclcpp::shutdown();
}
