// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// How the teleop demo shows a drive: a live screen, a line a second, a summary with charts, an SVG
// picture.
#ifndef TELEOP__DEMO__VIEW_HPP_
#define TELEOP__DEMO__VIEW_HPP_

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "tracker.hpp"

namespace teleop_demo
{

// State that the view shows beside that of the tracker.
struct Drive
{
  std::string source;             // "recorded drive …", "terminal keys", "device …"
  double seconds = 0;             // since the tracker began
  std::optional<double> ends_in;  // s, if it ends by itself unless something happens
  std::optional<std::size_t> keyboard_records, joystick_records;  // written to the pseudo devices
  std::size_t dropped_records = 0;  // that the pseudo devices had no room for
  int domain = 0;
  bool utf8 = false;
};

std::vector<std::string> screen(
  const Tracker & tracker, const Drive & drive, std::size_t columns, std::size_t rows);
std::string status_line(const Tracker & tracker, const Drive & drive);
std::string charts(const Tracker & tracker, bool utf8);
std::string summary(const Tracker & tracker, const Drive & drive);
std::string svg(const Tracker & tracker, const Drive & drive);

}  // namespace teleop_demo

#endif  // TELEOP__DEMO__VIEW_HPP_
