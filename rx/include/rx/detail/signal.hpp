// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A wake-up for the rare thread that waits for a condition; used where rx blocks.

#ifndef RX__DETAIL__SIGNAL_HPP_
#define RX__DETAIL__SIGNAL_HPP_

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>

#include "rx/time.hpp"

namespace rx::detail
{

// notify() costs one atomic operation while nobody waits.
class signal
{
public:
  // Waits until `ready()`; false if that takes longer than `timeout` (zero: no limit). `ready` is asked again
  // after each notify() that follows a change of what it looks at.
  template <class Ready>
  bool wait(Ready && ready, duration timeout)
  {
    std::unique_lock lock(mutex_);
    waiting_.fetch_add(1, std::memory_order_seq_cst);
    bool is_ready = true;
    if (timeout > duration::zero()) {
      is_ready = changed_.wait_for(lock, timeout, ready);
    } else {
      changed_.wait(lock, ready);
    }
    waiting_.fetch_sub(1, std::memory_order_relaxed);
    return is_ready;
  }

  void notify() noexcept
  {
    if (
      waiting_.fetch_add(0, std::memory_order_seq_cst) > 0) {  // a fence that sanitizers understand
      {
        std::lock_guard lock(mutex_);
      }  // the waiter has asked before, or is asleep
      changed_.notify_all();
    }
  }

private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::atomic<int> waiting_{0};
};

}  // namespace rx::detail

#endif  // RX__DETAIL__SIGNAL_HPP_
