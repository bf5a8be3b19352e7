// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// subject, behavior, replay: observers that are observables; the way into a stream from ordinary code.

#ifndef RX__SUBJECTS__SUBJECT_HPP_
#define RX__SUBJECTS__SUBJECT_HPP_

#include <cstddef>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "rx/observable.hpp"
#include "rx/subjects/state.hpp"

namespace rx
{

namespace detail
{

// What the three subjects have in common; see subject.
template <class T, class Memory>
class basic_subject
{
public:
  using value_type = T;

  // False: the subject has ended.
  bool on_next(const T & item) const noexcept requires std::copy_constructible<T>
  {
    return state_->next(item);
  }
  bool on_next(T && item) const noexcept { return state_->next(std::move(item)); }
  void on_error(const std::exception_ptr & error) const noexcept { state_->error(error); }
  void on_completed() const noexcept { state_->completed(); }

  bool has_observers() const noexcept { return state_->has_observers(); }
  auto get_observable() const { return make_observable(subject_source<T, Memory>{state_}); }

  // An observer of its own right for source.subscribe(subject.get_subscriber()).
  basic_subject get_subscriber() const { return *this; }
  basic_subject get_observer() const { return *this; }

protected:
  explicit basic_subject(Memory memory) : state_(subject_state<T, Memory>::make(std::move(memory)))
  {
  }
  Memory & memory() const noexcept { return state_->memory(); }

private:
  std::shared_ptr<subject_state<T, Memory>> state_;
};

// The last item. Written by the holder of the baton, read by get_value() from any thread.
template <class T>
class last_item
{
public:
  static constexpr bool after_end = false;

  explicit last_item(T initial) : value_(std::make_unique<shared>(std::move(initial))) {}

  void remember(const T & item)
  {
    std::lock_guard lock(value_->mutex);
    value_->item = item;
  }
  bool replay(subject_node<T> & node) { return node.next(get()); }
  T get() const
  {
    std::lock_guard lock(value_->mutex);
    return value_->item;
  }

private:
  struct shared
  {
    explicit shared(T i) : item(std::move(i)) {}
    std::mutex mutex;
    T item;
  };
  std::unique_ptr<shared> value_;
};

template <class T>
class last_items
{
public:
  static constexpr bool after_end = true;

  explicit last_items(std::size_t count) : count_(count) {}

  void remember(const T & item)
  {
    if (count_ == 0) {
      return;
    }
    if (items_.size() == count_) {
      items_.pop_front();
    }
    items_.push_back(item);
  }
  bool replay(subject_node<T> & node)
  {
    for (const T & item : items_) {
      if (node.ended.load(std::memory_order_acquire) || !node.next(item)) {
        return false;
      }
    }
    return true;
  }

private:
  std::size_t count_;
  std::deque<T> items_;
};

}  // namespace detail

namespace subjects
{

// Emits what is given to on_next() to all who have subscribed before.
//
//   on_next   --1--2-----3--|
//   first     --1--2-----3--|
//   second         ^-----3--|     (subscribed at ^)
//
// Copies are handles of the same subject. All functions may be called from any thread and from within its
// own observers: items never overlap and reach every observer in one order; an item that comes while
// another thread is in an observer is delivered by that thread (32 wait in a ring, then the late thread
// waits). Move-only items have one observer. Dropping all handles ends nothing, it only releases the
// observers. Cost: one allocation an observer; an item: two atomic operations and a virtual call an observer.
template <class T>
class subject : public detail::basic_subject<T, detail::no_memory<T>>
{
public:
  subject() : detail::basic_subject<T, detail::no_memory<T>>({}) {}
};

// A subject that has a value: who subscribes gets the last item (at first the initial one) at once.
//
//   on_next   --1--2-----3--|
//   observer       ^2----3--|
//
// After the end, only the end.
template <class T>
class behavior : public detail::basic_subject<T, detail::last_item<T>>
{
public:
  explicit behavior(T initial)
  : detail::basic_subject<T, detail::last_item<T>>(detail::last_item<T>(std::move(initial)))
  {
  }
  T get_value() const { return this->memory().get(); }  // a copy; any thread
};

// A subject that repeats its last `count` items to who subscribes, also after the end.
//
//   on_next            --1--2--3--|
//   observer, count 2             ^23|
template <class T>
class replay : public detail::basic_subject<T, detail::last_items<T>>
{
public:
  explicit replay(std::size_t count)
  : detail::basic_subject<T, detail::last_items<T>>(detail::last_items<T>(count))
  {
  }
};

}  // namespace subjects

using subjects::subject;

}  // namespace rx

#endif  // RX__SUBJECTS__SUBJECT_HPP_
