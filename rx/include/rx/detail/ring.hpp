// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A bounded lock-free queue for several producers and consumers; used where threads meet in rx.

#ifndef RX__DETAIL__RING_HPP_
#define RX__DETAIL__RING_HPP_

#include <atomic>
#include <bit>
#include <cstddef>
#include <new>
#include <optional>
#include <type_traits>
#include <utility>

namespace rx::detail
{

inline constexpr std::size_t cache_line = 64;

// Each slot has a turn number that says whether it waits for a producer or a consumer, and in which
// lap. A producer claims a slot by advancing head_, a consumer by advancing tail_, and both publish
// by the turn. Nothing is allocated after construction. Moving a T must not throw.
template <class T>
class ring
{
  static_assert(
    std::is_nothrow_move_constructible_v<T>,
    "rx: items that cross threads must be nothrow move constructible");

public:
  explicit ring(std::size_t capacity)
  : capacity_(capacity),
    mask_(std::bit_ceil(capacity < 2 ? std::size_t{2} : capacity) - 1),
    slots_(new slot[mask_ + 1])
  {
    for (std::size_t i = 0; i <= mask_; ++i) {
      slots_[i].turn.store(i, std::memory_order_relaxed);
    }
  }
  ring(const ring &) = delete;
  ring & operator=(const ring &) = delete;
  ~ring()
  {
    for (std::size_t at = tail_.load(std::memory_order_acquire);
         at != head_.load(std::memory_order_acquire); ++at) {
      slots_[at & mask_].item().~T();
    }
    delete[] slots_;
  }

  std::size_t capacity() const noexcept { return capacity_; }

  // Moves from the item only if there is room; returns whether it did.
  bool try_push(T & item) noexcept
  {
    std::size_t at = head_.load(std::memory_order_relaxed);
    for (;;) {
      slot & s = slots_[at & mask_];
      const auto lead = static_cast<std::ptrdiff_t>(s.turn.load(std::memory_order_acquire) - at);
      if (lead == 0) {
        // The tail may be ahead of `at`, which is old then, so that the exchange below fails.
        if (
          capacity_ <= mask_ &&
          static_cast<std::ptrdiff_t>(at - tail_.load(std::memory_order_acquire)) >=
            static_cast<std::ptrdiff_t>(capacity_)) {
          return false;  // the user wants fewer slots in use than there are
        }
        if (head_.compare_exchange_weak(at, at + 1, std::memory_order_relaxed)) {
          ::new (static_cast<void *>(s.bytes)) T(std::move(item));
          s.turn.store(at + 1, std::memory_order_release);
          return true;
        }
      } else if (lead < 0) {
        return false;
      } else {
        at = head_.load(std::memory_order_relaxed);
      }
    }
  }

  // Returns the oldest item, or an empty `Maybe`, which is constructible from an item or from
  // nothing.
  template <class Maybe = std::optional<T>>
  Maybe try_pop() noexcept
  {
    std::size_t at = tail_.load(std::memory_order_relaxed);
    for (;;) {
      slot & s = slots_[at & mask_];
      const auto lead =
        static_cast<std::ptrdiff_t>(s.turn.load(std::memory_order_acquire) - (at + 1));
      if (lead == 0) {
        if (tail_.compare_exchange_weak(at, at + 1, std::memory_order_relaxed)) {
          const vacating after{s, at + mask_ + 1};
          return Maybe(std::move(s.item()));
        }
      } else if (lead < 0) {
        return Maybe();
      } else {
        at = tail_.load(std::memory_order_relaxed);
      }
    }
  }

  // Returns whether the queue is empty; exact only while no thread pushes or pops.
  bool empty() const noexcept
  {
    const std::size_t at = tail_.load(std::memory_order_relaxed);
    return slots_[at & mask_].turn.load(std::memory_order_acquire) != at + 1;
  }

  // Returns the number of items, including those whose push is in progress; exact only while no
  // thread pushes or pops.
  std::size_t size() const noexcept
  {
    const std::size_t taken = popped();
    return pushed() - taken;
  }

  // Return the number of pushes that have begun and of pops that have ended since the ring was
  // created.
  std::size_t pushed() const noexcept { return head_.load(std::memory_order_acquire); }
  std::size_t popped() const noexcept { return tail_.load(std::memory_order_acquire); }

private:
  struct slot
  {
    T & item() noexcept { return *std::launder(reinterpret_cast<T *>(bytes)); }

    std::atomic<std::size_t> turn{0};
    alignas(T) std::byte bytes[sizeof(T)];
  };

  // Destroys the slot's item and releases the slot to the pushes of the next lap.
  struct vacating
  {
    ~vacating()
    {
      of.item().~T();
      of.turn.store(next_push, std::memory_order_release);
    }

    slot & of;
    const std::size_t next_push;
  };

  const std::size_t capacity_;
  const std::size_t mask_;  // slots - 1; slots are a power of two and at least 2
  slot * const slots_;
  alignas(cache_line) std::atomic<std::size_t> head_{0};
  alignas(cache_line) std::atomic<std::size_t> tail_{0};
};

}  // namespace rx::detail

#endif  // RX__DETAIL__RING_HPP_
