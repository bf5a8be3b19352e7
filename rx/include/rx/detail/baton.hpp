// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Who is downstream: the mutual exclusion of combiners and subjects, without a lock held.

#ifndef RX__DETAIL__BATON_HPP_
#define RX__DETAIL__BATON_HPP_

#include <atomic>
#include <cstdint>

namespace rx::detail
{

// Held by the one thread that calls downstream. Others never wait for it: they leave their work in a
// queue of the owner's and announce() it; the holder does not get rid of the baton before it has looked
// there. What is written before announce() or release() is seen by the next holder.
class baton
{
public:
  // True: the caller holds the baton now and must serve() and release() it.
  bool try_take() noexcept
  {
    std::uint32_t idle = 0;
    if (!work_.compare_exchange_strong(
          idle, 1, std::memory_order_acquire, std::memory_order_relaxed)) {
      return false;
    }
    seen_ = 1;
    holder_.store(this_thread(), std::memory_order_relaxed);
    return true;
  }

  // Tells that there is work in the queue. True: the caller holds the baton now.
  bool announce() noexcept
  {
    if (work_.fetch_add(1, std::memory_order_acq_rel) != 0) {
      return false;
    }
    seen_ = 1;
    holder_.store(this_thread(), std::memory_order_relaxed);
    return true;
  }

  // By the holder, when the queue is empty. False: something was announced meanwhile, look again.
  bool release() noexcept
  {
    holder_.store(nullptr, std::memory_order_relaxed);
    if (work_.compare_exchange_strong(
          seen_, 0, std::memory_order_release, std::memory_order_acquire)) {
      return true;
    }
    holder_.store(this_thread(), std::memory_order_relaxed);
    return false;
  }

  // True if the calling thread is the holder, that is, it is downstream of itself.
  bool held_here() const noexcept
  {
    return holder_.load(std::memory_order_relaxed) == this_thread();
  }

private:
  static const void * this_thread() noexcept { return __builtin_thread_pointer(); }

  std::atomic<std::uint32_t> work_{0};  // 0: free; else 1 + announcements since it was taken
  std::atomic<const void *> holder_{nullptr};
  std::uint32_t seen_ = 0;  // the holder's: the announcements it knows of
};

}  // namespace rx::detail

#endif  // RX__DETAIL__BATON_HPP_
