// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// joystick_publisher: the events of a Linux joystick as teleop_msgs/msg/Joystick on /joystick.
#include <rxros/rxros2.h>
#include <rxros2_teleop_msgs/Joystick.h>
#include "JoystickPublisher.h"
using namespace rxcpp::operators;
using namespace rxros2::operators;

int main(int argc, char** argv)
{
    rclcpp::init(argc, argv);
    auto joystick_publisher = rxros2::create_node("joystick_publisher");

    std::string joystickDevice;
    joystick_publisher->declare_parameter("/joystick_publisher/device", "/dev/input/js0");
    joystick_publisher->get_parameter("/joystick_publisher/device", joystickDevice);

    auto joystickEvent2JoystickMsg = [](const auto joystickEvent) {
        auto makeJoystickMsg = [=] (auto event) {
            teleop_msgs::Joystick joystickMsg;
            joystickMsg.time = rclcpp::Time(joystickEvent.time / 1000, (joystickEvent.time % 1000) * 1000000);
            joystickMsg.event = event;
            return joystickMsg;};
        if (joystickEvent.type == JS_EVENT_BUTTON) {
            if (joystickEvent.number == 0)
                return makeJoystickMsg(joystickEvent.value ? JS_EVENT_BUTTON0_DOWN : JS_EVENT_BUTTON0_UP);
            else if (joystickEvent.number == 1)
                return makeJoystickMsg(joystickEvent.value ? JS_EVENT_BUTTON1_DOWN : JS_EVENT_BUTTON1_UP);
        }
        else if (joystickEvent.type == JS_EVENT_AXIS && joystickEvent.value != 0) {
            if (joystickEvent.number == 0) // x: left is negative
                return makeJoystickMsg(joystickEvent.value < 0 ? JS_EVENT_AXIS_LEFT : JS_EVENT_AXIS_RIGHT);
            else if (joystickEvent.number == 1) // y: up is negative
                return makeJoystickMsg(joystickEvent.value < 0 ? JS_EVENT_AXIS_UP : JS_EVENT_AXIS_DOWN);
        }
        return makeJoystickMsg(JS_EVENT_NEUTRAL);};

    int status = 0;
    auto giveUp = [&status](const std::exception_ptr&) { // it is logged: this node has nothing else to do
        status = 1;
        rclcpp::shutdown();};

    rxros2::observable::from_device<joystick_event>(joystickDevice)
        | tap([](const auto&) {}, giveUp)
        | map(joystickEvent2JoystickMsg)
        | publish_to_topic<teleop_msgs::msg::Joystick>(joystick_publisher, "/joystick");

    rclcpp::spin(joystick_publisher);
    rclcpp::shutdown();
    return status;
}
