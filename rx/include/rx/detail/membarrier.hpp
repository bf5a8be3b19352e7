// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A memory barrier in all threads of the process, whose cost only the caller pays; used by
// drain_lock.

#ifndef RX__DETAIL__MEMBARRIER_HPP_
#define RX__DETAIL__MEMBARRIER_HPP_

#ifdef __linux__
#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace rx::detail
{

// Returns true if membarrier() works on this system; the first call registers the process for it.
inline bool membarrier_available() noexcept
{
#ifdef __linux__
  static const bool available =
    syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0) == 0;
  return available;
#else
  return false;
#endif
}

// Every other thread of the process executes a full barrier between the start and the end of this
// call.
inline void membarrier() noexcept
{
#ifdef __linux__
  syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0);
#endif
}

}  // namespace rx::detail

#endif  // RX__DETAIL__MEMBARRIER_HPP_
