// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// sub: one subscription for many waits, with the last value; the waits of asyncio_for_robotics
// under their names.

#ifndef RX__COROUTINES__SUB_HPP_
#define RX__COROUTINES__SUB_HPP_

#include <atomic>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <utility>

#include "rx/coroutines/listen.hpp"
#include "rx/detail/waiting_observer.hpp"
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

// Subscribes to a source once, for as long as it exists, and remembers the last item. The waits may
// be used by several tasks, on several environments; each sees the items that come after it was
// called (it listens from then on, not only from the co_await). They throw the source's error,
// empty_error once it has completed, and stream_dropped once nothing feeds it any longer. Items are
// copied.
//
//   source                 --1----2--3---|
//   wait_for_value()           1                  the last item; waits for the first
//   wait_for_next()              ---2             the first one after the call
//   wait_for_new()               -------3         after the call; the newest, if awaited late
//
//   auto waits = [&]() -> task<std::string> {
//     sub source(m.cold("-1-2-3|"));
//     std::string seen;
//     seen += co_await source.wait_for_value();
//     seen += co_await source.wait_for_next();
//     seen += co_await source.wait_for_value();
//     co_return seen;
//   };
//   from_task(waits, m.env());  // -> 122 |
template <std::copy_constructible T>
class sub
{
public:
  // Timed sources that have no environment run on `env`.
  template <class Source>
  explicit sub(const observable<T, Source> & source, environment env = {})
  : stream_(
      source.source().start(detail::waiting_observer("rx::sub", input{items_, std::move(env)})))
  {
  }

  auto wait_for_value() const { return detail::primed<T>{rx::listen(items(false).take(1))}; }
  auto wait_for_new() const { return detail::primed<T>{rx::listen(items(true))}; }
  auto wait_for_next() const { return detail::primed<T>{rx::listen(items(true).take(1))}; }

  // As rx::listen(), beginning with the last item, unless only fresh ones are wanted.
  listener<T> listen(bool fresh = false) const { return rx::listen(items(fresh)); }
  // As rx::listen_reliable(), likewise.
  listener<T> listen_reliable(bool fresh = false, std::size_t limit = 10) const
  {
    return rx::listen_reliable(items(fresh), limit);
  }

  // Ends it: all waits and listeners see the end. Also when it is destroyed.
  void close() const noexcept
  {
    items_->last.on_completed();
    stream_.dispose();
  }

  sub(sub &&) = delete;
  sub & operator=(sub &&) = delete;
  ~sub() { close(); }

private:
  struct numbered
  {
    std::uint64_t number;  // counted from 1
    T item;
  };
  struct shared
  {
    std::atomic<std::uint64_t> count{0};
    subjects::replay<numbered> last{1};
  };
  struct input
  {
    bool on_next(const T & item) noexcept
    {
      const std::uint64_t number = to->count.fetch_add(1, std::memory_order_acq_rel) + 1;
      try {
        return to->last.on_next(numbered{number, item});
      } catch (...) {  // copying the item
        to->last.on_error(std::current_exception());
        return false;
      }
    }
    void on_error(const std::exception_ptr & error) noexcept { to->last.on_error(error); }
    void on_completed() noexcept { to->last.on_completed(); }
    environment env() const { return of_sub; }

    std::shared_ptr<shared> to;
    environment of_sub;
  };

  // The last item and those that come, or only those that have a number that has not been given
  // yet.
  auto items(bool fresh) const
  {
    const std::uint64_t from = fresh ? items_->count.load(std::memory_order_acquire) : 0;
    return items_->last.get_observable()
      .filter([from](const numbered & n) { return n.number > from; })
      .map([](const numbered & n) { return n.item; });
  }

  const std::shared_ptr<shared> items_ = std::make_shared<shared>();
  const detail::weak_subscription stream_;
};

template <class T, class Source>
sub(observable<T, Source>) -> sub<T>;
template <class T, class Source>
sub(observable<T, Source>, environment) -> sub<T>;

}  // namespace rx

#endif  // RX__COROUTINES__SUB_HPP_
