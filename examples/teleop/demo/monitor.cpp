// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The listening node of the teleop demo (monitor.hpp).
#include "monitor.hpp"

#include <chrono>

namespace teleop_demo
{

namespace
{

// Deep enough that a drawing terminal never costs a message.
constexpr std::size_t depth = 1000;

// Age of a message whose time is the device's, in wall clock time.
std::int64_t age_of(const builtin_interfaces::msg::Time & time)
{
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::nanoseconds(now).count() - rclcpp::Time(time).nanoseconds();
}

}  // namespace

std::int64_t steady_now()
{
  return std::chrono::nanoseconds(std::chrono::steady_clock::now().time_since_epoch()).count();
}

Monitor::Monitor(const Limits & limits)
: tracker_(limits), node_(std::make_shared<rclcpp::Node>("teleop_monitor"))
{
  keyboard_ = node_->create_subscription<teleop_msgs::msg::Keyboard>(
    "/keyboard", depth, [this](const teleop_msgs::msg::Keyboard & key) {
      const std::int64_t age = age_of(key.time);
      const std::lock_guard lock(mutex_);
      tracker_.on_keyboard(key.event, steady_now(), age);
    });
  joystick_ = node_->create_subscription<teleop_msgs::msg::Joystick>(
    "/joystick", depth, [this](const teleop_msgs::msg::Joystick & joystick) {
      const std::lock_guard lock(mutex_);
      tracker_.on_joystick(joystick.event, steady_now());
    });
  cmd_vel_ = node_->create_subscription<geometry_msgs::msg::Twist>(
    "/cmd_vel", depth, [this](const geometry_msgs::msg::Twist & twist) {
      const std::lock_guard lock(mutex_);
      tracker_.on_command({twist.linear.x, twist.angular.z}, steady_now());
    });
  executor_.add_node(node_);
  thread_ = std::thread([this] { executor_.spin(); });
}

Monitor::~Monitor()
{
  executor_.cancel();
  thread_.join();
}

Tracker Monitor::tracker() const
{
  const std::lock_guard lock(mutex_);
  return tracker_;
}

void Monitor::begin()
{
  const std::lock_guard lock(mutex_);
  tracker_.begin(steady_now());
}

Monitor::Connected Monitor::connected() const
{
  return {
    keyboard_->get_publisher_count(), joystick_->get_publisher_count(),
    cmd_vel_->get_publisher_count()};
}

}  // namespace teleop_demo
