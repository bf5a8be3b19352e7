// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// An observer that may be fed and disposed from any thread: the way out of a source or combining
// operator.

#ifndef RX__SERIALIZED_OBSERVER_HPP_
#define RX__SERIALIZED_OBSERVER_HPP_

#include <atomic>
#include <cstddef>
#include <exception>
#include <new>
#include <type_traits>
#include <utility>

#include "rx/detail/one_of.hpp"
#include "rx/detail/serializer.hpp"
#include "rx/environment.hpp"
#include "rx/observer.hpp"
#include "rx/subscription.hpp"

namespace rx
{

namespace detail
{

struct completed_event
{
};

// Subscribes to a source on behalf of `state`. What that throws (the copy of a user's function
// does) is an error of the stream: other sources may feed it already.
template <class State, class Start>
void start_or_fail(State & state, Start start) noexcept
{
  try {
    start();
  } catch (...) {
    state.error(std::current_exception());
  }
}

}  // namespace detail

// Holds the observer of one subscription. next(), error() and completed() may be called from any
// thread and from within the observer itself: calls of the observer never overlap, and no lock is
// held meanwhile. What comes while another thread is in the observer, and for about 1 us more, goes
// into a small ring, delivered by that thread; if the ring is full, the other one waits. After the
// end, for whichever reason, the observer is destroyed (by the thread that was in it) and
// released() is called once; later calls do nothing. Cost of an item without contention: two atomic
// operations; no heap.
//
// Base for sources of other rooms too (from_topic): derive, override released() to remove what
// feeds it. `Base` is lifetime or a class derived from it (task, for sources that a scheduler
// drives).
template <class T, class Observer, class Base = lifetime>
class serialized_observer : public Base
{
public:
  explicit serialized_observer(Observer observer) { ::new (&bytes_) Observer(std::move(observer)); }
  ~serialized_observer() override
  {
    if (!destroyed_) {
      observer().~Observer();
    }
  }

  // False: the stream is over and the caller need not come again.
  template <class U>
  bool next(U && item) noexcept
  {
    return !disposed() && serializer_.next(*this, std::forward<U>(item));
  }

  void error(const std::exception_ptr & e) noexcept { put_event(event(std::in_place_index<1>, e)); }
  void completed() noexcept { put_event(event(std::in_place_index<2>)); }

  // Ends the stream without a further call of the observer.
  void dispose() noexcept override
  {
    if (!closed_.exchange(true, std::memory_order_acq_rel)) {
      serializer_.notify(*this);
    }
  }
  bool disposed() const noexcept override { return closed_.load(std::memory_order_acquire); }

protected:
  // For a source that feeds from one thread at a time: calls `f(observer)`, which may emit several
  // items and returns false if one of them was not wanted. Cost: two atomic operations for all of
  // them.
  template <class F>
  bool feed(F && f) noexcept
  {
    return !disposed() && serializer_.run(*this, [&] {
      if (!f(observer())) {
        closed_.store(true, std::memory_order_relaxed);
      }
    });
  }

  // Whether the calling thread is in the observer.
  bool inside() const noexcept { return serializer_.held_here(); }

  // next() for what is rare: dearer than that by a move and a branch, but a compiler has nothing
  // more to do for it.
  void put(T && item) noexcept { put_event(event(std::in_place_index<0>, std::move(item))); }

  // The stream is over and its observer destroyed. Called once, on any thread, outside of all
  // locks.
  virtual void released() noexcept {}

private:
  using event = detail::one_of<T, std::exception_ptr, detail::completed_event>;
  friend detail::serializer<event>;

  Observer & observer() noexcept { return *std::launder(reinterpret_cast<Observer *>(&bytes_)); }

  void put_event(event && e) noexcept
  {
    if (!disposed()) {
      serializer_.put(*this, std::move(e));
    }
  }

  // What the serializer asks for and calls.

  bool unsettled() const noexcept { return disposed(); }
  bool ended() const noexcept { return disposed(); }
  bool given_up() const noexcept { return disposed(); }

  template <class U>
  void deliver_item(U && item) noexcept
  {
    if (!observer().on_next(std::forward<U>(item))) [[unlikely]] {
      closed_.store(true, std::memory_order_relaxed);
    }
  }

  void deliver(event && e) noexcept
  {
    if (T * item = e.template get_if<0>()) {
      if (!disposed()) {
        deliver_item(std::move(*item));
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

  bool settle() noexcept
  {
    if (!disposed()) {
      return true;
    }
    if (!std::exchange(destroyed_, true)) {
      observer().~Observer();
      serializer_.clear();
      released();
    }
    return false;
  }

  std::atomic<bool> closed_{false};
  bool destroyed_ = false;
  alignas(Observer) std::byte bytes_[sizeof(Observer)];
  detail::serializer<event> serializer_;
};

namespace detail
{

// The state of an operator that is kept alive by its source (lifetime::kept_by_source()), unless
// that has said that nothing will ever come: then the source keeps nothing, so what is downstream
// does.
template <class T, class Observer, class Base = lifetime>
class fed_observer : public serialized_observer<T, Observer, Base>
{
public:
  using serialized_observer<T, Observer, Base>::serialized_observer;

  bool kept_by_source() const noexcept override { return !silent_.load(std::memory_order_acquire); }

  // Nothing will ever come, which is handed on.
  void never() noexcept
  {
    silent_.store(true, std::memory_order_release);
    this->feed([](Observer & observer) {
      never_comes(observer);
      return true;
    });
  }

private:
  std::atomic<bool> silent_{false};
};

}  // namespace detail

}  // namespace rx

#endif  // RX__SERIALIZED_OBSERVER_HPP_
