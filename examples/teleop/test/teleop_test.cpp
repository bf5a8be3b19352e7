// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tests of the teleop demo as a user meets it: the recorded drive arrives as commanded, at a
// terminal keys drive, Ctrl-C at any moment leaves no process and no folder behind, and what is
// wrong is said before anything starts.
#include <dirent.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <termios.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <thread>

#include "../../test/program.hpp"
#include "eventually.hpp"

namespace
{

using namespace std::chrono_literals;

class TeleopTest : public testing::Test
{
protected:
  void SetUp() override
  {
    char name[] = "/tmp/teleop_test_XXXXXX";
    folder = mkdtemp(name);
    environment = {
      {"TMPDIR", folder}, {"DEVICE", ""}, {"DRIVE", ""}, {"JOYSTICK", ""}, {"LC_ALL", "C.UTF-8"}};
  }
  void TearDown() override
  {
    EXPECT_TRUE(processes().empty()) << processes();
    EXPECT_TRUE(std::filesystem::is_empty(folder)) << "something is left in " << folder;
    std::filesystem::remove_all(folder);
    std::filesystem::remove_all(folder + "_output");
  }

  // The processes that know our folder by their environment: every descendant of the demo does.
  std::string processes() const
  {
    std::string found;
    for (const auto & entry : std::filesystem::directory_iterator("/proc")) {
      std::ifstream file(entry.path() / "environ");
      const std::string content((std::istreambuf_iterator<char>(file)), {});
      if (content.find("TMPDIR=" + folder) != std::string::npos) {
        std::ifstream name(entry.path() / "comm");
        std::string comm;
        std::getline(name, comm);
        found += entry.path().string() + " " + comm + "\n";
      }
    }
    return found;
  }

  std::string write_drive(const std::string & text) const
  {
    std::filesystem::create_directories(folder + "_output");
    const std::string path = folder + "_output/test.drive";
    std::ofstream(path) << text;
    return path;
  }

