// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The two clocks of the system in ns: the units of all stamps inside the project.
#ifndef BASE__CLOCK_HPP_
#define BASE__CLOCK_HPP_

#include <time.h>

#include <cstdint>

namespace base
{

inline std::int64_t clock_now(clockid_t clock) noexcept
{
  timespec now;
  clock_gettime(clock, &now);
  return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

/// Of a thread that does not live in the system's time (rclcpp/virtual_time.hpp): both clocks say
/// this.
[[gnu::tls_model("initial-exec")]] inline constinit thread_local const std::int64_t * virtual_now =
  nullptr;

/// Monotonic time; its zero means nothing. For arrivals, periods and timeouts.
inline std::int64_t steady_now() noexcept
{
  return virtual_now ? *virtual_now : clock_now(CLOCK_MONOTONIC);
}

/// Time since the epoch, which an administrator may set back. For what other machines are told.
inline std::int64_t system_now() noexcept
{
  return virtual_now ? *virtual_now : clock_now(CLOCK_REALTIME);
}

}  // namespace base

#endif  // BASE__CLOCK_HPP_
