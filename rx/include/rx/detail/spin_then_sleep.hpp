// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// How a thread waits for another one that needs a few instructions more: first it spins, then it
// sleeps.

#ifndef RX__DETAIL__SPIN_THEN_SLEEP_HPP_
#define RX__DETAIL__SPIN_THEN_SLEEP_HPP_

#include <time.h>

namespace rx::detail
{

// A hint to the processor that this thread spins.
inline void pause() noexcept
{
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

// For waits that nobody ends with a wake-up, since that would burden the fast path of the thread
// waited for. That thread may be preempted in the middle of its few instructions, even by the
// waiting thread itself (real-time priorities on one core): so after some turns each one sleeps,
// from 20 us up to 1 ms, and whoever is less urgent can run.
class spin_then_sleep
{
public:
  void wait() noexcept
  {
    if (turns_ < spins) {
      ++turns_;
      pause();
      return;
    }
    const timespec now_and_then{0, sleep_};
    nanosleep(&now_and_then, nullptr);
    sleep_ = sleep_ < 500'000 ? 2 * sleep_ : 1'000'000;
  }

private:
  static constexpr int spins = 256;

  int turns_ = 0;
  long sleep_ = 20'000;  // ns
};

}  // namespace rx::detail

#endif  // RX__DETAIL__SPIN_THEN_SLEEP_HPP_
