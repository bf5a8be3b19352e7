// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tests of the demo's child processes: whatever a child does, it is gone and reaped afterwards.
#include "children.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <string>
#include <system_error>

namespace teleop_demo
{

namespace
{

using namespace std::chrono_literals;

class ChildrenTest : public testing::Test
{
protected:
  void SetUp() override
  {
    char name[] = "/tmp/children_test_XXXXXX";
    folder = mkdtemp(name);
  }
  void TearDown() override { std::system(("rm -rf " + folder).c_str()); }

  // Waits until the child has written a line to its log: it runs, and its traps are set.
  void await_line(const std::string & name) const
  {
    const auto deadline = std::chrono::steady_clock::now() + 60s;
    std::string line;
    while (std::chrono::steady_clock::now() < deadline && line.empty()) {
      std::ifstream file(folder + "/" + name);
      std::getline(file, line);
      usleep(1000);
    }
    ASSERT_FALSE(line.empty());
  }

  // No child of ours is left, not even a zombie.
  static bool nobody_is_left() { return waitpid(-1, nullptr, WNOHANG) == -1 && errno == ECHILD; }

  std::string folder;
  Children children;
};

TEST_F(ChildrenTest, StopsWithSigintFirst)
{
  children.start(
    "polite", {"/bin/sh", "-c", "trap 'exit 7' INT; echo up; while :; do sleep 0.05; done"},
    {folder + "/polite"});
  await_line("polite");
  children.stop("polite", 60s);
  EXPECT_EQ(describe_status(children.child("polite").status), "exited with status 7");
  EXPECT_TRUE(nobody_is_left());
}

TEST_F(ChildrenTest, KillsWhatDoesNotListen)
{
  children.start(
    "deaf", {"/bin/sh", "-c", "trap '' INT TERM; echo up; while :; do sleep 0.05; done"},
    {folder + "/deaf"});
  await_line("deaf");
  children.stop("deaf", 100ms);
  EXPECT_EQ(describe_status(children.child("deaf").status), "was ended by signal 9 (Killed)");
  EXPECT_FALSE(children.child("deaf").running);
}

TEST_F(ChildrenTest, TellsWhoEndedUnasked)
{
  children.start("short", {"/bin/sh", "-c", "exit 3"}, {folder + "/short"});
  const auto deadline = std::chrono::steady_clock::now() + 60s;
  std::vector<std::string> ended;
  while (ended.empty() && std::chrono::steady_clock::now() < deadline) {
    ended = children.reap();
    usleep(1000);
  }
  EXPECT_EQ(ended, std::vector<std::string>{"short"});
  EXPECT_EQ(describe_status(children.child("short").status), "exited with status 3");
  EXPECT_TRUE(children.reap().empty());
}

TEST_F(ChildrenTest, NamesAProgramThatCannotBeRun)
{
  try {
    children.start("none", {"/proc/nowhere/program"}, {folder + "/none"});
    FAIL() << "expected std::system_error";
  } catch (const std::system_error & error) {
    EXPECT_STREQ(error.what(), "cannot run /proc/nowhere/program: No such file or directory");
  }
  EXPECT_TRUE(children.all().empty());
  EXPECT_TRUE(nobody_is_left());
}

TEST_F(ChildrenTest, DestructionLeavesNobody)
{
  {
    Children some;
    some.start("a", {"/bin/sleep", "1000"}, {folder + "/a"});
    some.start("b", {"/bin/sleep", "1000"}, {folder + "/b"});
  }
  EXPECT_TRUE(nobody_is_left());
}

TEST_F(ChildrenTest, SignalsBlockedHereAreNotBlockedThere)
{
  sigset_t set, before;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  sigprocmask(SIG_BLOCK, &set, &before);
  children.start("sleeper", {"/bin/sleep", "1000"}, {folder + "/sleeper"});
  children.stop("sleeper", 60s);
  sigprocmask(SIG_SETMASK, &before, nullptr);
  EXPECT_EQ(describe_status(children.child("sleeper").status), "was ended by signal 2 (Interrupt)");
}

}  // namespace

}  // namespace teleop_demo
