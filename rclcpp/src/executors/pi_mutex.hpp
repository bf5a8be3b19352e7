// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The lock of the engine: its owner inherits the priority of the most urgent thread that waits for it.
#ifndef RCLCPP__EXECUTORS__PI_MUTEX_HPP_
#define RCLCPP__EXECUTORS__PI_MUTEX_HPP_

#include <pthread.h>

#include <system_error>

namespace rclcpp::executors::detail
{

/// A BasicLockable with priority inheritance (where the system has it), for critical sections well below 1 µs.
class PiMutex
{
public:
  PiMutex()
  {
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setprotocol(&attributes, PTHREAD_PRIO_INHERIT);
    int error = pthread_mutex_init(&mutex_, &attributes);
    pthread_mutexattr_destroy(&attributes);
    if (error == ENOTSUP) {
      error = pthread_mutex_init(&mutex_, nullptr);
    }
    if (error != 0) {
      throw std::system_error(error, std::generic_category(), "pthread_mutex_init");
    }
  }
  PiMutex(const PiMutex &) = delete;
  PiMutex & operator=(const PiMutex &) = delete;
  ~PiMutex() { pthread_mutex_destroy(&mutex_); }

  void lock() noexcept
  {
    // The kernel hands a contended PI lock to a sleeping waiter, which makes a convoy of all threads. So first wait
    // for as long as an owner that is running needs; one that was preempted gets our priority after that.
    for (int i = 0; i < spins; ++i) {
      if (pthread_mutex_trylock(&mutex_) == 0) {
        return;
      }
      pause();
    }
    pthread_mutex_lock(&mutex_);
  }
  void unlock() noexcept { pthread_mutex_unlock(&mutex_); }

private:
  static constexpr int spins = 100;

  static void pause() noexcept
  {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("yield");
#endif
  }

  pthread_mutex_t mutex_;
};

}  // namespace rclcpp::executors::detail

#endif  // RCLCPP__EXECUTORS__PI_MUTEX_HPP_
