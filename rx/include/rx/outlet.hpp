// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The way out of a source or combiner: an observer that may be fed and disposed from any thread.

#ifndef RX__OUTLET_HPP_
#define RX__OUTLET_HPP_

#include <atomic>
#include <cstddef>
#include <exception>
#include <new>
#include <type_traits>
#include <utility>

#include "rx/detail/baton.hpp"
#include "rx/detail/late_queue.hpp"
#include "rx/detail/one_of.hpp"
#include "rx/environment.hpp"
#include "rx/subscription.hpp"

namespace rx
{

namespace detail
{

struct completed_event
{
};

}  // namespace detail

// Holds the observer of one subscription. next(), error() and completed() may be called from any thread and
// from within the observer itself: calls of the observer never overlap, and no lock is held meanwhile. What
// comes while another thread is in the observer, and for about 1 us more, goes into a small ring, delivered by
// that thread; if the ring is full, the late thread waits. After the end, for whichever reason, the observer is destroyed
// (by the thread that was in it) and released() is called once; later calls do nothing.
// Cost of an item without contention: two atomic operations; no heap.
//
// Base for sources of other rooms too (from_topic): derive, override released() to remove what feeds it.
// `Base` is lifetime or a class derived from it (task, for sources that a scheduler drives).
template <class T, class Observer, class Base = lifetime>
class outlet : public Base
{
public:
  explicit outlet(Observer observer) { ::new (&bytes_) Observer(std::move(observer)); }
  ~outlet() override
  {
    if (!destroyed_) {
      observer().~Observer();
    }
  }

  // False: the stream is over and the caller need not come again.
  template <class U>
  bool next(U && item) noexcept
  {
    if (closed_.load(std::memory_order_acquire)) {
      return false;
    }
    if (!downstream_.try_take()) [[unlikely]] {
      return next_late(std::forward<U>(item));
    }
    if (late_.pending()) [[unlikely]] {
      return next_behind(std::forward<U>(item));
    }
    if (!observer().on_next(std::forward<U>(item))) [[unlikely]] {
      closed_.store(true, std::memory_order_relaxed);
    }
    if (closed_.load(std::memory_order_acquire) || !downstream_.release()) [[unlikely]] {
      return let_go();
    }
    return true;
  }

  void error(const std::exception_ptr & e) noexcept
  {
    late_or_now(event(std::in_place_index<1>, e));
  }
  void completed() noexcept { late_or_now(event(std::in_place_index<2>)); }

  // Ends the stream without a further call of the observer.
  void dispose() noexcept override
  {
    if (!closed_.exchange(true, std::memory_order_acq_rel)) {
      late_.wake_waiting();
      if (downstream_.announce()) {
        let_go();
      }
    }
  }
  bool disposed() const noexcept override { return closed_.load(std::memory_order_acquire); }

protected:
  // For a source that feeds from one thread at a time: calls `f(observer)`, which may emit several items and
  // returns false if one of them was not wanted. Cost: two atomic operations for all of them.
  template <class F>
  bool feed(F && f) noexcept
  {
    if (disposed() || !downstream_.try_take()) {
      return !disposed();
    }
    if (!f(observer())) {
      closed_.store(true, std::memory_order_relaxed);
    }
    return let_go();
  }

  // Whether the calling thread is in the observer.
  bool inside() const noexcept { return downstream_.held_here(); }

  // next() for what is rare: dearer than that by a move and a branch, but a compiler has nothing more to do for it.
  void put(T && item) noexcept { late_or_now(event(std::in_place_index<0>, std::move(item))); }

  // The stream is over and its observer destroyed. Called once, on any thread, outside of all locks.
  virtual void released() noexcept {}

private:
  using event = detail::one_of<T, std::exception_ptr, detail::completed_event>;

  Observer & observer() noexcept { return *std::launder(reinterpret_cast<Observer *>(&bytes_)); }

  template <class U>
  [[gnu::noinline, gnu::cold]] bool next_late(U && item) noexcept
  {
    try {
      return late(event(std::in_place_index<0>, std::forward<U>(item)));
    } catch (...) {  // copying the item
      error(std::current_exception());
      return false;
    }
  }

  // As the holder of the baton, who is not in the observer.
  template <class U>
  [[gnu::noinline, gnu::cold]] bool next_behind(U && item) noexcept
  {
    try {
      late_.add(event(std::in_place_index<0>, std::forward<U>(item)));
    } catch (...) {  // copying the item
      late_.add(event(std::in_place_index<1>, std::current_exception()));
    }
    return let_go();
  }

  void late_or_now(event && e) noexcept
  {
    if (closed_.load(std::memory_order_acquire)) {
      return;
    }
    if (downstream_.try_take()) {
      if (late_.pending()) {
        late_.add(std::move(e));
      } else {
        deliver(std::move(e));
      }
      let_go();
    } else {
      late(std::move(e));
    }
  }

  bool late(event && e)
  {
    return late_.leave(std::move(e), downstream_, closed_) ? let_go() : !disposed();
  }

  // By the holder of the baton.
  void deliver(event && e) noexcept
  {
    if (T * item = e.template get_if<0>()) {
      if (!observer().on_next(std::move(*item))) {
        closed_.store(true, std::memory_order_relaxed);
      }
      return;
    }
    if (closed_.exchange(true, std::memory_order_acq_rel)) {
      return;
    }
    if (auto * error = e.template get_if<1>()) {
      observer().on_error(*error);
    } else {
      observer().on_completed();
    }
  }

  // Delivers what came meanwhile and gives the baton back; at the end of the stream it is kept for ever.
  [[gnu::noinline]] bool let_go() noexcept
  {
    do {
      while (auto e = late_.take()) {
        if (!disposed()) {
          deliver(std::move(e));
        }
      }
      if (disposed()) {
        if (!std::exchange(destroyed_, true)) {
          observer().~Observer();
          while (late_.take()) {
          }
          released();
        }
        return false;
      }
    } while (!downstream_.release());
    return true;
  }

  std::atomic<bool> closed_{false};
  bool destroyed_ = false;
  detail::baton downstream_;
  alignas(Observer) std::byte bytes_[sizeof(Observer)];
  detail::late_queue<event> late_;
};

}  // namespace rx

#endif  // RX__OUTLET_HPP_
