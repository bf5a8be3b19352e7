// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// subject, behavior, replay, async: objects that are both observer and observable. Ordinary code
// feeds a stream through them.

#ifndef RX__SUBJECTS__SUBJECT_HPP_
#define RX__SUBJECTS__SUBJECT_HPP_

#include <concepts>
#include <cstddef>
#include <exception>
#include <limits>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "rx/composite_subscription.hpp"
#include "rx/detail/checked.hpp"
#include "rx/observable.hpp"
#include "rx/subjects/last_items.hpp"
#include "rx/subjects/state.hpp"

namespace rx
{

namespace detail
{

// The common part of the subjects; see subject.
template <class T, class Memory>
class basic_subject
{
public:
  using value_type = T;

  // Emits an item. Returns false if the subject has ended.
  bool on_next(const T & item) const noexcept
    requires std::copy_constructible<T>
  {
    return state_->next(item);
  }
  bool on_next(T && item) const noexcept { return state_->next(std::move(item)); }
  // Ends the stream of all observers with an error.
  void on_error(const std::exception_ptr & error) const noexcept { state_->error(error); }
  // Completes the stream of all observers.
  void on_completed() const noexcept { state_->completed(); }

  // Returns true if at least one observer is subscribed.
  bool has_observers() const noexcept { return state_->has_observers(); }

  // is_subscribed() returns false once the subject has ended. unsubscribe() ends it without
  // notifying its observers. A subscription or function passed to add() is disposed at its end.
  bool is_subscribed() const noexcept { return !state_->over(); }
  void unsubscribe() const noexcept { state_->end_silently(); }
  composite_subscription get_subscription() const { return state_->lifetime(state_.state()); }
  template <class X>
  subscription add(X teardown) const
  {
    return get_subscription().add(std::move(teardown));
  }
  void remove(const subscription & member) const { get_subscription().remove(member); }

  using source_type = subject_source<T, Memory>;
  // Returns the stream of this subject, for subscribers. It does not keep the subject alive as a
  // producer.
  auto get_observable() const { return make_observable(source_type{state_.state()}); }

  // Returns an observer that feeds this subject, for source.subscribe(subject.get_subscriber()).
  basic_subject get_subscriber() const { return *this; }
  basic_subject get_observer() const { return *this; }

protected:
  explicit basic_subject(Memory memory) : state_(std::move(memory)) {}
  Memory & memory() const noexcept { return state_->memory(); }

private:
  subject_feed<T, Memory> state_;
};

// The last item. The holder of the serializer writes it; any thread reads it with get_value().
template <class T>
class last_item
{
  static_assert(
    std::copy_constructible<T>,
    "rx::subjects::behavior: the items must be copyable, since the last one is kept");

public:
  static constexpr bool after_end = false;
  static constexpr bool until_end = false;

  explicit last_item(T initial) : values_(std::make_unique<shared>(std::move(initial))) {}

  // Call it from one thread at a time.
  void remember(const T & item)
  {
    place & next = spare_ ? *std::exchange(spare_, nullptr) : values_->unused();
    next.item.emplace(item);
    place * former;
    bool free;
    {
      std::lock_guard lock(values_->mutex);
      former = std::exchange(values_->current, &next);
      free = former->users == 0;
    }
    if (free) {
      former->item.reset();
      spare_ = former;
    }
  }
  bool replay(subject_node<T> & node) { return node.next(get()); }
  T get() const
  {
    const reading now(*values_);
    return *now.from.item;
  }

private:
  // Items are copied and destroyed without the lock, because that runs user code: the readers of
  // each place are counted. There are as many places as simultaneous readers, plus one or two.
  struct place
  {
    std::optional<T> item;
    std::size_t users = 0;
  };
  struct shared
  {
    explicit shared(T initial) : current(&places.emplace_back())
    {
      current->item.emplace(std::move(initial));
    }

    place & unused()
    {
      std::lock_guard lock(mutex);
      for (place & p : places) {
        if (&p != current && p.users == 0) {
          return p;
        }
      }
      return places.emplace_back();
    }
    place & enter()
    {
      std::lock_guard lock(mutex);
      ++current->users;
      return *current;
    }
    void leave(place & p) noexcept
    {
      {
        std::lock_guard lock(mutex);
        if (p.users > 1 || &p == current) {
          --p.users;
          return;
        }
      }
      p.item.reset();  // no other thread uses it while it is counted as used
      std::lock_guard lock(mutex);
      --p.users;
    }

    std::mutex mutex;  // guards the members below and `users` of each place, not its item
    std::list<place> places;
    place * current;
  };
  struct reading
  {
    explicit reading(shared & s) : of(s), from(s.enter()) {}
    reading(const reading &) = delete;
    reading & operator=(const reading &) = delete;
    ~reading() { of.leave(from); }

