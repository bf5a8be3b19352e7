// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// An observer that any thread may feed and dispose. Sources and combining operators emit through
// it.

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

// Subscribes to a source on behalf of `state`. An exception, such as one of a user's copy
// constructor, becomes an error of the stream, because other sources may already feed it.
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

// Holds the observer of one subscription. Any thread, and the observer itself, may call next(),
// error() and completed(): calls of the observer never overlap, and no lock is held during a call.
// An event that arrives while another thread is in the observer, or about 1 us after that, goes
// into a small ring, and that thread delivers it; if the ring is full, the arriving thread waits.
// After the end of the stream, for whatever reason, the observer is destroyed by the thread that
// was in it, and released() is called once; later calls do nothing. Cost of an item without
// contention: two atomic operations, no heap.
//
// Sources of other rooms, such as from_topic, use it too: derive and override released() to remove
// what feeds the stream. `Base` is lifetime or a class derived from it (schedulable, for sources
// that a scheduler drives).
template <class T, class Observer, class Base = lifetime>
class serialized_observer : public Base
{
public:
  // Takes the observer of the subscription.
  explicit serialized_observer(Observer observer) { ::new (&bytes_) Observer(std::move(observer)); }
  ~serialized_observer() override
  {
    if (!destroyed_) {
      observer().~Observer();
    }
  }

  // Delivers an item. Returns false if the stream is over, so that the caller stops.
  template <class U>
  bool next(U && item) noexcept
  {
    return !disposed() && serializer_.next(*this, std::forward<U>(item));
  }

  // End the stream with an error, or without one. Thread-safe.
  void error(const std::exception_ptr & e) noexcept { put_event(event(std::in_place_index<1>, e)); }
  // Ends the stream without an error. May be called from any thread.
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
  // Calls `f(observer)`, for a source that feeds from one thread at a time. `f` may emit several
  // items and returns false if the observer ended the stream. Cost: two atomic operations for all
  // of the items.
  template <class F>
  bool feed(F && f) noexcept
  {
    return !disposed() && serializer_.run(*this, [&] {
      if (!f(observer())) {
        closed_.store(true, std::memory_order_relaxed);
      }
    });
  }

  // Returns true if the calling thread is inside the observer.
  bool inside() const noexcept { return serializer_.held_here(); }

  // next() for rare events: costs one move and one branch more, but compiles faster.
  void put(T && item) noexcept { put_event(event(std::in_place_index<0>, std::move(item))); }

  // Called once when the stream is over and its observer destroyed; on any thread, without any
  // lock.
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

  // The interface that the serializer calls.

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

// The state of an operator that its source keeps alive (lifetime::kept_by_source()). If the source
// has announced that nothing will ever come, the source keeps nothing, so the downstream side keeps
// this state.
template <class T, class Observer, class Base = lifetime>
class fed_observer : public serialized_observer<T, Observer, Base>
{
public:
  using serialized_observer<T, Observer, Base>::serialized_observer;

  bool kept_by_source() const noexcept override { return !silent_.load(std::memory_order_acquire); }

  // Records that nothing will ever come and passes that on.
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
