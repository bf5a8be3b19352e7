// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A condition variable whose timed waits follow the clock of their deadline. That of libc++ waits
// by the system clock if it is built for a glibc before 2.30: setting that clock would then shorten
// or lengthen every wait.
#ifndef BASE__CONDITION_HPP_
#define BASE__CONDITION_HPP_

#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <limits>
#include <mutex>
#include <type_traits>

namespace base
{

/// A condition variable for timed waits on a std::mutex, used like std::condition_variable. The
/// waited-for state changes only while the mutex is locked; the notification may follow later.
class Condition
{
public:
  Condition() = default;
  Condition(const Condition &) = delete;
  Condition & operator=(const Condition &) = delete;

  /// Makes no system call if no thread waits.
  void notify_all() noexcept
  {
    changes_.fetch_add(1, std::memory_order_seq_cst);
    if (waiting_.load(std::memory_order_seq_cst) != 0) {
      ::syscall(
        SYS_futex, address(), FUTEX_WAKE_PRIVATE, std::numeric_limits<int>::max(), nullptr, nullptr,
        0);
    }
  }

  /// May return early, like the other functions without a predicate.
  void wait(std::unique_lock<std::mutex> & lock) { sleep(lock, 0, nullptr); }

  template <typename Predicate>
  void wait(std::unique_lock<std::mutex> & lock, Predicate is_met)
  {
    while (!is_met()) {
      wait(lock);
    }
  }

  /// Waits at most until that time of the steady or of the system clock.
  template <typename Clock, typename Duration>
  std::cv_status wait_until(
    std::unique_lock<std::mutex> & lock, const std::chrono::time_point<Clock, Duration> & deadline)
  {
    constexpr bool is_system = std::is_same_v<Clock, std::chrono::system_clock>;
    static_assert(is_system || std::is_same_v<Clock, std::chrono::steady_clock>);
    const auto since = deadline.time_since_epoch();
    auto seconds = std::chrono::duration_cast<std::chrono::seconds>(since);
    auto rest = std::chrono::nanoseconds(since - seconds);
    if (rest.count() < 0) {
      rest += std::chrono::seconds(1);
      --seconds;
    }
    timespec until{};
    until.tv_sec = static_cast<time_t>(seconds.count());
    until.tv_nsec = static_cast<long>(rest.count());
    sleep(lock, is_system ? FUTEX_CLOCK_REALTIME : 0, &until);
    return Clock::now() < deadline ? std::cv_status::no_timeout : std::cv_status::timeout;
  }

  /// Returns whether the predicate is met.
  template <typename Clock, typename Duration, typename Predicate>
  bool wait_until(
    std::unique_lock<std::mutex> & lock, const std::chrono::time_point<Clock, Duration> & deadline,
    Predicate is_met)
  {
    while (!is_met()) {
      if (wait_until(lock, deadline) == std::cv_status::timeout) {
        return is_met();
      }
    }
    return true;
  }

private:
  // A notification between the unlock and the sleep has changed the counter, so the kernel does not
  // let the thread sleep. The deadline is absolute; the kernel refuses a negative one, which has
  // passed.
  void sleep(std::unique_lock<std::mutex> & lock, int clock, const timespec * until)
  {
    waiting_.fetch_add(1, std::memory_order_seq_cst);
    const std::uint32_t changes = changes_.load(std::memory_order_seq_cst);
    lock.unlock();
    ::syscall(
      SYS_futex, address(), FUTEX_WAIT_BITSET_PRIVATE | clock, changes, until, nullptr,
      FUTEX_BITSET_MATCH_ANY);
    lock.lock();
    waiting_.fetch_sub(1, std::memory_order_relaxed);
  }

  std::uint32_t * address() noexcept { return reinterpret_cast<std::uint32_t *>(&changes_); }

  std::atomic<std::uint32_t> changes_{0};
  std::atomic<std::uint32_t> waiting_{0};  // threads
};

}  // namespace base

#endif  // BASE__CONDITION_HPP_
