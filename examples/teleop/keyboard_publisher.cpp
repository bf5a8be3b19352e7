// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// keyboard_publisher: the events of a Linux keyboard as teleop_msgs/msg/Keyboard on /keyboard.
#include <rxros/rxros2.h>
#include <rxros2_teleop_msgs/Keyboard.h>
#include "KeyboardPublisher.h"
using namespace rxcpp::operators;
using namespace rxros2::operators;

int main(int argc, char** argv)
{
    rclcpp::init(argc, argv);
    auto keyboard_publisher = rxros2::create_node("keyboard_publisher");

    std::string keyboardDevice;
    keyboard_publisher->declare_parameter("/keyboard_publisher/device", "/dev/input/event1");
    keyboard_publisher->get_parameter("/keyboard_publisher/device", keyboardDevice);

    auto keyboardEvent2KeyboardMsg = [](const auto keyboardEvent) {
        auto makeKeyboardMsg = [=] (auto event) {
            teleop_msgs::Keyboard keyboardMsg;
            keyboardMsg.time = rclcpp::Time(keyboardEvent.time.tv_sec, keyboardEvent.time.tv_usec * 1000);
            keyboardMsg.event = event;
            return keyboardMsg;};
        if ((keyboardEvent.type == EV_KEY) && (keyboardEvent.value != REP_DELAY)) {
            if (keyboardEvent.code==KEY_UP)
                return makeKeyboardMsg(KB_EVENT_UP);
            else if (keyboardEvent.code==KEY_LEFT)
                return makeKeyboardMsg(KB_EVENT_LEFT);
            else if (keyboardEvent.code==KEY_RIGHT)
                return makeKeyboardMsg(KB_EVENT_RIGHT);
            else if (keyboardEvent.code==KEY_DOWN)
                return makeKeyboardMsg(KB_EVENT_DOWN);
            else if (keyboardEvent.code==KEY_SPACE)
                return makeKeyboardMsg(KB_EVENT_SPACE);
        }
        return makeKeyboardMsg(KB_EVENT_NONE);};

    int status = 0;
    auto giveUp = [&status](const std::exception_ptr&) { // it is logged: this node has nothing else to do
        status = 1;
        rclcpp::shutdown();};

    rxros2::observable::from_device<input_event>(keyboardDevice)
        | tap([](const auto&) {}, giveUp)
        | map(keyboardEvent2KeyboardMsg)
        | publish_to_topic<teleop_msgs::msg::Keyboard>(keyboard_publisher, "/keyboard");

    rclcpp::spin(keyboard_publisher);
    rclcpp::shutdown();
    return status;
}
