// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// velocity_publisher: the events of /keyboard and /joystick as velocities on /cmd_vel.
#include <algorithm>
#include <cmath>

#include <geometry_msgs/msg/twist.hpp>
#include <rxros2/rxros2.hpp>
#include <rxros2_teleop_msgs/msg/joystick.hpp>
#include <rxros2_teleop_msgs/msg/keyboard.hpp>

#include "events.hpp"

using namespace rx::operators;
using namespace rxros2::operators;
using geometry_msgs::msg::Twist;
using rxros2::observable::from_topic;
using rxros2_teleop_msgs::msg::Joystick;
using rxros2_teleop_msgs::msg::Keyboard;

namespace
{

// The speeds of driving or of turning: changed in ten steps; below the least a robot stands still.
struct Gear
{
  double least;
  double most;

  double faster(double speed) const
  {
    const double next = std::min(speed + (most - least) / 10, most);
    return std::abs(next) < least ? least : next;
  }
  double slower(double speed) const { return -faster(-speed); }
};

struct Velocity
{
  double forward = 0;  // m/s
  double left = 0;     // rad/s
};

struct Steering
{
  Gear drive;
  Gear turn;

  Velocity operator()(Velocity now, int event) const
  {
    switch (event) {
      case events::up:
      case events::axis_up:
        return {drive.faster(now.forward), now.left};
      case events::down:
      case events::axis_down:
        return {drive.slower(now.forward), now.left};
      case events::left:
      case events::axis_left:
        return {now.forward, turn.faster(now.left)};
      case events::right:
      case events::axis_right:
        return {now.forward, turn.slower(now.left)};
      case events::space:
      case events::button0_down:
      case events::button1_down:
        return {};
      default:
        return now;
    }
  }
};

Twist to_twist(const Velocity & velocity)
{
  Twist twist;
  twist.linear.x = velocity.forward;
  twist.angular.z = velocity.left;
  return twist;
}

}  // namespace

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  auto node = rxros2::create_node("velocity_publisher");
  const auto parameter = [&](const std::string & name, double value) {
    return node->declare_parameter("/velocity_publisher/" + name, value);
  };
  const double frequency = parameter("frequency", 10.0);  // Hz
  const Steering steering{
    {parameter("min_vel_linear", 0.10), parameter("max_vel_linear", 1.00)},     // m/s
    {parameter("min_vel_angular", 0.20), parameter("max_vel_angular", 2.00)}};  // rad/s

  // clang-format off
  // snippet velocity
  auto keys = from_topic<Keyboard>(node, "/keyboard")
    | map([](const Keyboard & key) { return key.event; });
  auto sticks = from_topic<Joystick>(node, "/joystick")
    | map([](const Joystick & stick) { return stick.event; });
  keys.merge(sticks) | traced("events")          // one stream of events; rxros2 view draws it
    | scan(Velocity{}, steering)                 // of velocities, each from the one before
    | traced("commands", map(to_twist))          // of messages
    | sample_with_frequency(frequency)           // the latest, at a steady rate
    | traced("steady") | publish_to_topic<Twist>(node, "/cmd_vel");
  // end
  // clang-format on

  RCLCPP_INFO(node->get_logger(), "%g commands a second", frequency);
  rclcpp::spin(node);
  rclcpp::shutdown();
  return 0;
}
