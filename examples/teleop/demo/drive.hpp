// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Recorded drives: what hands did to keyboard and joystick, and when, as lines of text
// (drives/*.drive).
#ifndef TELEOP__DEMO__DRIVE_HPP_
#define TELEOP__DEMO__DRIVE_HPP_

#include <chrono>
#include <iosfwd>
#include <string>
#include <vector>

#include "device.hpp"

namespace teleop_demo
{

struct TimedAction
{
  std::chrono::microseconds at;  // since the drive's start
  Action action;
};

// A drive is one action a line, `seconds device control value`, in order of time; `#` starts a
// comment:
//   0.500 keyboard KEY_UP 1        KEY_UP, _DOWN, _LEFT, _RIGHT, _SPACE; 1, 2 (repeat), 0
//   2.250 joystick axis1 -32767    controls axis0, axis1 (-32767…32767), button0, button1 (0, 1)
// Throws std::invalid_argument as "name:line: expected …, found '…'".
std::vector<TimedAction> read_drive(std::istream & text, const std::string & name);

// The same from a file; throws std::system_error if it cannot be read.
std::vector<TimedAction> read_drive(const std::string & path);

// The line of one action, without the line's end.
std::string to_line(const TimedAction & action);

}  // namespace teleop_demo

#endif  // TELEOP__DEMO__DRIVE_HPP_
