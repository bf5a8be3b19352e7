// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// timer_cancel_reset: plain ROS 2; a timer cancels itself after three calls, another one starts it
// again.
#include <chrono>
#include <memory>

#include "rclcpp/rclcpp.hpp"

using namespace std::chrono_literals;

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  auto node = std::make_shared<rclcpp::Node>("timers");

  int calls = 0;
  auto worker = node->create_wall_timer(50ms, [&](rclcpp::TimerBase & self) {
    RCLCPP_INFO(node->get_logger(), "call %d", ++calls);
    if (calls == 3) {
      self.cancel();
      RCLCPP_INFO(node->get_logger(), "cancelled");
    } else if (calls == 5) {
      rclcpp::shutdown();
    }
  });
  auto waker = node->create_wall_timer(300ms, [&] {
    if (worker->is_canceled()) {
      RCLCPP_INFO(node->get_logger(), "reset");
      worker->reset();  // the next call is due one period from now
    }
  });

  rclcpp::spin(node);
  return 0;
}
