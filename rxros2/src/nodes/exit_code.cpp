// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The exit code of a process whose stream has failed.

#include "nodes/exit_code.hpp"

#include <stdlib.h>  // on_exit

#include <atomic>
#include <cstdlib>

namespace rxros2::detail
{

namespace
{

// An exit handler that calls exit() again continues with the handlers that remain, flushes the
// streams of stdio and ends the process with the new code: the GNU library defines this, unlike
// POSIX. So every other handler and the destructors of all libraries run, once, in their order.
void replace_success(int status, void *)
{
  if (status == 0) {
    std::exit(1);
  }
}

}  // namespace

void exit_with_failure() noexcept
{
  static std::atomic<bool> is_set = false;
  if (!is_set.exchange(true)) {
    ::on_exit(&replace_success, nullptr);
  }
}

}  // namespace rxros2::detail
