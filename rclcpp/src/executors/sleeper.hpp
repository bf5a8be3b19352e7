// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The place where a thread of an executor sleeps until work or a point in time wakes it.
#ifndef RCLCPP__EXECUTORS__SLEEPER_HPP_
#define RCLCPP__EXECUTORS__SLEEPER_HPP_

#include <atomic>
#include <cstdint>

#include "rclcpp/executors/detail/entity.hpp"

namespace rclcpp::executors::detail
{

/// One thread sleeps; another sets `woken` under the core's lock and calls wake() after it: so a wake-up costs one
/// system call, and none if the thread has not fallen asleep yet.
class Sleeper
{
public:
  std::atomic<std::uint32_t> woken{0};
  bool listed = false;  // in the core's list, guarded by its lock

  /// Sleeps while `woken` is 0, until the first of `due` at the latest; may return early. A system clock that is set meanwhile
  /// never holds up what is due on the steady one; what is due on itself it brings forward or puts off at once if that is all
  /// that is due, else at the next call.
  void sleep(const Due & due) noexcept;
  /// `woken` is set already: the object may be gone by now, only its address is used.
  static void wake(Sleeper * sleeper) noexcept;
  /// Sets `woken` and wakes, for those that never go. Costs no system call if it is set already.
  void notify() noexcept
  {
    if (woken.exchange(1, std::memory_order_seq_cst) == 0) {
      wake(this);
    }
  }
};

}  // namespace rclcpp::executors::detail

#endif  // RCLCPP__EXECUTORS__SLEEPER_HPP_
