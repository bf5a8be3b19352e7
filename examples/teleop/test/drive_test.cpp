// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tests of the recorded drives' format: what it says, and that a bad line is named with file and
// line.
#include "drive.hpp"

#include <gtest/gtest.h>
#include <linux/input-event-codes.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <stdexcept>
#include <system_error>

namespace teleop_demo
{

namespace
{

std::vector<TimedAction> parse(const std::string & text)
{
  std::istringstream stream(text);
  return read_drive(stream, "a.drive");
}

std::string error_of(const std::string & text)
{
  try {
    parse(text);
  } catch (const std::invalid_argument & error) {
    return error.what();
  }
  return "no error";
}

TEST(Drive, ReadsActionsInOrder)
{
  const auto drive = parse(
    "# a comment\n"
    "0.5 keyboard KEY_UP 1   # another\n"
    "\n"
    "\t0.570  keyboard  KEY_UP\t0\n"
    "2.25 joystick axis1 -32767\n"
    "2.25 joystick button0 1\n");
  ASSERT_EQ(drive.size(), 4u);
  EXPECT_EQ(drive[0].at, std::chrono::milliseconds(500));
  EXPECT_EQ(drive[0].action.device, Device::keyboard);
  EXPECT_EQ(drive[0].action.code, KEY_UP);
  EXPECT_EQ(drive[0].action.value, 1);
  EXPECT_EQ(drive[1].at, std::chrono::milliseconds(570));
  EXPECT_EQ(drive[2].action.device, Device::joystick);
  EXPECT_EQ(drive[2].action.control, Action::Control::axis);
  EXPECT_EQ(drive[2].action.code, 1);
  EXPECT_EQ(drive[2].action.value, -32767);
  EXPECT_EQ(drive[3].action.control, Action::Control::button);
}

TEST(Drive, NamesFileLineExpectedAndFound)
{
  EXPECT_EQ(
    error_of("0 keyboard KEY_UP 1\n\nx keyboard KEY_UP 0\n"),
    "a.drive:3: expected a time from 0 to 3600 seconds, found 'x'");
  EXPECT_EQ(
    error_of("-1 keyboard KEY_UP 1\n"),
    "a.drive:1: expected a time from 0 to 3600 seconds, found '-1'");
  EXPECT_EQ(
    error_of("nan keyboard KEY_UP 1\n"),
    "a.drive:1: expected a time from 0 to 3600 seconds, found 'nan'");
  EXPECT_EQ(
    error_of("0 mouse KEY_UP 1\n"), "a.drive:1: expected 'keyboard' or 'joystick', found 'mouse'");
  EXPECT_EQ(
    error_of("0 joystick KEY_UP 1\n"),
    "a.drive:1: expected one of axis0 axis1 button0 button1, found 'KEY_UP'");
  EXPECT_EQ(
    error_of("0 keyboard KEY_UP 3\n"),
    "a.drive:1: expected a value from 0 to 2 for KEY_UP, found '3'");
  EXPECT_EQ(
    error_of("0 joystick axis0 40000\n"),
    "a.drive:1: expected a value from -32767 to 32767 for axis0, found '40000'");
  EXPECT_EQ(
    error_of("0 joystick axis0 99999999999\n"),
    "a.drive:1: expected a value from -32767 to 32767 for axis0, found '99999999999'");
  EXPECT_EQ(
    error_of("0 keyboard KEY_UP\n"),
    "a.drive:1: expected 'seconds device control value', found '0 keyboard KEY_UP'");
  EXPECT_EQ(
    error_of("0 keyboard KEY_UP 1 1\n"),
    "a.drive:1: expected 'seconds device control value', found '0 keyboard KEY_UP 1 1'");
  EXPECT_EQ(
    error_of("1 keyboard KEY_UP 1\n0.5 keyboard KEY_UP 0\n"),
    "a.drive:2: expected a time not before that of the action above, found '0.5'");
  EXPECT_EQ(error_of("# nothing\n"), "a.drive: expected at least one action, found none");
  EXPECT_EQ(error_of(""), "a.drive: expected at least one action, found none");
}

TEST(Drive, SurvivesBytesThatAreNoText)
{
  std::string bytes("\0\xff\x01 \n 0 keyboard\0 KEY_UP 1\n", 26);
  EXPECT_NE(error_of(bytes), "no error");
}

TEST(Drive, SaysWhyAFileCannotBeRead)
{
  EXPECT_THROW(read_drive("/proc/nowhere/a.drive"), std::system_error);
  EXPECT_THROW(read_drive("/tmp"), std::system_error);
}

TEST(Drive, WritesLinesThatItReads)
{
  const std::string line = "2.250 joystick axis1 -32767";
  EXPECT_EQ(to_line(parse(line).front()), line);
}

TEST(Drive, EveryDriveOfTheRepositoryIsGoodAndEndsAtRest)
{
  const char * folder = std::getenv("TELEOP_DRIVES");
  ASSERT_TRUE(folder);
  std::size_t count = 0;
  for (const auto & entry : std::filesystem::directory_iterator(folder)) {
    const auto drive = read_drive(entry.path());
    EXPECT_EQ(drive.back().action.code, KEY_SPACE) << entry.path();
    ++count;
  }
  EXPECT_GE(count, 1u);
}

}  // namespace

}  // namespace teleop_demo
