// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The events that threads could not deliver themselves because another one holds the drain lock.
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

// A small ring, made when it is first needed, and the wait of a thread that finds it full. The
// holder of the drain lock is the only consumer. What the holder itself adds (an item that a
// subscriber's own on_next provoked) never waits: beyond the ring it goes to a list that only the
// holder touches.
//
// A thread may be preempted within enqueue(), its place in the ring taken but not filled. The
// holder does not wait for it: take() finds nothing then, the lock is released, and that thread
// drains the queue itself once it goes on. Until then what others enqueued behind its place is
// still here, so who takes the lock with an event of its own asks pending() first, and if so puts
// it behind them by add().
//
// Event is a one_of<…>: it can be none. Allocates the ring, and whatever the holder adds beyond it.
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

  // By any thread but the holder, which then announces it. Waits while the ring is full, unless
  // `given_up()`: nobody drains the queue any more.
  template <class GivenUp>
  void enqueue(Event && event, GivenUp given_up)
  {
    ring<Event> & r = made_ring();
    // The item is moved outside of the wait, since that is user code and the wait has a lock.
    for (spin_then_sleep taker; !r.try_push(event) && !given_up(); taker.wait()) {
      room_.wait([&] { return r.size() < r.capacity() || given_up(); }, duration::zero());
    }
  }

  // By the holder: whether something waits to be taken.
  [[gnu::always_inline]] bool pending() const noexcept
  {
    const ring<Event> * r = ring_.load(std::memory_order_acquire);
    return r && (r->size() != 0 || own_first_);
  }

  // By the holder: behind all that is here.
  void add(Event && event)
  {
    ring<Event> & r = made_ring();
    if (own_first_ || !r.try_push(event)) {
      auto * own = new own_event{r.pushed(), std::move(event), nullptr};
      (own_first_ ? own_last_->next : own_first_) = own;
      own_last_ = own;
    }
  }

  // By the holder: the next event, or none.
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

  // Lets those that wait look again: there is room, or the stream is over.
  void wake_waiting() noexcept { room_.notify(); }

private:
  // What the holder added when the ring was full, and how many had been pushed into the ring
  // before.
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
      auto * made = new ring<Event>(capacity);
      if (ring_.compare_exchange_strong(r, made, std::memory_order_acq_rel)) {
        r = made;
      } else {
        delete made;
      }
    }
    return *r;
  }

  std::atomic<ring<Event> *> ring_{nullptr};
  own_event * own_first_ = nullptr;
  own_event * own_last_ = nullptr;  // meaningless if there is no first
  std::size_t taken_ = 0;
  event_count room_;
};

}  // namespace rx::detail

#endif  // RX__DETAIL__DRAIN_QUEUE_HPP_
