// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The wait of a thread for another one that needs only a few more instructions: it spins, then
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
  asm volatile("isb");  // takes time on each core, unlike yield
#endif
}

// For waits that no wake-up ends, because a wake-up would burden the fast path of the other thread.
// That thread may be preempted in the middle of its few instructions, even by the waiting thread
// itself (real-time priorities on one core). So after some turns each turn sleeps, from 20 us up to
// 1 ms, and less urgent threads can run.
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
