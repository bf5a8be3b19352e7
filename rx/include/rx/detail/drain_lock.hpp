// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The mutual exclusion of combining operators and subjects, in which nobody waits for the lock.
// Used by serializer.

#ifndef RX__DETAIL__DRAIN_LOCK_HPP_
#define RX__DETAIL__DRAIN_LOCK_HPP_

#include <atomic>
#include <cstdint>

#include "rx/detail/membarrier.hpp"
#include "rx/detail/spin_then_sleep.hpp"

namespace rx::detail
{

// At most one thread holds it and delivers. Others enqueue their work and call announce(); the
// holder drains the queue before it releases the lock. What is written before announce() or
// release() is seen by the next holder.
//
// The lock starts out biased to the first thread that takes it, as most streams never leave their
// thread: that thread takes and releases it with plain stores. The first other thread revokes the
// bias for good, with a barrier that the kernel executes in all threads (membarrier); from then on
// taking and releasing are one compare-and-swap each. Without membarrier the lock is shared from
// the start.
class drain_lock
{
public:
  // True: the caller holds the lock now and must drain the queue and release() it.
  [[gnu::always_inline]] bool try_take() noexcept
  {
    const void * me = this_thread();
    if (owner_.load(std::memory_order_acquire) == me) {
      return inside_.load(std::memory_order_acquire) == out && (enter_biased(me) || take_shared());
    }
    return try_take_unbiased(me);
  }

  // For one who has just failed: waits for a moment (0.3 to 1.5 us), without looking, and tries
  // once more. Threads that meet at each item then take turns of many items, which costs each a
  // fraction of handing every item over.
  bool try_take_again() noexcept
  {
    for (int i = 0; i < 32; ++i) {
      pause();
    }
    return try_take();
  }

  // Tells that there is work in the queue. True: the caller holds the lock now.
  bool announce() noexcept
  {
    const void * me = this_thread();
    if (owner_.load(std::memory_order_acquire) == me) {
      if (inside_.load(std::memory_order_acquire) != out) {
        announced_by_owner_ = true;
        return false;
      }
      if (enter_biased(me)) {
        return true;
      }
    } else if (try_take_unbiased(me)) {
      return true;
    }
    if (work_.fetch_add(1, std::memory_order_acq_rel) != 0) {
      return false;
    }
    hold_shared();
    return true;
  }

  // By the holder, when it found the queue empty. False: something was announced meanwhile, look
  // again.
  [[gnu::always_inline]] bool release() noexcept
  {
    if (inside_.load(std::memory_order_relaxed) == in) {
      return release_biased();
    }
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
    const void * me = this_thread();
    return holder_.load(std::memory_order_relaxed) == me ||
           (biased_to_.load(std::memory_order_relaxed) == me &&
            inside_.load(std::memory_order_relaxed) == in);
  }

private:
  // Where the thread with the bias is. `entering` and `leaving` last a few instructions.
  enum place : std::uint8_t
  {
    out,
    entering,
    in,
    leaving
  };

  static const void * this_thread() noexcept { return __builtin_thread_pointer(); }
  const void * nobody() const noexcept { return this; }  // owner_ once the bias is revoked

  [[gnu::always_inline]] bool enter_biased(const void * me) noexcept
  {
    inside_.store(entering, std::memory_order_relaxed);
    std::atomic_signal_fence(std::memory_order_seq_cst);  // paired with the membarrier of revoke()
    if (owner_.load(std::memory_order_acquire) == me) {
      inside_.store(in, std::memory_order_relaxed);
      return true;
    }
    inside_.store(out, std::memory_order_release);
    return false;
  }

  [[gnu::always_inline]] bool release_biased() noexcept
  {
    if (announced_by_owner_) {
      announced_by_owner_ = false;
      return false;
    }
    inside_.store(leaving, std::memory_order_release);
    std::atomic_signal_fence(std::memory_order_seq_cst);  // paired with the membarrier of revoke()
    const bool revoked = owner_.load(std::memory_order_acquire) != this_thread() && claim();
    inside_.store(out, std::memory_order_release);  // the last access: others may delete the lock
    return !revoked;                                // if it was, we hold the shared lock
  }

  // The rest is for the first item, and for streams that several threads feed.

  [[gnu::noinline]] bool try_take_unbiased(const void * me) noexcept
  {
    const void * owner = owner_.load(std::memory_order_acquire);
    if (owner == nullptr) {
      const bool can_bias = membarrier_available();
      if (owner_.compare_exchange_strong(
            owner, can_bias ? me : nobody(), std::memory_order_acq_rel)) {
        if (!can_bias) {
          return claim();
        }
        biased_to_.store(me, std::memory_order_relaxed);
        return enter_biased(me) || take_shared();
      }
    }
    if (owner == me) {
      return enter_biased(me) || take_shared();
    }
    if (owner != nobody() && revoke(owner)) {
      return true;
    }
    return take_shared();
  }

  // True: the caller holds the lock now. Waits for a thread that is entering or leaving, which
  // wakes nobody: it sleeps if that takes longer than some instructions should. Once in the life of
  // a lock.
  bool revoke(const void * owner) noexcept
  {
    if (!owner_.compare_exchange_strong(owner, nobody(), std::memory_order_acq_rel)) {
      return false;  // somebody else does it
    }
    membarrier();
    // From here on the former owner has either seen that, or we see where it is.
    std::uint8_t place = inside_.load(std::memory_order_acquire);
    for (spin_then_sleep other; place == entering || place == leaving;) {
      other.wait();
      place = inside_.load(std::memory_order_acquire);
    }
    return place == out && claim();  // if it is in, it will claim when it gets out
  }

  // work_ is 1 on behalf of the bias; who claims it holds the shared lock. Once in the life of a
  // lock.
  bool claim() noexcept
  {
    if (claimed_.exchange(true, std::memory_order_acq_rel)) {
      return false;
    }
    hold_shared();
    return true;
  }

  bool take_shared() noexcept
  {
    std::uint32_t idle = 0;
    if (!work_.compare_exchange_strong(
          idle, 1, std::memory_order_acquire, std::memory_order_relaxed)) {
      return false;
    }
    hold_shared();
    return true;
  }

  void hold_shared() noexcept
  {
    seen_ = 1;
    holder_.store(this_thread(), std::memory_order_relaxed);
  }

  std::atomic<const void *> owner_{nullptr};  // nullptr: not taken yet; nobody(): shared
  std::atomic<std::uint8_t> inside_{out};     // written by the thread that has the bias
  bool announced_by_owner_ = false;           // its own
  std::atomic<bool> claimed_{false};
  std::atomic<std::uint32_t> work_{1};  // shared: 0 free, else 1 + announcements since taken
  std::uint32_t seen_ = 0;              // the holder's: the announcements it knows of
  std::atomic<const void *> biased_to_{nullptr};
  std::atomic<const void *> holder_{nullptr};  // the shared lock's holder, if any
};

}  // namespace rx::detail

#endif  // RX__DETAIL__DRAIN_LOCK_HPP_
