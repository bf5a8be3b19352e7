// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// keyboard_publisher: each record of a Linux keyboard as a message on /keyboard.
#include <linux/input.h>

#include <rxros2/rxros2.hpp>
#include <rxros2_teleop_msgs/msg/keyboard.hpp>

#include "events.hpp"

using namespace rx::operators;
using namespace rxros2::operators;
using rxros2::observable::from_device;
using rxros2_teleop_msgs::msg::Keyboard;

namespace
{

int event_of(const input_event & record)
{
  if (record.type != EV_KEY || record.value == 0) {  // 1: pressed, 2: still held, 0: released
    return events::none;
  }
  switch (record.code) {
    case KEY_UP:
      return events::up;
    case KEY_LEFT:
      return events::left;
    case KEY_RIGHT:
      return events::right;
    case KEY_DOWN:
      return events::down;
    case KEY_SPACE:
      return events::space;
    default:
      return events::none;
  }
}

Keyboard to_message(const input_event & record)
{
  Keyboard message;
  message.time = rclcpp::Time(record.time.tv_sec, 1000 * record.time.tv_usec);
  message.event = event_of(record);
  return message;
}

}  // namespace

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  auto node = rxros2::create_node("keyboard_publisher");
  const auto device =
    node->declare_parameter<std::string>("/keyboard_publisher/device", "/dev/input/event1");

  // clang-format off
  // snippet keyboard
  bool failed = false;
  from_device<input_event>(device)                       // what the kernel delivers
    | map(to_message)                                    // record by record
    | tap([](const Keyboard &) {}, [&](std::exception_ptr) {
        failed = true;                                   // without its device it has nothing to do
        rclcpp::shutdown();
      })
    | publish_to_topic<Keyboard>(node, "/keyboard");     // and it runs, as long as the node is spun
  // end
  // clang-format on

  if (rclcpp::ok()) {  // the device may have failed already
    rclcpp::spin(node);
  }
  rclcpp::shutdown();
  return failed ? 1 : 0;
}
