// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Reading and writing of recorded drives (drive.hpp).
#include "drive.hpp"

#include <linux/input-event-codes.h>

#include <cerrno>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <locale>
#include <sstream>
#include <stdexcept>
#include <system_error>

namespace teleop_demo
{

namespace
{

struct Control
{
  const char * name;
  Device device;
  Action::Control kind;
  std::uint16_t code;
  std::int32_t least, most;
};

constexpr Control controls[] = {
  {"KEY_UP", Device::keyboard, Action::Control::key, KEY_UP, 0, 2},
  {"KEY_DOWN", Device::keyboard, Action::Control::key, KEY_DOWN, 0, 2},
  {"KEY_LEFT", Device::keyboard, Action::Control::key, KEY_LEFT, 0, 2},
  {"KEY_RIGHT", Device::keyboard, Action::Control::key, KEY_RIGHT, 0, 2},
  {"KEY_SPACE", Device::keyboard, Action::Control::key, KEY_SPACE, 0, 2},
  {"axis0", Device::joystick, Action::Control::axis, 0, -32767, 32767},
  {"axis1", Device::joystick, Action::Control::axis, 1, -32767, 32767},
  {"button0", Device::joystick, Action::Control::button, 0, 0, 1},
  {"button1", Device::joystick, Action::Control::button, 1, 0, 1},
};

constexpr double longest_drive_s = 3600;

const char * to_string(Device device)
{
  return device == Device::keyboard ? "keyboard" : "joystick";
}

// Parses all of `text` as a number. (libc++ before 20 has no std::from_chars for double.)
template <typename T>
bool parse(const std::string & text, T & value)
{
  std::istringstream number(text);
  number.imbue(std::locale::classic());
  return number >> value && number.eof();
}

class Line
{
public:
  Line(const std::string & name, std::size_t number) : place_(name + ":" + std::to_string(number))
  {
  }

  [[noreturn]] void fail(const std::string & expected, const std::string & actual) const
  {
    throw std::invalid_argument(place_ + ": expected " + expected + ", found '" + actual + "'");
  }

private:
  std::string place_;
};

TimedAction parse_action(const Line & line, const std::vector<std::string> & words)
{
  double seconds = 0;
  if (!parse(words[0], seconds) || !(seconds >= 0 && seconds <= longest_drive_s)) {
    line.fail("a time from 0 to 3600 seconds", words[0]);
  }
  if (words[1] != "keyboard" && words[1] != "joystick") {
    line.fail("'keyboard' or 'joystick'", words[1]);
  }
  for (const Control & control : controls) {
    if (words[1] != to_string(control.device) || words[2] != control.name) {
      continue;
    }
    std::int32_t value = 0;
    if (!parse(words[3], value) || value < control.least || value > control.most) {
      line.fail(
        "a value from " + std::to_string(control.least) + " to " + std::to_string(control.most) +
          " for " + control.name,
        words[3]);
    }
    return {
      std::chrono::microseconds(std::llround(seconds * 1e6)),
      {control.device, control.kind, control.code, value}};
  }
  std::string names;
  for (const Control & control : controls) {
    if (words[1] == to_string(control.device)) {
      names += (names.empty() ? "one of " : " ") + std::string(control.name);
    }
  }
  line.fail(names, words[2]);
}

}  // namespace

std::vector<TimedAction> read_drive(std::istream & text, const std::string & name)
{
  std::vector<TimedAction> drive;
  std::string content;
  for (std::size_t number = 1; std::getline(text, content); ++number) {
    const Line line(name, number);
    std::istringstream fields(content.substr(0, content.find('#')));
    std::vector<std::string> words;
    for (std::string word; fields >> word;) {
      words.push_back(word);
    }
    if (words.empty()) {
      continue;
    }
    if (words.size() != 4) {
      line.fail("'seconds device control value'", content);
    }
    const TimedAction action = parse_action(line, words);
    if (!drive.empty() && action.at < drive.back().at) {
      line.fail("a time not before that of the action above", words[0]);
    }
    drive.push_back(action);
  }
  if (drive.empty()) {
    throw std::invalid_argument(name + ": expected at least one action, found none");
  }
  return drive;
}

std::vector<TimedAction> read_drive(const std::string & path)
{
  std::ifstream file(path);
  if (!file || file.peek() == std::ifstream::traits_type::eof()) {
    // A directory opens, but cannot be read; an empty file is the parser's to name.
    if (!file.is_open() || errno == EISDIR) {
      throw std::system_error(
        errno, std::generic_category(), "cannot read the recorded drive " + path);
    }
    file.clear();
  }
  return read_drive(file, path);
}

std::string to_line(const TimedAction & timed)
{
  for (const Control & control : controls) {
    const Action & action = timed.action;
    if (
      control.device == action.device && control.kind == action.control &&
      control.code == action.code) {
      char line[80];
      std::snprintf(
        line, sizeof line, "%.3f %s %s %d", static_cast<double>(timed.at.count()) / 1e6,
        to_string(control.device), control.name, action.value);
      return line;
    }
  }
  throw std::invalid_argument("an action that the drive format has no name for");
}

}  // namespace teleop_demo