    shared & of;
    place & from;
  };
  std::unique_ptr<shared> values_;
  place * spare_ = nullptr;  // a place that remember() may use
};

// The last item, held back until the end.
template <class T>
class final_item
{
  static_assert(
    std::copy_constructible<T>,
    "rx::subjects::async: the items must be copyable, since the last one is kept");

public:
  static constexpr bool after_end = true;
  static constexpr bool until_end = true;

  void remember(const T & item) { item_ = item; }
  bool replay(subject_node<T> & node) { return !item_ || node.next(std::as_const(*item_)); }

private:
  std::optional<T> item_;
};

}  // namespace detail

namespace subjects
{

// Emits the items given to on_next() to all current observers.
//
//   on_next   --1--2-----3--|
//   first     --1--2-----3--|
//   second         ^-----3--|     (subscribed at ^)
//
// Copies are handles of the same subject. Thread-safe, also within its own observers: items never
// overlap and reach all observers in the same order. An item that arrives while another thread is
// in an observer is delivered by that thread (32 items wait in a ring, then the arriving thread
// waits). Move-only items can have one observer only. Destroying all handles does not end the
// stream; it only releases the observers, even if pipes of get_observable() still exist: a caller
// that waits for such a stream gets rx::stream_dropped. Cost: one allocation per observer; per item
// two atomic operations and one virtual call per observer.
//
//   subject<int> numbers;
//   std::vector<int> seen;
//   numbers.get_observable().subscribe([&](int i) { seen.push_back(i); });
//   numbers.on_next(1);
//   numbers.on_next(2);
//   seen;  // -> [1 2]
template <class T>
class subject : public detail::basic_subject<T, detail::no_memory<T>>
{
public:
  // Creates a subject without an item.
  subject() : detail::basic_subject<T, detail::no_memory<T>>({}) {}
  // Ends together with `until`, without notifying its observers, and disposes it at its own end.
  explicit subject(const composite_subscription & until) : subject()
  {
    this->add(until);
    until.add(this->get_subscription());
  }
};

// A subject with a value: a new subscriber gets the last item (initially the given one) at once.
//
//   on_next   --1--2-----3--|
//   observer       ^2----3--|
//
// After the end, a subscriber gets only the end.
//
//   subjects::behavior<int> mode(0);
//   mode.on_next(1);
//   mode.get_observable() | take(1);  // -> 1 |
template <class T>
class behavior : public detail::basic_subject<T, detail::last_item<T>>
{
public:
  // `initial` is the value before the first item.
  explicit behavior(T initial)
  : detail::basic_subject<T, detail::last_item<T>>(detail::last_item<T>(std::move(initial)))
  {
  }
  // Returns a copy of the last item. Thread-safe.
  T get_value() const { return this->memory().get(); }
};

// A subject that repeats its last `count` items to each new subscriber, also after the end. With an
// `age` it repeats only items that are not older, by the clock of env (by default the steady
// clock). With neither it repeats all items.
//
//   on_next            --1--2--3--|
//   observer, count 2             ^23|
//
//   subjects::replay<int> log(2);
//   for (int i : {1, 2, 3}) {
//     log.on_next(i);
//   }
//   log.on_completed();
//   log.get_observable();  // -> 2 3 |
template <class T>
class replay : public detail::basic_subject<T, detail::last_items<T>>
{
  using base = detail::basic_subject<T, detail::last_items<T>>;

public:
  // The number of items of a subject without a limit.
  static constexpr std::size_t all = std::numeric_limits<std::size_t>::max();

  // Keeps `count` items; throws std::invalid_argument if the number is negative.
  template <std::integral N = std::size_t>
  explicit replay(N count = all)
  : base(detail::last_items<T>(checked(count), duration::max(), environment()))
  {
  }
  // Keeps `count` items that are at most `age` old.
  template <std::integral N>
  replay(N count, duration age, environment env = {})
  : base(detail::last_items<T>(checked(count), age, env ? std::move(env) : current_thread()))
  {
  }
  // Keeps all items that are at most `age` old.
  explicit replay(duration age, environment env = {}) : replay(all, age, std::move(env)) {}

private:
  template <std::integral N>
  static std::size_t checked(N count)
  {
    return detail::not_negative(count, "rx::subjects::replay: the number of items is negative");
  }
};

// A subject that emits its last item when it completes, also to later subscribers.
//
//   on_next    --1--2--3--|
//   observer   -----------3|
//
//   subjects::async<int> result;
//   result.on_next(1);
//   result.on_next(2);
//   result.on_completed();
//   result.get_observable();  // -> 2 |
template <class T>
class async : public detail::basic_subject<T, detail::final_item<T>>
{
public:
  async() : detail::basic_subject<T, detail::final_item<T>>({}) {}
};

}  // namespace subjects

using subjects::subject;

}  // namespace rx

#endif  // RX__SUBJECTS__SUBJECT_HPP_
