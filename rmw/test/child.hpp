// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The other process of a test: the test's own program, started again.
#ifndef CHILD_HPP_
#define CHILD_HPP_

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

namespace test
{

/// This program, running its (disabled) test `Child.DISABLED_<role>`, which must end when its
/// standard input ends, so also when this process has ended. The destructor kills it unless
/// finish() ended it: a failed test does not wait.
///
/// DDS discovers each direction separately: a match of this side's writer and reader does not imply
/// one of the child's writer. Therefore an answering role creates its reader after its writer has
/// matched; then a matched writer on this side means that answers will arrive.
class Child
{
public:
  explicit Child(const std::string & role, const std::string & argument = "")
  {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) {  // not inherited by later children
      throw std::system_error(errno, std::generic_category(), "pipe2");
    }
    // Not fork(): before its exec, a fork of a process with many threads may not even set a
    // variable, because a thread that does not exist in it may hold the allocator's lock.
    const std::string filter = "--gtest_filter=Child.DISABLED_" + role;
    const std::string variable = "CHILD_ARGUMENT=" + argument;
    const char * const arguments[] = {
      "child", filter.c_str(), "--gtest_also_run_disabled_tests", "--gtest_brief=1", nullptr};
    std::vector<const char *> variables{variable.c_str()};
    for (char ** it = environ; *it; ++it) {
      variables.push_back(*it);
    }
    variables.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO);
    const int error = posix_spawn(
      &pid_, "/proc/self/exe", &actions, nullptr, const_cast<char **>(arguments),
      const_cast<char **>(variables.data()));
    posix_spawn_file_actions_destroy(&actions);
    close(ends[0]);
    input_ = ends[1];
    if (error != 0) {
      close(input_);
      throw std::system_error(error, std::generic_category(), "posix_spawn");
    }
  }
  ~Child() { crash(); }
  Child(const Child &) = delete;
  Child & operator=(const Child &) = delete;

  /// Ends it cleanly; returns its exit status.
  int finish()
  {
    if (!status_) {
      close(input_);
      int status = 0;
      waitpid(pid_, &status, 0);
      status_ = status;
    }
    return *status_;
  }
  /// Kills it.
  void crash()
  {
    send(SIGKILL);
    finish();
  }
  void send(int signal)
  {
    if (!status_) {
      kill(pid_, signal);
    }
  }

  /// Returns the child's argument from its parent.
  static std::string argument() { return std::getenv("CHILD_ARGUMENT"); }

  /// Returns in the child when the parent calls finish() or has ended.
  static void wait_for_end_of_input()
  {
    char byte;
    while (read(STDIN_FILENO, &byte, 1) > 0) {
    }
  }

private:
  pid_t pid_ = 0;
  int input_ = -1;
  std::optional<int> status_;
};

}  // namespace test

#endif  // CHILD_HPP_
