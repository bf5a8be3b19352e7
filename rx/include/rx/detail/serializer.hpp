// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Serializes deliveries without a lock that threads wait for: drain lock, drain queue and the loop
// between them. Used by serialized_observer and the subjects.

#ifndef RX__DETAIL__SERIALIZER_HPP_
#define RX__DETAIL__SERIALIZER_HPP_

#include <exception>
#include <type_traits>
#include <utility>

#include "rx/detail/drain_lock.hpp"
#include "rx/detail/drain_queue.hpp"

namespace rx::detail
{

// At most one thread, the holder, delivers to the owner at a time. Other threads enqueue their
// events, and the holder delivers these before it releases the lock. A thread waits for user code
// of another thread only if the queue is full (32 events).
//
// Event is a one_of<item, std::exception_ptr, …>. Owner has these members, which only the holder
// calls:
//   void deliver_item(U && item);       an item that has not been enqueued
//   void deliver(Event &&);             any event
//   bool settle();                      the queue is empty: handles the owner's flags;
//                                       false: the holder keeps the lock for ever, and does not
//                                       touch the owner again
// and these, which any thread calls:
//   bool unsettled() const;             true if settle() has something to do
//   bool ended() const;                 true if no further items are needed
//   bool given_up() const;              true if no thread drains the queue
// A function below that returns false has found that no further items are needed.
template <class Event>
class serializer
{
public:
  // Delivers an item, from any thread. Uncontended: two atomic operations besides the delivery, no
  // heap.
  template <class Owner, class U>
  [[gnu::always_inline]] bool next(Owner & owner, U && item) noexcept
  {
    if (!lock_.try_take()) [[unlikely]] {
      return next_queued(owner, std::forward<U>(item), false);
    }
    if (queue_.pending()) [[unlikely]] {
      return next_queued(owner, std::forward<U>(item), true);
    }
    owner.deliver_item(std::forward<U>(item));
    if (owner.unsettled() || !lock_.release()) [[unlikely]] {
      return drain(owner);
    }
    return true;
  }

  // Delivers any event, from any thread. Costs one move and one branch more than next(), but
  // compiles faster.
  template <class Owner>
  bool put(Owner & owner, Event && event) noexcept
  {
    if (!lock_.try_take()) {
      return enqueue(owner, std::move(event));
    }
    if (queue_.pending()) {
      queue_.add(std::move(event));
    } else {
      owner.deliver(std::move(event));
    }
    return drain(owner);
  }

  // For an owner that is fed by one thread at a time: calls `deliver()` as the holder, unless
  // another thread is the holder.
  template <class Owner, class Deliver>
  bool run(Owner & owner, Deliver && deliver) noexcept
  {
    if (!lock_.try_take()) {
      return !owner.ended();
    }
    deliver();
    return drain(owner);
  }

  // Call it when settle() has something to do or the queue was given up. Thread-safe.
  template <class Owner>
  void notify(Owner & owner) noexcept
  {
    queue_.wake_waiting();
    if (lock_.announce()) {
      drain(owner);
    }
  }

  // Called by the holder: drops the queued events.
  void clear() noexcept
  {
    while (queue_.take()) {
    }
  }

  // Returns true if the calling thread is the holder.
  bool held_here() const noexcept { return lock_.held_here(); }

private:
  template <class Owner, class U>
  [[gnu::noinline, gnu::cold]] bool next_queued(Owner & owner, U && item, bool holder) noexcept
  {
    Event event = made_of(std::forward<U>(item));
    if (!holder) {
      return enqueue(owner, std::move(event));
    }
    queue_.add(std::move(event));
    return drain(owner);
  }
  template <class U>
  static Event made_of(U && item) noexcept
  {
    try {
      return Event(std::in_place_index<0>, std::forward<U>(item));
    } catch (...) {  // thrown while copying the item
      return Event(std::in_place_index<1>, std::current_exception());
    }
  }

  // Called by a thread that could not take the lock; it may become the holder nevertheless.
  template <class Owner>
  [[gnu::noinline]] bool enqueue(Owner & owner, Event && event) noexcept
  {
    bool holder;
    if (lock_.held_here()) {
      queue_.add(std::move(event));
      holder = lock_.announce();  // always false
    } else if ((holder = lock_.try_take_again())) {
      queue_.add(std::move(event));
    } else {
      queue_.enqueue(std::move(event), [&owner] { return owner.given_up(); });
      holder = lock_.announce();
    }
    return holder ? drain(owner) : !owner.ended();
  }

  template <class Owner>
  [[gnu::noinline]] bool drain(Owner & owner) noexcept
  {
    do {
      while (Event event = queue_.take()) {
        owner.deliver(std::move(event));
      }
      if (!owner.settle()) {
        return false;
      }
    } while (!lock_.release());
    return true;
  }

  drain_lock lock_;
  drain_queue<Event> queue_;
};

}  // namespace rx::detail

#endif  // RX__DETAIL__SERIALIZER_HPP_
