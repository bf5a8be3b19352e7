// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Where threads leave what they could not deliver themselves because another one is downstream.

#ifndef RX__DETAIL__LATE_QUEUE_HPP_
#define RX__DETAIL__LATE_QUEUE_HPP_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <utility>

#include "rx/detail/baton.hpp"
#include "rx/detail/ring.hpp"

namespace rx::detail
{

// A small ring, made when it is first needed, and the wait of a thread that finds it full. The holder
// of the baton is the only consumer. What the holder itself adds (an item that a subscriber's own
// on_next provoked) never waits: beyond the ring it goes to a list that only the holder touches.
template <class Event>
class late_queue
{
public:
  static constexpr std::size_t capacity = 32;

  late_queue() = default;
  late_queue(const late_queue &) = delete;
  late_queue & operator=(const late_queue &) = delete;
  ~late_queue() { delete ring_.load(std::memory_order_acquire); }

  enum class outcome
  {
    left_to_holder,
    holder_now
  };

  // Leaves the event; `holder_now`: the caller has become the holder and must drain. Waits while the ring
  // is full, but not longer than the baton is held or `closed()` is false.
  template <class Closed>
  outcome leave(Event && event, baton & downstream, Closed && closed)
  {
    ring<Event> & r = made_ring();
    if (downstream.held_here()) {
      if (!own_.empty() || !r.try_push(event)) {
        own_.push_back(std::move(event));
      }
      downstream.announce();
      return outcome::left_to_holder;
    }
    while (!r.try_push(event)) {
      waiting_.fetch_add(1, std::memory_order_seq_cst);
      const std::uint32_t seen = freed_.load(std::memory_order_acquire);
      const bool pushed = r.try_push(event);
      if (!pushed && !closed()) {
        freed_.wait(seen, std::memory_order_acquire);
      }
      waiting_.fetch_sub(1, std::memory_order_relaxed);
      if (pushed || closed()) {
        break;
      }
    }
    return downstream.announce() ? outcome::holder_now : outcome::left_to_holder;
  }

  // By the holder: gives each event to `f` until there is none left.
  template <class F>
  void drain(F && f)
  {
    ring<Event> * r = ring_.load(std::memory_order_acquire);
    if (!r) {
      return;
    }
    std::size_t taken = 0;
    for (;;) {
      std::optional<Event> event;
      if (!r->try_pop([&](Event && e) { event.emplace(std::move(e)); })) {
        if (own_.empty()) {
          break;
        }
        event.emplace(std::move(own_.front()));
        own_.pop_front();
      }
      if (++taken % (capacity / 2) == 0) {
        wake_waiting();
      }
      f(std::move(*event));
    }
    wake_waiting();
  }

  // Lets those that wait look again: there is room, or the stream is over.
  void wake_waiting() noexcept
  {
    std::atomic_thread_fence(std::memory_order_seq_cst);
    if (waiting_.load(std::memory_order_relaxed) > 0) {
      freed_.fetch_add(1, std::memory_order_release);
      freed_.notify_all();
    }
  }

private:
  ring<Event> & made_ring()
  {
    ring<Event> * r = ring_.load(std::memory_order_acquire);
    if (!r) {
      auto made = std::make_unique<ring<Event>>(capacity);
      if (ring_.compare_exchange_strong(r, made.get(), std::memory_order_acq_rel)) {
        r = made.release();
      }
    }
    return *r;
  }

  std::atomic<ring<Event> *> ring_{nullptr};
  std::deque<Event> own_;
  std::atomic<std::uint32_t> waiting_{0};
  std::atomic<std::uint32_t> freed_{0};
};

}  // namespace rx::detail

#endif  // RX__DETAIL__LATE_QUEUE_HPP_
