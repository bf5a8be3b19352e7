// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Waiting for a lock: spinning, then the kernel's PI futex.
#include "rmw/pi_mutex.hpp"

#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace rmw
{

namespace
{

constexpr int spins = 100;

void pause() noexcept
{
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

long futex(std::atomic<std::uint32_t> & word, int operation) noexcept
{
  return ::syscall(
    SYS_futex, reinterpret_cast<std::uint32_t *>(&word), operation | FUTEX_PRIVATE_FLAG, 0, nullptr,
    nullptr, 0);
}

}  // namespace

thread_local constinit std::uint32_t PiMutex::cached_id = 0;

std::uint32_t PiMutex::ask_thread_id() noexcept
{
  // A forked process has one thread, with another id.
  static const int registered = ::pthread_atfork(nullptr, nullptr, []() { cached_id = 0; });
  static_cast<void>(registered);
  cached_id = static_cast<std::uint32_t>(::syscall(SYS_gettid));
  return cached_id;
}

bool PiMutex::try_lock_briefly() noexcept
{
  for (int i = 0; i < spins; ++i) {
    if (word_.load(std::memory_order_relaxed) == 0 && try_lock()) {
      return true;
    }
    pause();
  }
  return false;
}

// An owner that was preempted gets our priority.
void PiMutex::wait() noexcept
{
  while (futex(word_, FUTEX_LOCK_PI) != 0) {
    if (errno == ENOSYS) {  // a kernel without PI futexes
      ::sched_yield();
      if (try_lock()) {
        return;
      }
    }
  }
#if defined(__SANITIZE_THREAD__)
  word_.load(
    std::memory_order_acquire);  // the kernel took it for us: show ThreadSanitizer the order
#endif
}

void PiMutex::unlock_contended() noexcept
{
#if defined(__SANITIZE_THREAD__)
  word_.fetch_or(0, std::memory_order_release);
#endif
  while (futex(word_, FUTEX_UNLOCK_PI) != 0 && errno == EINTR) {
  }
}

}  // namespace rmw
