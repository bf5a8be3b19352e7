// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The numbers in Keyboard.event and Joystick.event. One set for both: their streams are merged.
#ifndef TELEOP__EVENTS_HPP_
#define TELEOP__EVENTS_HPP_

namespace events
{

enum Joystick : int
{
  neutral,
  button0_down,
  button0_up,
  button1_down,
  button1_up,
  axis_up,
  axis_left,
  axis_right,
  axis_down
};

enum Keyboard : int
{
  none = 20,
  up,
  left,
  right,
  down,
  space
};

}  // namespace events

#endif  // TELEOP__EVENTS_HPP_
