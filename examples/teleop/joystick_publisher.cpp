// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// joystick_publisher: each record of a Linux joystick as a message on /joystick.
#include <linux/joystick.h>

#include <rxros2/rxros2.hpp>
#include <rxros2_teleop_msgs/msg/joystick.hpp>

#include "events.hpp"

using namespace rx::operators;
using namespace rxros2::operators;
using rxros2::observable::from_device;
using rxros2_teleop_msgs::msg::Joystick;

namespace
{

int event_of(const js_event & record)
{
  const auto signed_event = [&](int negative, int positive) {
    return record.value < 0 ? negative : record.value > 0 ? positive : int{events::neutral};
  };
  switch (record.type << 8 | record.number) {
    case JS_EVENT_BUTTON << 8 | 0:
      return record.value ? events::button0_down : events::button0_up;
    case JS_EVENT_BUTTON << 8 | 1:
      return record.value ? events::button1_down : events::button1_up;
    case JS_EVENT_AXIS << 8 | 0:
      return signed_event(events::axis_left, events::axis_right);
    case JS_EVENT_AXIS << 8 | 1:
      return signed_event(events::axis_up, events::axis_down);
    default:  // another control, or its state when the device was opened
      return events::neutral;
  }
}

Joystick to_message(const js_event & record)
{
  Joystick message;
  message.time = rclcpp::Time(1'000'000LL * record.time);  // which counts milliseconds
  message.event = event_of(record);
  return message;
}

}  // namespace

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  auto node = rxros2::create_node("joystick_publisher");
  const auto device =
    node->declare_parameter<std::string>("/joystick_publisher/device", "/dev/input/js0");

  bool failed = false;
  from_device<js_event>(device) | map(to_message) |
    tap(
      [](const Joystick &) {},
      [&](std::exception_ptr) {
        failed = true;  // without its device it has nothing to do
        rclcpp::shutdown();
      }) |
    publish_to_topic<Joystick>(node, "/joystick");

  if (rclcpp::ok()) {  // the device may have failed already
    rclcpp::spin(node);
  }
  rclcpp::shutdown();
  return failed ? 1 : 0;
}
