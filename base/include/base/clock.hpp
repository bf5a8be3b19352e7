// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The system's two clocks in ns; all time stamps inside the project use them.
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

/// The time of a thread that does not use system time (rclcpp/virtual_time.hpp): both clocks show
/// it. Null for other threads.
[[gnu::tls_model("initial-exec")]] inline constinit thread_local const std::int64_t * virtual_now =
  nullptr;

/// Returns monotonic time with an arbitrary zero. For arrivals, periods and timeouts.
inline std::int64_t steady_now() noexcept
{
  return virtual_now ? *virtual_now : clock_now(CLOCK_MONOTONIC);
}

/// Returns the time since the epoch, which an administrator may set back. For stamps that other
/// machines read.
inline std::int64_t system_now() noexcept
{
  return virtual_now ? *virtual_now : clock_now(CLOCK_REALTIME);
}

}  // namespace base

#endif  // BASE__CLOCK_HPP_
