// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// ticks: the processor's own counter, for cheap time measurements at each item.

#ifndef RXROS2__TRACING__DETAIL__TICKS_HPP_
#define RXROS2__TRACING__DETAIL__TICKS_HPP_

#include <chrono>
#include <cstdint>

namespace rxros2::detail
{

/// Returns a counter that advances at a constant rate, the same on all cores. Its unit depends on
/// the processor; tick_scale determines it. Costs a third of std::chrono::steady_clock.
inline std::int64_t ticks() noexcept
{
#if defined(__x86_64__)
  // The builtin behind __rdtsc(), whose header takes the compiler half a second.
  return static_cast<std::int64_t>(__builtin_ia32_rdtsc());
#elif defined(__aarch64__)
  std::int64_t count;
  asm volatile("mrs %0, cntvct_el0" : "=r"(count));
  return count;
#else
  return std::chrono::steady_clock::now().time_since_epoch().count();
#endif
}

/// Determines the duration of a tick from the ticks since the construction of the object. Becomes
/// more precise with time. Thread-safe.
class tick_scale
{
public:
  std::chrono::nanoseconds duration(std::int64_t count) const noexcept
  {
    const auto passed = static_cast<double>(ticks() - ticks_);
    const auto time = static_cast<double>((std::chrono::steady_clock::now() - time_).count());
    return std::chrono::nanoseconds(
      passed > 0 ? static_cast<std::int64_t>(static_cast<double>(count) * (time / passed)) : count);
  }

  std::int64_t count(std::chrono::nanoseconds time) const noexcept
  {
    constexpr std::int64_t many = 1 << 20;
    const auto per_tick = static_cast<double>(duration(many).count()) / static_cast<double>(many);
    return static_cast<std::int64_t>(static_cast<double>(time.count()) / per_tick);
  }

private:
  const std::chrono::steady_clock::time_point time_ = std::chrono::steady_clock::now();
  const std::int64_t ticks_ = ticks();
};

}  // namespace rxros2::detail

#endif  // RXROS2__TRACING__DETAIL__TICKS_HPP_
