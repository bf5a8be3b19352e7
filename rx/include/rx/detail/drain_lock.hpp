// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The lock of combining operators and subjects, for which no thread waits. Used by serializer.

#ifndef RX__DETAIL__DRAIN_LOCK_HPP_
#define RX__DETAIL__DRAIN_LOCK_HPP_

#include <atomic>
#include <cstdint>

#include "rx/detail/membarrier.hpp"
#include "rx/detail/spin_then_sleep.hpp"

namespace rx::detail
{

// At most one thread holds the lock and delivers. Other threads enqueue their work and call
// announce(); the holder drains the queue before it releases the lock. Everything written before
// announce() or release() is visible to the next holder.
//
// The lock starts biased towards the first thread that takes it, because most streams never leave
// their thread: that thread takes and releases it with plain stores. The first other thread revokes
// the bias for good, with a barrier that the kernel executes in all threads (membarrier). From then
// on, taking and releasing cost one compare-and-swap each. Without membarrier the lock is shared
// from the start.
//
// docs/explanation/design/drain-lock.md has the reasons and the figures.
class drain_lock
{
public:
  // Returns true if the caller now holds the lock; it must then drain the queue and release() it.
  [[gnu::always_inline]] bool try_take() noexcept
  {
    const void * me = this_thread();
    if (owner_.load(std::memory_order_acquire) == me) {
      return inside_.load(std::memory_order_acquire) == out && (enter_biased(me) || take_shared());
    }
    return try_take_unbiased(me);
  }

  // Call it after try_take() has failed: waits for a moment (0.3 to 1.5 us) without polling and
  // tries once more. Threads that contend for each item then alternate in batches of many items,
  // which costs a fraction of passing every item over.
  bool try_take_again() noexcept
  {
    for (int i = 0; i < 32; ++i) {
      pause();
    }
    return try_take();
  }

  // Announces work in the queue. Returns true if the caller now holds the lock.
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

  // Called by the holder when it found the queue empty. Returns false if work was announced
  // meanwhile; the holder must then look again.
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

  // Returns true if the calling thread is the holder, that is, it is downstream of itself.
  bool held_here() const noexcept
  {
    const void * me = this_thread();
    return holder_.load(std::memory_order_relaxed) == me ||
           (biased_to_.load(std::memory_order_relaxed) == me &&
            inside_.load(std::memory_order_relaxed) == in);
  }

private:
  // The position of the thread with the bias. `entering` and `leaving` last a few instructions.
  enum place : std::uint8_t
  {
    out,
    entering,
    in,
    leaving
  };

  static const void * this_thread() noexcept { return __builtin_thread_pointer(); }
  const void * nobody() const noexcept { return this; }  // value of owner_ once the bias is revoked

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
    return !revoked;  // if it was revoked, this thread holds the shared lock
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

  // Returns true if the caller now holds the lock. Waits for a thread that is entering or leaving;
  // since that thread wakes nobody, this one sleeps if the wait takes longer than a few
  // instructions should. Happens once per lock.
  bool revoke(const void * owner) noexcept
  {
    if (!owner_.compare_exchange_strong(owner, nobody(), std::memory_order_acq_rel)) {
      return false;  // another thread does it
    }
    membarrier();
    // From here on either the former owner has seen the revocation, or this thread sees the owner's
    // position.
    std::uint8_t place = inside_.load(std::memory_order_acquire);
    for (spin_then_sleep other; place == entering || place == leaving;) {
      other.wait();
      place = inside_.load(std::memory_order_acquire);
    }
    return place == out && claim();  // if the owner is inside, it will claim when it leaves
  }

  // work_ is 1 on behalf of the bias; the thread that claims it holds the shared lock. Happens once
  // per lock.
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
  std::atomic<std::uint8_t> inside_{out};     // written by the thread with the bias
  bool announced_by_owner_ = false;           // used only by the owner
  std::atomic<bool> claimed_{false};
  // shared: 0 if free, otherwise 1 + announcements since it was taken
  std::atomic<std::uint32_t> work_{1};
  std::uint32_t seen_ = 0;  // used by the holder: the announcements that it has seen
  std::atomic<const void *> biased_to_{nullptr};
  std::atomic<const void *> holder_{nullptr};  // the shared lock's holder, if any
};

}  // namespace rx::detail

#endif  // RX__DETAIL__DRAIN_LOCK_HPP_
