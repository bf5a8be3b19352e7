// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Sleeping on a futex with an absolute deadline.
#include "executors/sleeper.hpp"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "executors/core.hpp"

namespace rclcpp::executors::detail
{

void Sleeper::sleep(const Due & due) noexcept
{
  const bool system = due.steady == Due::never && due.system != Due::never;  // a futex watches one clock
  const std::int64_t deadline = system ? due.system : to_steady(due);
  timespec until{};
  const bool limited = deadline != Due::never;
  if (limited) {
    until.tv_sec = deadline / 1000000000;
    until.tv_nsec = deadline % 1000000000;
  }
  // Relative time-outs would add the time from computing them to sleeping; WAIT_BITSET takes an absolute one.
  const int operation = FUTEX_WAIT_BITSET_PRIVATE | (system ? FUTEX_CLOCK_REALTIME : 0);
  ::syscall(
    SYS_futex, reinterpret_cast<std::uint32_t *>(&woken), operation, 0, limited ? &until : nullptr,
    nullptr, FUTEX_BITSET_MATCH_ANY);
}

void Sleeper::wake(Sleeper * sleeper) noexcept
{
  ::syscall(
    SYS_futex, reinterpret_cast<std::uint32_t *>(&sleeper->woken), FUTEX_WAKE_PRIVATE, 1, nullptr,
    nullptr, 0);
}

}  // namespace rclcpp::executors::detail
