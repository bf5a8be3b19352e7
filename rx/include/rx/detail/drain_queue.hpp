// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The events that threads could not deliver themselves because another thread holds the drain lock.
// Used by serializer.

#ifndef RX__DETAIL__DRAIN_QUEUE_HPP_
#define RX__DETAIL__DRAIN_QUEUE_HPP_

#include <atomic>
#include <cstddef>
#include <utility>

#include "rx/detail/event_count.hpp"
#include "rx/detail/ring.hpp"
#include "rx/detail/spin_then_sleep.hpp"

namespace rx::detail
{

// A small ring, allocated on first use, and the wait of a thread that finds it full. The holder of
// the drain lock is the only consumer. Events of the holder itself (an item that a subscriber's own
// on_next caused) never wait: if the ring is full, they go to a list that only the holder touches.
//
// A thread may be preempted within enqueue(), with its slot in the ring taken but not filled. The
// holder does not wait for it: take() returns nothing then, the lock is released, and that thread
// drains the queue when it continues. Until then, events behind its slot remain here. So a thread
// that takes the lock with an event of its own first asks pending(), and if it returns true,
// appends its event with add().
//
// Event is a one_of<…>, which can be empty. Allocates the ring, and the holder's events beyond it.
template <class Event>
class drain_queue
{
public:
  static constexpr std::size_t capacity = 32;

  drain_queue() = default;
  drain_queue(const drain_queue &) = delete;
  drain_queue & operator=(const drain_queue &) = delete;
  ~drain_queue()
  {
    while (own_first_) {
      take_own();
    }
    delete ring_.load(std::memory_order_acquire);
  }

  // Called by any thread but the holder, which must then announce the event. Waits while the ring
  // is full, unless `given_up()`: no thread drains the queue then.
  template <class GivenUp>
  void enqueue(Event && event, GivenUp given_up)
  {
    ring<Event> & r = made_ring();
    // The item is moved outside the wait, because that runs user code and the wait holds a lock.
    for (spin_then_sleep taker; !r.try_push(event) && !given_up(); taker.wait()) {
      room_.wait([&] { return r.size() < r.capacity() || given_up(); }, duration::zero());
    }
  }

  // Called by the holder: returns true if an event may be waiting.
  [[gnu::always_inline]] bool pending() const noexcept
  {
    const ring<Event> * r = ring_.load(std::memory_order_acquire);
    return r && (r->size() != 0 || own_first_);
  }

  // Called by the holder: appends an event.
  void add(Event && event)
  {
    ring<Event> & r = made_ring();
    if (own_first_ || !r.try_push(event)) {
      auto * own = new own_event{r.pushed(), std::move(event), nullptr};
      (own_first_ ? own_last_->next : own_first_) = own;
      own_last_ = own;
    }
  }

  // Called by the holder: returns the next event, or an empty one.
  Event take()
  {
    ring<Event> * r = ring_.load(std::memory_order_acquire);
    if (!r) {
      return Event();
    }
    Event event = own_is_next(*r) ? take_own() : r->template try_pop<Event>();
    if (!event || ++taken_ % (capacity / 2) == 0) {
      wake_waiting();
    }
    return event;
  }

  // Makes waiting threads check again: there is room, or the stream is over.
  void wake_waiting() noexcept { room_.notify(); }

private:
  // An event that the holder added when the ring was full, and the number of pushes into the ring
  // before it.
  struct own_event
  {
    std::size_t behind;
    Event event;
    own_event * next;
  };

  bool own_is_next(const ring<Event> & r) const noexcept
  {
    return own_first_ && r.popped() >= own_first_->behind;
  }
  Event take_own()
  {
    own_event * first = std::exchange(own_first_, own_first_->next);
    Event event = std::move(first->event);
    delete first;
    return event;
  }

  ring<Event> & made_ring()
  {
    ring<Event> * r = ring_.load(std::memory_order_acquire);
    if (!r) {
      auto * created = new ring<Event>(capacity);
      if (ring_.compare_exchange_strong(r, created, std::memory_order_acq_rel)) {
        r = created;
      } else {
        delete created;
      }
    }
    return *r;
  }

  std::atomic<ring<Event> *> ring_{nullptr};
  own_event * own_first_ = nullptr;
  own_event * own_last_ = nullptr;  // undefined if there is no first event
  std::size_t taken_ = 0;
  event_count room_;
};

}  // namespace rx::detail

#endif  // RX__DETAIL__DRAIN_QUEUE_HPP_
