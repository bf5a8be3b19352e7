// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The node of the teleop demo that listens to /keyboard, /joystick and /cmd_vel: plain rclcpp, so
// it measures from outside.
#ifndef TELEOP__DEMO__MONITOR_HPP_
#define TELEOP__DEMO__MONITOR_HPP_

#include <geometry_msgs/msg/twist.hpp>
#include <memory>
#include <mutex>
#include <rclcpp/rclcpp.hpp>
#include <teleop_msgs/msg/joystick.hpp>
#include <teleop_msgs/msg/keyboard.hpp>
#include <thread>

#include "tracker.hpp"

namespace teleop_demo
{

// Nanoseconds of the steady clock that a Tracker is fed with.
std::int64_t steady_now();

// Spins in a thread of its own from construction to destruction. rclcpp::init() is the caller's.
class Monitor
{
public:
  explicit Monitor(const Limits & limits);
  ~Monitor();
  Monitor(const Monitor &) = delete;
  Monitor & operator=(const Monitor &) = delete;

  // Returns a snapshot of the current state.
  Tracker tracker() const;
  // Counts start here.
  void begin();

  // How many publishers of each topic are connected to this node.
  struct Connected
  {
    std::size_t keyboard, joystick, cmd_vel;
  };
  Connected connected() const;

private:
  mutable std::mutex mutex_;  // guards tracker_
  Tracker tracker_;
  rclcpp::Node::SharedPtr node_;
  rclcpp::Subscription<teleop_msgs::msg::Keyboard>::SharedPtr keyboard_;
  rclcpp::Subscription<teleop_msgs::msg::Joystick>::SharedPtr joystick_;
  rclcpp::Subscription<geometry_msgs::msg::Twist>::SharedPtr cmd_vel_;
  rclcpp::executors::SingleThreadedExecutor executor_;
  std::thread thread_;
};

}  // namespace teleop_demo

#endif  // TELEOP__DEMO__MONITOR_HPP_
