// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Runs a part of a test in a forked child.
#ifndef IN_CHILD_HPP_
#define IN_CHILD_HPP_

#include <signal.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <functional>

#include "eventually.hpp"

namespace test
{

/// Returns the exit status of a forked child that calls `child` and exits with what that returns;
/// -1 if it hangs, 128 and the signal's number if a signal kills it.
inline int in_child(const std::function<int()> & child)
{
  const pid_t forked = fork();
  if (forked == 0) {
    _exit(child());
  }
  int status = 0;
  if (!eventually([&] { return waitpid(forked, &status, WNOHANG) == forked; })) {
    kill(forked, SIGKILL);
    waitpid(forked, &status, 0);
    return -1;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace test

#endif  // IN_CHILD_HPP_
