// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// listen, listen_reliable: a stream as something a task takes items from; co_await of an
// observable.

#ifndef RX__COROUTINES__LISTEN_HPP_
#define RX__COROUTINES__LISTEN_HPP_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>

#include "rx/coroutines/task.hpp"
#include "rx/detail/nesting.hpp"
#include "rx/detail/ring.hpp"
#include "rx/detail/spin_then_sleep.hpp"
#include "rx/detail/waiting_observer.hpp"
#include "rx/error.hpp"
#include "rx/observable.hpp"

namespace rx
{

namespace detail
{

// Where the items of one stream wait for one task.
template <class T>
class listening
{
public:
  listening(coroutine & task, std::size_t limit) : whose(task.shared_from_this()), items_(limit) {}

  // By the source.
  template <class U>
  void push(U && item)
  {
    T held(std::forward<U>(item));
    for (spin_then_sleep taker; !items_.try_push(held);) {
      if (items_.try_pop()) {
        dropped_.fetch_add(1, std::memory_order_relaxed);
      } else {
        taker.wait();  // another thread is within its try_pop()
      }
    }
    whose->wake();
  }
  // By the source, once; without effect after leave().
  void end(std::exception_ptr error) noexcept
  {
    if (over_.load(std::memory_order_acquire)) {
      return;
    }
    error_ = std::move(error);
    over_.store(true, std::memory_order_release);
    whose->wake();
  }

  // By the task: it will not come back.
  void leave() noexcept { over_.store(true, std::memory_order_release); }

  // By the task. False: nothing yet. True with an empty item: the stream is over.
  bool take(std::optional<T> & item) noexcept
  {
    const bool over = over_.load(std::memory_order_acquire);  // before the last look at the ring
    if (auto taken = items_.try_pop()) {
      item.emplace(std::move(*taken));
    }
    return item || over;
  }
  // Of a stream that is over; once.
  std::exception_ptr error() noexcept { return std::exchange(error_, nullptr); }
  std::uint64_t dropped() const noexcept { return dropped_.load(std::memory_order_relaxed); }

  const std::shared_ptr<coroutine> whose;

private:
  ring<T> items_;
  std::atomic<std::uint64_t> dropped_{0};
  std::atomic<bool> over_{false};
  std::exception_ptr error_;  // written before over_
};

template <class T>
class listening_observer
{
public:
  explicit listening_observer(std::shared_ptr<listening<T>> to) : to_(std::move(to)) {}

  template <class U>
  bool on_next(U && item) noexcept
  {
    try {
      to_->push(std::forward<U>(item));
      return true;
    } catch (...) {  // copying the item
      to_->end(std::current_exception());
      return false;
    }
  }
  void on_error(const std::exception_ptr & error) noexcept { to_->end(error); }
  void on_completed() noexcept { to_->end(nullptr); }
  environment env() const { return to_->whose->env(); }

private:
  std::shared_ptr<listening<T>> to_;
};

// co_await listener.next()
template <class T>
class next_item final : public awaiter<next_item<T>>
{
public:
  explicit next_item(listening<T> & from) : from_(from) {}

  bool has_come(coroutine &) noexcept { return from_.take(item_); }
  std::optional<T> take()
  {
    if (!item_) {
      if (const auto error = from_.error()) {
        std::rethrow_exception(error);
      }
    }
    return std::move(item_);
  }

private:
  listening<T> & from_;
  std::optional<T> item_;
};

template <class T>
struct next_of_listener
{
  listening<T> * from;
};

template <class T>
next_item<T> awaited(next_of_listener<T> next)
{
  if (next.from->whose.get() != coroutine::current()) {
    throw std::logic_error("rx: a listener is awaited by another task than the one that made it");
  }
  return next_item<T>(*next.from);
}

}  // namespace detail

// A subscription of a task's. Made by listen() and listen_reliable() within the task, used by that
// task only; going out of scope it disposes the subscription.
template <class T>
class listener
{
public:
  // co_await next(): the next item, waiting for it if there is none; nothing once the stream has
  // completed, and before that one throw of its error, if it ends with one (rx::stream_dropped if
  // nothing feeds the stream any longer).
  //
  //   while (auto item = co_await items.next()) { … *item … }
  //
  // The listener must exist until then.
  auto next() { return detail::next_of_listener<T>{items_.get()}; }

