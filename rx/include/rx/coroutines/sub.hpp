// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// sub: one subscription for many waits, with the last value. It has the waits of
// asyncio_for_robotics under their names.

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

// The return type of sub's waits: it listens from its creation on, and is awaited later.
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

// Subscribes to a source once, for the lifetime of this object, and stores a copy of the last item.
// Several tasks on several environments may use the waits; each wait sees the items that arrive
// after it was called, even before its co_await. A wait throws the source's error, empty_error once
// the source has completed, and stream_dropped once the source's last producer was destroyed.
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
  // Subscribes to `source`. Timed sources without an environment run on `env`.
  template <class Source>
  explicit sub(const observable<T, Source> & source, environment env = {})
  : stream_(
      source.source().start(detail::waiting_observer("rx::sub", input{items_, std::move(env)})))
  {
  }

  // The waits; see the diagram above. Each returns an object to co_await, which gives a T.
  [[nodiscard("a wait has no effect alone: write co_await")]] auto wait_for_value() const
  {
    return detail::primed<T>{rx::listen(items(false).take(1))};
  }
  // Returns an object to co_await, which gives the newest item that arrived after this call and
  // waits if there is none.
  [[nodiscard("a wait has no effect alone: write co_await")]] auto wait_for_new() const
  {
    return detail::primed<T>{rx::listen(items(true))};
  }
  // Returns an object to co_await, which gives the first item that arrives after this call.
  [[nodiscard("a wait has no effect alone: write co_await")]] auto wait_for_next() const
  {
    return detail::primed<T>{rx::listen(items(true).take(1))};
  }

  // Returns rx::listen() of this source, beginning with the last item unless `fresh` is true.
  listener<T> listen(bool fresh = false) const { return rx::listen(items(fresh)); }
  // Returns rx::listen_reliable() of this source, beginning with the last item unless `fresh` is
  // true. Up to `limit` items are queued.
  template <std::integral N = std::size_t>
  listener<T> listen_reliable(bool fresh = false, N limit = 10) const
  {
    return rx::listen_reliable(items(fresh), limit);
  }

  // Ends the subscription: all waits and listeners see the end. The destructor does the same.
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
      } catch (...) {  // thrown while copying the item
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

  // Emits the last item and all later ones; with `fresh`, only items that arrive from now on.
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
