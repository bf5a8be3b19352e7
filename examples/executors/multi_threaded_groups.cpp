// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// multi_threaded_groups: plain ROS 2; a callback that takes long does not stop one of another
// callback group.
#include <atomic>
#include <chrono>
#include <memory>
#include <thread>

#include "rclcpp/rclcpp.hpp"

using namespace std::chrono_literals;

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  auto node = std::make_shared<rclcpp::Node>("groups");

  // Callbacks of one mutually exclusive group never overlap, so `rounds` needs no lock. Both groups
  // use `steps`.
  auto planning = node->create_callback_group(rclcpp::CallbackGroupType::MutuallyExclusive);
  auto control = node->create_callback_group(rclcpp::CallbackGroupType::MutuallyExclusive);

  int rounds = 0;
  std::atomic<int> steps{0};
  auto plan = node->create_wall_timer(
    400ms,
    [&] {
      RCLCPP_INFO(node->get_logger(), "plan %d begins", ++rounds);
      const int end = steps + 5;  // a plan takes five steps of control
      while (steps < end && rclcpp::ok()) {
        std::this_thread::sleep_for(10ms);
      }
      RCLCPP_INFO(node->get_logger(), "plan %d ends", rounds);
      if (rounds == 2) {
        rclcpp::shutdown();
      }
    },
    planning);
  auto steer = node->create_wall_timer(
    50ms,
    [&] {
      RCLCPP_INFO(node->get_logger(), "steering");
      ++steps;
    },
    control);

  rclcpp::executors::MultiThreadedExecutor executor(rclcpp::ExecutorOptions(), 2);
  executor.add_node(node);
  executor.spin();
  return 0;
}
