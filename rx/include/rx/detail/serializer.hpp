// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// One thread at a time, without a lock that anybody waits for: drain lock, drain queue and the loop
// between them. Its users are serialized_observer and the subjects.

#ifndef RX__DETAIL__SERIALIZER_HPP_
#define RX__DETAIL__SERIALIZER_HPP_

#include <exception>
#include <type_traits>
#include <utility>

#include "rx/detail/drain_lock.hpp"
#include "rx/detail/drain_queue.hpp"

namespace rx::detail
{

// At most one thread delivers to the owner at a time, the holder. What others bring meanwhile they
// enqueue, and the holder delivers it before it releases the lock. No user code runs while anybody
// waits for it, but for a full queue (32 events).
//
// Event is a one_of<item, std::exception_ptr, …>. Owner has, called by the holder only:
//   void deliver_item(U && item);       an item that has not been enqueued
//   void deliver(Event &&);             any event
//   bool settle();                      the queue is empty: do what flags of the owner ask for;
//                                       false: the holder keeps the lock for ever, and does not
//                                       touch the owner again
// and, asked by any thread,
//   bool unsettled() const;             whether there is something for settle() to do
//   bool ended() const;                 no further items are wanted
//   bool given_up() const;              nobody drains the queue any more
// A function below that returns false has found that no further items are wanted.
template <class Event>
class serializer
{
public:
  // An item, from any thread. Uncontended: two atomic operations besides the delivery, and no heap.
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

  // Any event, from any thread: dearer than next() by a move and a branch, but the compiler has
  // less to do for it.
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
  // another thread is.
  template <class Owner, class Deliver>
  bool run(Owner & owner, Deliver && deliver) noexcept
  {
    if (!lock_.try_take()) {
      return !owner.ended();
    }
    deliver();
    return drain(owner);
  }

  // There is something for settle() to do, or the queue was given up: any thread.
  template <class Owner>
  void notify(Owner & owner) noexcept
  {
    queue_.wake_waiting();
    if (lock_.announce()) {
      drain(owner);
    }
  }

  // By the holder: drops what is in the queue.
  void clear() noexcept
  {
    while (queue_.take()) {
    }
  }

  // Whether the calling thread is the holder.
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
    } catch (...) {  // copying the item
      return Event(std::in_place_index<1>, std::current_exception());
    }
  }

  // By a thread that could not take the lock; it may become the holder all the same.
  template <class Owner>
  [[gnu::noinline]] bool enqueue(Owner & owner, Event && event) noexcept
  {
    bool holder;
    if (lock_.held_here()) {
      queue_.add(std::move(event));
      holder = lock_.announce();  // false, of course
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
