// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The events that joystick_publisher sends in teleop_msgs/msg/Joystick; velocity_publisher drives by them.
#ifndef JOYSTICKPUBLISHER_H_
#define JOYSTICKPUBLISHER_H_

#include <linux/joystick.h>  // js_event, JS_EVENT_BUTTON, JS_EVENT_AXIS

// What the kernel's /dev/input/js* delivers: time (ms), value, type, number.
using joystick_event = js_event;

enum JoystickEvents {
  JS_EVENT_NEUTRAL = 0,
  JS_EVENT_BUTTON0_DOWN,
  JS_EVENT_BUTTON0_UP,
  JS_EVENT_BUTTON1_DOWN,
  JS_EVENT_BUTTON1_UP,
  JS_EVENT_AXIS_UP,
  JS_EVENT_AXIS_LEFT,
  JS_EVENT_AXIS_RIGHT,
  JS_EVENT_AXIS_DOWN
};

#endif  // JOYSTICKPUBLISHER_H_
