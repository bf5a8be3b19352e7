// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A wake-up for a thread that rarely waits for a condition; used where rx blocks.

#ifndef RX__DETAIL__EVENT_COUNT_HPP_
#define RX__DETAIL__EVENT_COUNT_HPP_

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>

#include "rx/time.hpp"

namespace rx::detail
{

// notify() costs one atomic operation while no thread waits.
class event_count
{
public:
  // Waits until `ready()`. Returns false if that takes longer than `timeout` (zero and
  // duration::max(): no limit; negative: already expired). `ready` is called again after each
  // notify() that follows a change of its condition.
  template <class Ready>
  bool wait(const Ready & ready, duration timeout)
  {
    return wait_for(
      [](const void * condition) { return (*static_cast<const Ready *>(condition))(); },
      std::addressof(ready), timeout);
  }

  void notify() noexcept
  {
    if (
      waiting_.fetch_add(0, std::memory_order_seq_cst) > 0) {  // a fence that sanitizers understand
      {
        std::lock_guard lock(mutex_);
      }  // the waiter has checked before, or is asleep
      changed_.notify_all();
    }
  }

private:
  // Compiled once, not once per condition.
  bool wait_for(bool (*ready)(const void *), const void * condition, duration timeout)
  {
    const auto is_ready = [&] { return ready(condition); };
    std::unique_lock lock(mutex_);
    waiting_.fetch_add(1, std::memory_order_seq_cst);
    bool in_time = true;
    const time_point end = saturated_add(scheduler_clock::now(), timeout);
    if (timeout == duration::zero() || end == time_point::max()) {
      changed_.wait(lock, is_ready);
    } else {
      const std::chrono::steady_clock::time_point until(end.time_since_epoch());
      in_time = changed_.wait_until(lock, until, is_ready);
    }
    waiting_.fetch_sub(1, std::memory_order_relaxed);
    return in_time;
  }

  // Guards no member: a waiter holds it from its check of the condition until it sleeps, so that a
  // notify() in between is not lost.
  std::mutex mutex_;
  std::condition_variable changed_;
  std::atomic<int> waiting_{0};
};

}  // namespace rx::detail

#endif  // RX__DETAIL__EVENT_COUNT_HPP_
