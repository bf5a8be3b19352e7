// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// wait_set: plain ROS 2; a loop of the program's own waits for messages, a timer and a stop signal,
// without an executor.
#include <chrono>
#include <memory>
#include <thread>

#include "rclcpp/rclcpp.hpp"
#include "std_msgs/msg/int32.hpp"

using namespace std::chrono_literals;
using std_msgs::msg::Int32;

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  auto node = std::make_shared<rclcpp::Node>("polling");
  auto publisher = node->create_publisher<Int32>("number", 10);
  auto subscription = node->create_subscription<Int32>(
    "number", 10, [](const Int32 &) { /* nobody calls it: the loop below takes the messages */ });
  int sent = 0;
  auto timer = node->create_wall_timer(100ms, [&] {
    Int32 message;
    message.data = ++sent;
    publisher->publish(message);
  });
  auto stop = std::make_shared<rclcpp::GuardCondition>();

  rclcpp::WaitSet wait_set;
  wait_set.add_subscription(subscription);
  wait_set.add_timer(timer);
  wait_set.add_guard_condition(stop);

  std::thread other;
  bool stopped = false;
  while (rclcpp::ok() && !stopped) {
    auto result = wait_set.wait(5s);
    if (result.kind() != rclcpp::WaitResultKind::Ready) {
      RCLCPP_INFO(node->get_logger(), "nothing came within 5 s");
      continue;
    }
    const rcl_wait_set_t & ready = wait_set.get_rcl_wait_set();
    if (ready.timers[0]) {
      if (auto call = timer->call()) {
        timer->execute_callback(call);
      }
    }
    Int32 message;
    rclcpp::MessageInfo info;
    while (subscription->take(message, info)) {
      RCLCPP_INFO(node->get_logger(), "took %d", message.data);
      if (message.data == 3) {
        other = std::thread([stop] { stop->trigger(); });  // any thread may
      }
    }
    stopped = ready.guard_conditions[0] != nullptr;
  }
  RCLCPP_INFO(node->get_logger(), "stopped");
  if (other.joinable()) {
    other.join();
  }
  rclcpp::shutdown();
  return 0;
}