  // How many items had to go because too many waited. Any thread.
  std::uint64_t dropped() const noexcept { return items_->dropped(); }

  // For listen().
  template <class Source>
  listener(const observable<T, Source> & source, std::size_t limit, detail::coroutine & task)
  : items_(std::make_shared<detail::listening<T>>(task, limit))
  {
    const detail::nesting outermost(0);
    stream_ = detail::weak_subscription(source.source().start(detail::waiting_observer(
      "rx: a task waits for an item", detail::listening_observer<T>(items_))));
  }
  listener(listener &&) = default;
  listener & operator=(listener && other) noexcept
  {
    std::swap(items_, other.items_);
    std::swap(stream_, other.stream_);
    return *this;
  }
  ~listener()
  {
    if (items_) {
      items_->leave();
      stream_.dispose();
    }
  }

private:
  std::shared_ptr<detail::listening<T>> items_;
  detail::weak_subscription stream_;
};

// Subscribes at once, and keeps the newest item that the task has not taken: older ones are
// dropped. Within a task, on whose environment timed sources run. Cost: two allocations; an item: a
// move and a lock-free ring.
//
//   source        --1--2-3--4--|
//   task           1 (busy)  3 4      listen(source)
//
//   auto newest = [&]() -> task<std::string> {
//     std::string seen;
//     auto items = listen(m.cold("-1-2-3-4|"));
//     while (auto item = co_await items.next()) {
//       seen += *item;
//       co_await sleep_for(5ms);
//     }
//     co_return seen;
//   };
//   from_task(newest, m.env());  // -> 134 |
template <class T, class Source>
listener<T> listen(const observable<T, Source> & source)
{
  return listener<T>(source, 1, detail::here("listen()"));
}

// As listen(), but up to `limit` items wait; beyond that the oldest is dropped and counted.
//
//   source        --1--2-3--4--|
//   task           1 (busy) 2 3 4     listen_reliable(source)
//
//   auto all = [&]() -> task<std::string> {
//     std::string seen;
//     auto items = listen_reliable(m.cold("-1-2-3-4|"));
//     while (auto item = co_await items.next()) {
//       seen += *item;
//       co_await sleep_for(5ms);
//     }
//     co_return seen;
//   };
//   from_task(all, m.env());  // -> 1234 |
template <class T, class Source>
listener<T> listen_reliable(const observable<T, Source> & source, std::size_t limit = 10)
{
  if (limit == 0) {
    throw std::invalid_argument("rx::listen_reliable: the limit must be at least 1");
  }
  return listener<T>(source, limit, detail::here("listen_reliable()"));
}

namespace detail
{

// The first item of a listener's; see observable's await.
template <class T>
class first_item
{
public:
  explicit first_item(listener<T> items) : items_(std::move(items)), next_(awaited(items_.next()))
  {
  }

  bool await_ready() noexcept { return next_.await_ready(); }
  void await_suspend(std::coroutine_handle<> frame) noexcept { next_.await_suspend(frame); }
  T await_resume()
  {
    std::optional<T> item = next_.await_resume();
    if (!item) {
      throw completed_without_item("rx: a task waits for an item");
    }
    return std::move(*item);
  }

private:
  listener<T> items_;
  next_item<T> next_;
};

}  // namespace detail

// co_await source: subscribes, and gives the first item; throws the stream's error, empty_error if
// it completes without an item, stream_dropped if nothing feeds it any longer.
//
//   auto first = [&]() -> task<char> { co_return co_await m.cold("--a-b|"); };
//   from_task(first, m.env());  // -> a |
template <class T, class Source>
detail::first_item<T> awaited(observable<T, Source> source)
{
  return detail::first_item<T>(listen(source.take(1)));
}

}  // namespace rx

#endif  // RX__COROUTINES__LISTEN_HPP_
