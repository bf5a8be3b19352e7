// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The lock on all paths of real-time threads: its owner inherits the priority of the most urgent
// waiting thread.
#ifndef BASE__PI_MUTEX_HPP_
#define BASE__PI_MUTEX_HPP_

#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>

namespace base
{

/// A mutex (BasicLockable, try_lock) with priority inheritance, for critical sections well below 1
/// µs.
///
/// It is not pthread's, for three reasons. The kernel passes a contended PI lock to a sleeping
/// waiter, which makes a convoy of all threads; therefore waiters must spin first, without writing
/// to the lock. It must be cheap without contention (half the time of pthread's lock). And a worker
/// that often finds it locked must know that (try_lock_briefly).
class PiMutex
{
public:
  PiMutex() = default;
  PiMutex(const PiMutex &) = delete;
  PiMutex & operator=(const PiMutex &) = delete;

  void lock() noexcept
  {
    if (!try_lock() && !try_lock_briefly()) {
      wait();
    }
  }

  bool try_lock() noexcept
  {
    std::uint32_t free = 0;
    return word_.compare_exchange_strong(
      free, thread_id(), std::memory_order_acquire, std::memory_order_relaxed);
  }

  /// Tries to lock; spins as long as a running owner needs for a critical section.
  [[gnu::noinline]] bool try_lock_briefly() noexcept
  {
    for (int i = 0; i < spins; ++i) {
      if (word_.load(std::memory_order_relaxed) == 0 && try_lock()) {
        return true;
      }
      pause();
    }
    return false;
  }

  void unlock() noexcept
  {
    std::uint32_t own = thread_id();
    if (!word_.compare_exchange_strong(
          own, 0, std::memory_order_release, std::memory_order_relaxed)) {
      unlock_contended();  // a thread waits in the kernel
    }
  }

private:
  static constexpr int spins = 100;

  static void pause() noexcept
  {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("isb");  // takes time on each core, unlike yield
#endif
  }

  static std::uint32_t thread_id() noexcept
  {
    const std::uint32_t id = cached_id;
    return id != 0 ? id : ask_thread_id();
  }

  [[gnu::noinline, gnu::cold]] static std::uint32_t ask_thread_id() noexcept
  {
    // A forked process has one thread, with another id.
    static const int registered = ::pthread_atfork(nullptr, nullptr, []() { cached_id = 0; });
    static_cast<void>(registered);
    cached_id = static_cast<std::uint32_t>(::syscall(SYS_gettid));
    return cached_id;
  }

  long futex(int operation) noexcept
  {
    return ::syscall(
      SYS_futex, reinterpret_cast<std::uint32_t *>(&word_), operation | FUTEX_PRIVATE_FLAG, 0,
      nullptr, nullptr, 0);
  }

  // Waits in the kernel: a preempted owner gets this thread's priority.
  [[gnu::noinline, gnu::cold]] void wait() noexcept
  {
    while (futex(FUTEX_LOCK_PI) != 0) {
      if (errno == ENOSYS) {  // a kernel without PI futexes
        ::sched_yield();
        if (try_lock()) {
          return;
        }
      }
    }
#if defined(__SANITIZE_THREAD__)
    // The kernel took the lock for this thread: show ThreadSanitizer the order.
    word_.load(std::memory_order_acquire);
#endif
  }

  [[gnu::noinline, gnu::cold]] void unlock_contended() noexcept
  {
#if defined(__SANITIZE_THREAD__)
    word_.fetch_or(0, std::memory_order_release);
#endif
    while (futex(FUTEX_UNLOCK_PI) != 0 && errno == EINTR) {
    }
  }

  [[gnu::tls_model("initial-exec")]] static inline thread_local constinit std::uint32_t cached_id =
    0;

  // The kernel's format: the id of the owner, and a bit that is set if threads wait in the kernel.
  std::atomic<std::uint32_t> word_{0};
};

}  // namespace base

#endif  // BASE__PI_MUTEX_HPP_
