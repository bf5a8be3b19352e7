// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// sub: one subscription for many waits, with the last value; the waits of asyncio_for_robotics under their names.

#ifndef RX__COROUTINES__SUB_HPP_
#define RX__COROUTINES__SUB_HPP_

#include <concepts>
#include <cstddef>
#include <utility>

#include "rx/coroutines/listen.hpp"
#include "rx/observable.hpp"
#include "rx/subjects/subject.hpp"

namespace rx
{

namespace detail
{

// What sub's waits return: listens from the moment it is made, awaited later.
template <class T>
struct primed
{
  listener<T> items;
};

template <class T>
first_item<T> awaited(primed<T> wait)
{
  return first_item<T>(std::move(wait.items));
}

}  // namespace detail

// Subscribes to a source once, for as long as it exists, and remembers the last item. The waits may be used by several
// tasks, on several environments; each sees the items that come after it was called (it listens from then on, not only
// from the co_await). They throw the source's error, and empty_error once it has ended. Items are copied.
//
//   source                 --1----2--3---|
//   wait_for_value()           1                  the last item; waits for the first
//   wait_for_next()              ---2             the first one after the call
//   wait_for_new()               -------3         the newest one after the call, when it is awaited late
template <std::copy_constructible T>
class sub
{
public:
  // Timed sources that have no environment run on `env`.
  template <class Source>
  explicit sub(const observable<T, Source> & source, environment env = {})
  : stream_(source.source().start(input{last_, fresh_, std::move(env)}))
  {
  }

  auto wait_for_value() const
  {
    return detail::primed<T>{rx::listen(last_.get_observable().take(1))};
  }
  auto wait_for_new() const { return detail::primed<T>{rx::listen(fresh_.get_observable())}; }
  auto wait_for_next() const
  {
    return detail::primed<T>{rx::listen(fresh_.get_observable().take(1))};
  }

  // As rx::listen(), beginning with the last item, unless only fresh ones are wanted.
  listener<T> listen(bool fresh = false) const
  {
    return rx::listen(
      fresh ? fresh_.get_observable().as_dynamic() : last_.get_observable().as_dynamic());
  }
  // As rx::listen_reliable(), likewise.
  listener<T> listen_reliable(bool fresh = false, std::size_t limit = 10) const
  {
    return rx::listen_reliable(
      fresh ? fresh_.get_observable().as_dynamic() : last_.get_observable().as_dynamic(), limit);
  }

  // Ends it: all waits and listeners see the end. Also when it is destroyed.
  void close() const noexcept
  {
    stream_.dispose();
    fresh_.on_completed();
    last_.on_completed();
  }

  sub(sub &&) = delete;
  sub & operator=(sub &&) = delete;
  ~sub() { close(); }

private:
  struct input
  {
    bool on_next(const T & item) noexcept { return last.on_next(item) && fresh.on_next(item); }
    void on_error(const std::exception_ptr & error) noexcept
    {
      last.on_error(error);
      fresh.on_error(error);
    }
    void on_completed() noexcept
    {
      last.on_completed();
      fresh.on_completed();
    }
    environment env() const { return of_sub; }

    subjects::replay<T> last;
    subject<T> fresh;
    environment of_sub;
  };

  const subjects::replay<T> last_{1};
  const subject<T> fresh_;
  scoped_subscription stream_;
};

template <class T, class Source>
sub(observable<T, Source>) -> sub<T>;
template <class T, class Source>
sub(observable<T, Source>, environment) -> sub<T>;

}  // namespace rx

#endif  // RX__COROUTINES__SUB_HPP_
