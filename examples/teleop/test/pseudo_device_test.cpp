// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tests of the pseudo devices: the records are those of a kernel, however they are created and
// read.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <linux/input.h>
#include <linux/joystick.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <optional>
#include <stdexcept>

#include "../../test/program.hpp"
#include "device.hpp"
#include "eventually.hpp"

namespace teleop_demo
{

namespace
{

class PseudoDeviceTest : public testing::Test
{
protected:
  void SetUp() override
  {
    char name[] = "/tmp/pseudo_device_test_XXXXXX";
    folder = mkdtemp(name);
  }
  void TearDown() override { std::filesystem::remove_all(folder); }

  template <typename Record>
  static std::vector<Record> read_records(int fd, std::size_t count)
  {
    std::vector<Record> records(count);
    std::size_t got = 0;
    while (got < count * sizeof(Record)) {
      pollfd end{fd, POLLIN, 0};
      if (poll(&end, 1, 10000) <= 0) {
        break;
      }
      const ssize_t size =
        read(fd, reinterpret_cast<char *>(records.data()) + got, count * sizeof(Record) - got);
      if (size <= 0) {
        break;
      }
      got += static_cast<std::size_t>(size);
    }
    EXPECT_EQ(got, count * sizeof(Record));
    return records;
  }

  std::string folder;
};

TEST_F(PseudoDeviceTest, AKeyIsARecordAndItsReport)
{
  std::optional<PseudoDevice> keyboard;
  keyboard.emplace(folder + "/k", Device::keyboard);
  const int fd = open((folder + "/k").c_str(), O_RDONLY | O_NONBLOCK);
  timeval before{};
  gettimeofday(&before, nullptr);
  keyboard->write({Device::keyboard, Action::Control::key, KEY_LEFT, 1});
  const auto records = read_records<input_event>(fd, 2);
  EXPECT_EQ(records[0].type, EV_KEY);
  EXPECT_EQ(records[0].code, KEY_LEFT);
  EXPECT_EQ(records[0].value, 1);
  EXPECT_GE(records[0].time.tv_sec, before.tv_sec);
  EXPECT_EQ(records[1].type, EV_SYN);
  EXPECT_EQ(keyboard->records(), 2u);
  keyboard.reset();
  EXPECT_FALSE(std::filesystem::exists(folder + "/k"));  // unplugged
  char byte = 0;
  EXPECT_EQ(read(fd, &byte, 1), 0);
  close(fd);
}

TEST_F(PseudoDeviceTest, DropsAndCountsWhatNobodyReads)
{
  PseudoDevice joystick(folder + "/j", Device::joystick);
  for (int i = 0; i < 20000; ++i) {
    joystick.write({Device::joystick, Action::Control::axis, 0, 1});
  }
  EXPECT_GT(joystick.records(), 1000u);
  EXPECT_GT(joystick.dropped(), 1000u);
  EXPECT_EQ(joystick.records() + joystick.dropped(), 20000u);
}

TEST_F(PseudoDeviceTest, RefusesAnotherKindOfFile)
{
  std::ofstream(folder + "/file") << "text";
  EXPECT_THROW(PseudoDevice(folder + "/file", Device::keyboard), std::invalid_argument);
  EXPECT_TRUE(std::filesystem::exists(folder + "/file"));
  EXPECT_THROW(PseudoDevice("/proc/nowhere/k", Device::keyboard), std::system_error);
}

TEST_F(PseudoDeviceTest, TheTerminalsKeysBecomeRecords)
{
  Program program(
    {"pseudo_device", "--keyboard", folder + "/k", "--joystick", folder + "/j", "--report", "1"},
    Program::With::terminal);
  ASSERT_TRUE(test::eventually([&] { return std::filesystem::exists(folder + "/j"); }));
  const int keyboard = open((folder + "/k").c_str(), O_RDONLY | O_NONBLOCK);
  const int joystick = open((folder + "/j").c_str(), O_RDONLY | O_NONBLOCK);
  program.type("\x1b[Aw");
  ASSERT_TRUE(program.await("keyboard 4 0 joystick 2 0")) << program.output();
  const auto keys = read_records<input_event>(keyboard, 4);
  EXPECT_EQ(keys[0].code, KEY_UP);
  EXPECT_EQ(keys[0].value, 1);
  EXPECT_EQ(keys[2].code, KEY_UP);
  EXPECT_EQ(keys[2].value, 0);
  const auto axes = read_records<js_event>(joystick, 2);
  EXPECT_EQ(axes[0].type, JS_EVENT_AXIS);
  EXPECT_EQ(axes[0].number, 1);
  EXPECT_EQ(axes[0].value, -32767);
  EXPECT_EQ(axes[1].value, 0);
  program.type("q");
  EXPECT_EQ(program.finish(), 0) << program.output();
  EXPECT_FALSE(std::filesystem::exists(folder + "/k"));
  close(keyboard);
  close(joystick);
}

TEST_F(PseudoDeviceTest, PlaysInRealTimeAndRecordsTheSame)
{
  std::ofstream(folder + "/in.drive") << "0.1 keyboard KEY_UP 1\n0.3 keyboard KEY_UP 0\n";
  const auto start = std::chrono::steady_clock::now();
  Program program(
    {"pseudo_device", "--keyboard", folder + "/k", "--play", folder + "/in.drive", "--record",
     folder + "/out.drive", "--report", "1"},
    Program::With::pipes);
  EXPECT_EQ(program.finish(), 0);
  EXPECT_GE(std::chrono::steady_clock::now() - start, std::chrono::milliseconds(300));
  EXPECT_NE(program.output().find("keyboard 4 0"), std::string::npos) << program.output();
  std::ifstream out(folder + "/out.drive");
  std::string comment, first, second;
  std::getline(out, comment);
  std::getline(out, first);
  std::getline(out, second);
  EXPECT_NE(first.find("keyboard KEY_UP 1"), std::string::npos) << first;
  EXPECT_NE(second.find("keyboard KEY_UP 0"), std::string::npos) << second;
}

TEST_F(PseudoDeviceTest, NamesFileAndLineOfABadDrive)
{
  std::ofstream(folder + "/bad.drive") << "0 keyboard KEY_UP 1\n0 keyboard KEY_DAWN 1\n";
  Program program(
    {"pseudo_device", "--keyboard", folder + "/k", "--play", folder + "/bad.drive"},
    Program::With::pipes);
  EXPECT_EQ(program.finish(), 2);
  EXPECT_NE(program.output().find("bad.drive:2: expected one of KEY_UP"), std::string::npos)
    << program.output();
}

TEST_F(PseudoDeviceTest, EndsOnASignalAndRemovesItsDevices)
{
  Program program({"pseudo_device", "--keyboard", folder + "/k"}, Program::With::pipes);
  ASSERT_TRUE(test::eventually([&] { return std::filesystem::exists(folder + "/k"); }));
  // Signals are blocked from before the reading loop; one that comes earlier ends the program as
  // well.
  kill(program.pid(), SIGTERM);
  EXPECT_NE(program.finish(), -1);
}

}  // namespace

}  // namespace teleop_demo
