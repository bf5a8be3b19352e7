// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The events that keyboard_publisher sends in teleop_msgs/msg/Keyboard; velocity_publisher drives by them.
#ifndef KEYBOARDPUBLISHER_H_
#define KEYBOARDPUBLISHER_H_

#include <linux/input.h>  // input_event, EV_KEY, KEY_*, REP_DELAY

// Numbers of their own: the streams of both devices are merged into one stream of int.
enum KeyboardEvents {
  KB_EVENT_NONE = 20,
  KB_EVENT_UP,
  KB_EVENT_LEFT,
  KB_EVENT_RIGHT,
  KB_EVENT_DOWN,
  KB_EVENT_SPACE
};

#endif  // KEYBOARDPUBLISHER_H_
