// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Where threads leave what they could not deliver themselves because another one is downstream.

#ifndef RX__DETAIL__LATE_QUEUE_HPP_
#define RX__DETAIL__LATE_QUEUE_HPP_

#include <atomic>
#include <cstddef>
#include <deque>
#include <memory>
#include <optional>
#include <utility>

#include "rx/detail/baton.hpp"
#include "rx/detail/ring.hpp"
#include "rx/detail/signal.hpp"

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
    if (!r.try_push(event)) {
      room_.wait([&] { return r.try_push(event) || closed(); }, duration::zero());
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
  void wake_waiting() noexcept { room_.notify(); }

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
  signal room_;
};

}  // namespace rx::detail

#endif  // RX__DETAIL__LATE_QUEUE_HPP_