  std::string folder;
  std::vector<std::pair<std::string, std::string>> environment;
};

TEST_F(TeleopTest, PlaysARecordedDriveAndLosesNothing)
{
  const std::string drive = write_drive(
    "0.3 keyboard KEY_UP 1\n0.4 keyboard KEY_UP 0\n0.6 joystick axis0 -32767\n0.7 joystick axis0 "
    "0\n"
    "0.9 keyboard KEY_LEFT 1\n1.0 keyboard KEY_LEFT 0\n2.9 keyboard KEY_SPACE 1\n3.0 keyboard "
    "KEY_SPACE 0\n");
  Program program(
    {"teleop_demo", "--drive", drive, "--output", folder + "_output"}, Program::With::pipes,
    environment);
  EXPECT_EQ(program.finish(), 0) << program.output();
  const std::string & output = program.output();
  EXPECT_NE(output.find("keyboard 12 of 12, joystick 2 of 2 records; lost 0"), std::string::npos)
    << output;
  EXPECT_NE(
    output.find("velocity          is what the events ask for: +0.00 m/s, +0.00 rad/s"),
    std::string::npos)
    << output;
  EXPECT_NE(output.find("(3 keys)"), std::string::npos) << output;
  EXPECT_NE(output.find("(3 keys; it is sampled every 100 ms)"), std::string::npos) << output;
  EXPECT_EQ(output.find("note:"), std::string::npos) << output;
  std::ifstream svg(folder + "_output/teleop.svg");
  EXPECT_TRUE(svg.good());
}

TEST_F(TeleopTest, KeysDriveAtATerminal)
{
  Program program({"teleop_demo"}, Program::With::terminal, environment);
  // The screen is drawn once the nodes are connected.
  ASSERT_TRUE(program.await("\x1b[?1049h")) << program.output();
  ASSERT_TRUE(program.await("q ends")) << program.output();
  // pseudo_device reads single keys from now on; what is typed earlier waits for it.
  program.type("\x1b[A");
  EXPECT_TRUE(program.await("+0.10 m/s")) << program.output();
  program.type("a");
  EXPECT_TRUE(program.await("+0.20 rad/s")) << program.output();
  program.type("q");
  ASSERT_TRUE(program.await("teleop: the keys of this terminal")) << program.output();
  // The terminal is as it was before, at the latest when the program has ended.
  termios now{};
  for (int i = 0; i < 6000 && !(now.c_lflag & ICANON); ++i) {
    ASSERT_EQ(tcgetattr(program.terminal(), &now), 0);
    usleep(10'000);
  }
  EXPECT_EQ(now.c_lflag & (ICANON | ECHO), static_cast<tcflag_t>(ICANON | ECHO));
  EXPECT_EQ(program.finish(), 0) << program.output();
  EXPECT_NE(program.output().find("\x1b[?1049l"), std::string::npos);
  EXPECT_NE(
    program.output().find("keyboard 4 of 4, joystick 2 of 2 records; lost 0"), std::string::npos)
    << program.output();
}

TEST_F(TeleopTest, CtrlCAtATerminalEndsWithASummary)
{
  Program program({"teleop_demo"}, Program::With::terminal, environment);
  ASSERT_TRUE(program.await("q ends")) << program.output();
  program.type("\x03");
  EXPECT_EQ(program.finish(), 0) << program.output();
  EXPECT_NE(program.output().find("\x1b[?1049l"), std::string::npos);
  EXPECT_NE(program.output().find("teleop: the keys of this terminal"), std::string::npos)
    << program.output();
}

TEST_F(TeleopTest, CtrlCAtAnyMomentLeavesNothingBehind)
{
  for (const auto after : {0ms, 20ms, 100ms, 300ms, 700ms, 1500ms}) {
    Program program({"teleop_demo"}, Program::With::pipes, environment);
    // The moments themselves are the test's input: whatever the demo is doing then.
    std::this_thread::sleep_for(after);
    kill(program.pid(), SIGINT);
    const int status = program.finish();
    // Before main() runs, SIGINT ends the program as usual; afterwards the program says first that
    // it stops.
    EXPECT_TRUE(status == 0 || (status == 128 + SIGINT && program.output().empty()))
      << after.count() << " ms: status " << status << "\n"
      << program.output();
    EXPECT_EQ(processes(), "") << after.count() << " ms";
  }
}

TEST_F(TeleopTest, KilledItTakesItsChildrenWithIt)
{
  {
    Program program({"teleop_demo"}, Program::With::pipes, environment);
    ASSERT_TRUE(program.await("commands")) << program.output();
    kill(program.pid(), SIGKILL);
    EXPECT_EQ(program.finish(), 128 + SIGKILL);
  }
  EXPECT_TRUE(test::eventually([&] { return processes().empty(); })) << processes();
  for (const auto & entry : std::filesystem::directory_iterator(folder)) {
    std::filesystem::remove_all(entry.path());  // nobody was left to do it
  }
}

TEST_F(TeleopTest, ANodeThatDiesIsNamedWithTheEndOfItsLog)
{
  Program program(
    {"teleop_demo", "--output", folder + "_output"}, Program::With::pipes, environment);
  ASSERT_TRUE(program.await("commands")) << program.output();
  std::smatch match;
  const std::string running = processes();
  ASSERT_TRUE(std::regex_search(running, match, std::regex("/proc/([0-9]+) velocity_publis")))
    << running;
  kill(std::stoi(match[1]), SIGKILL);
  EXPECT_EQ(program.finish(), 1);
  EXPECT_NE(
    program.output().find("velocity_publisher was ended by signal 9 (Killed); the end of "),
    std::string::npos)
    << program.output();
  EXPECT_NE(program.output().find("[velocity_publisher]: 10 commands a second"), std::string::npos)
    << program.output();
}

TEST_F(TeleopTest, ADeviceOfTheUsersDrives)
{
  const std::string device = folder + "_device";
  Program hand({"pseudo_device", "--keyboard", device, "--report", "1"}, Program::With::pipes);
  ASSERT_TRUE(test::eventually([&] { return std::filesystem::exists(device); }));
  environment[1].second = device;
  Program program({"teleop_demo"}, Program::With::pipes, environment);
  ASSERT_TRUE(program.await("commands")) << program.output();
  hand.type("\x1b[B");
  EXPECT_TRUE(program.await("linear -0.10 m/s")) << program.output();
  kill(program.pid(), SIGINT);
  EXPECT_EQ(program.finish(), 0) << program.output();
  EXPECT_NE(program.output().find("teleop: device " + device), std::string::npos)
    << program.output();
  EXPECT_NE(
    program.output().find("events read       keyboard 4, joystick 0 of 0 records; lost 0"),
    std::string::npos)
    << program.output();
  hand.type("q");
  EXPECT_EQ(hand.finish(), 0);
}

TEST_F(TeleopTest, ANodeWhoseDeviceIsMissingSaysSoAndEnds)
{
  for (const std::string name : {"keyboard", "joystick"}) {
    Program program(
      {name + "_publisher", "--ros-args", "-p",
       "/" + name + "_publisher/device:=/dev/input/nothing"},
      Program::With::pipes, environment);
    EXPECT_EQ(program.finish(), 1) << program.output();
    EXPECT_NE(program.output().find("/dev/input/nothing"), std::string::npos) << program.output();
    EXPECT_NE(program.output().find("No such file or directory"), std::string::npos)
      << program.output();
  }
}

TEST_F(TeleopTest, SaysWhatIsWrongBeforeItStartsAnything)
{
  const auto run = [&](std::vector<std::string> argv, const char * device, const char * drive) {
    environment[1].second = device;
    environment[2].second = drive;
    argv.insert(argv.begin(), "teleop_demo");
    Program program(argv, Program::With::pipes, environment);
    EXPECT_EQ(program.finish(), 2) << program.output();
    EXPECT_EQ(program.output().find("starting"), std::string::npos) << program.output();
    return program.output();
  };
  EXPECT_NE(
    run({}, "/dev/input/event999", "")
      .find("DEVICE /dev/input/event999: No such file or directory"),
    std::string::npos);
  EXPECT_NE(
    run({}, "/etc/passwd", "").find("expected a character device or a FIFO"), std::string::npos);
  EXPECT_NE(
    run({}, "", "/proc/nowhere.drive").find("cannot read the recorded drive /proc/nowhere.drive"),
    std::string::npos);
  const std::string bad = write_drive("0 keyboard KEY_UP 1\n0 keyboard KEY_UP up\n");
  EXPECT_NE(
    run({}, "", bad.c_str()).find(bad + ":2: expected a value from 0 to 2 for KEY_UP, found 'up'"),
    std::string::npos);
  EXPECT_NE(run({"--colour", "red"}, "", "").find("unknown option --colour"), std::string::npos);
  if (geteuid() != 0) {
    // Root may read everything.
    EXPECT_NE(run({}, "/dev/mem", "").find("usermod -aG input"), std::string::npos);
  }
}

}  // namespace
