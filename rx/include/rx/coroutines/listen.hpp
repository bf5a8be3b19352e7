// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// listen, listen_reliable: a task takes the items of a stream one by one. Also co_await of an
// observable.

#ifndef RX__COROUTINES__LISTEN_HPP_
#define RX__COROUTINES__LISTEN_HPP_

#include <atomic>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "rx/coroutines/task.hpp"
#include "rx/detail/checked.hpp"
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

// The bounded queue of the items of one stream that wait for one task.
template <class T>
class listening
{
public:
  listening(coroutine & task, std::size_t limit, std::shared_ptr<const stream_name> name)
  : owner(task.shared_from_this()), limit_(limit), name_(std::move(name)), items_(limit)
  {
  }

  // Called by the source: queues an item, dropping the oldest one if the queue is full.
  template <class U>
  void push(U && item)
  {
    T held(std::forward<U>(item));
    for (spin_then_sleep taker; !items_.try_push(held);) {
      if (items_.try_pop()) {
        lose_item();
      } else {
        taker.wait();  // another thread is within its try_pop()
      }
    }
    owner->wake();
  }
  // Called by the source, once: the stream is over. Has no effect after leave().
  void end(std::exception_ptr error) noexcept
  {
    if (over_.load(std::memory_order_acquire)) {
      return;
    }
    error_ = std::move(error);
    over_.store(true, std::memory_order_release);
    owner->wake();
  }

  // Called by the task when it stops listening.
  void leave() noexcept { over_.store(true, std::memory_order_release); }

  // Called by the task. Returns false if there is nothing yet, true with an empty item if the
  // stream is over.
  bool take(std::optional<T> & item) noexcept
  {
    // read before the last look at the ring
    const bool over = over_.load(std::memory_order_acquire);
    if (auto taken = items_.try_pop()) {
      item.emplace(std::move(*taken));
    }
    return item || over;
  }
  // Returns the error of a stream that is over; call it once.
  std::exception_ptr error() noexcept { return std::exchange(error_, nullptr); }
  std::uint64_t dropped() const noexcept { return dropped_.load(std::memory_order_relaxed); }

  const std::shared_ptr<coroutine> owner;

private:
  // The listener of listen() keeps only the newest item, which is what its user wants.
  void lose_item() noexcept
  {
    const std::uint64_t dropped = dropped_.fetch_add(1, std::memory_order_relaxed) + 1;
    if (limit_ > 1 && is_reported_count(dropped)) {
      report(
        stream_report::kind::lost_items,
        [&] {
          return "listen_reliable has dropped " + std::to_string(dropped) +
                 (dropped == 1 ? " item" : " items") + ": its queue of " + std::to_string(limit_) +
                 " was full, because the coroutine is slower than the source. Use a larger limit "
                 "for bursts, or listen() if only the newest item matters";
        },
        nullptr, name_);
    }
  }

  const std::size_t limit_;
  const std::shared_ptr<const stream_name> name_;
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
    } catch (...) {  // thrown while copying the item
      to_->end(std::current_exception());
      return false;
    }
  }
  void on_error(const std::exception_ptr & error) noexcept { to_->end(error); }
  void on_completed() noexcept { to_->end(nullptr); }
  environment env() const { return to_->owner->env(); }

private:
  std::shared_ptr<listening<T>> to_;
};

// The awaiter of `co_await listener.next()`.
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
  if (next.from->owner.get() != coroutine::current()) {
    throw std::logic_error("rx: a listener must be awaited by the task that created it");
  }
  return next_item<T>(*next.from);
}

}  // namespace detail

// The subscription of a task to a stream. listen() and listen_reliable() create it within a task,
// and only that task may use it. Its destruction disposes the subscription.
template <class T>
class listener
{
public:
  // co_await next(): returns the next item and waits for it if there is none; returns nothing once
  // the stream has completed. If the stream ends with an error, that error is thrown once first
  // (rx::stream_dropped if the stream's last producer was destroyed).
  //
  //   while (auto item = co_await items.next()) { … *item … }
  //
  // The listener must exist until the co_await returns.
  [[nodiscard("next() alone does not wait: write co_await next()")]] auto next()
  {
    return detail::next_of_listener<T>{items_.get()};
  }

  // Returns how many items were dropped because the queue was full. Thread-safe.
  std::uint64_t dropped() const noexcept { return items_->dropped(); }

  // Used by listen(): subscribes to `source` for `task`, with a queue of `limit` items.
  template <class Source>
  listener(const observable<T, Source> & source, std::size_t limit, detail::coroutine & task)
  : items_(std::make_shared<detail::listening<T>>(
      task, limit, limit > 1 ? detail::name_of(source.source()) : nullptr))
  {
    const detail::nesting outermost(0);
    stream_ = detail::weak_subscription(source.source().start(detail::waiting_observer(
      "rx: a task waits for an item", detail::listening_observer<T>(items_))));
  }
  // Moves the listener; the other one holds no stream.
  listener(listener &&) = default;
  // Exchanges the streams of both listeners.
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

// Subscribes at once and keeps only the newest item that the task has not taken; older ones are
// dropped. Call it within a task; timed sources run in the task's environment. Cost: two
// allocations; per item, one move and a lock-free ring.
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
  return listener<T>(source, 1, detail::current_task("listen()"));
}

// Like listen(), but queues up to `limit` items; if the queue is full, the oldest item is dropped
// and counted.
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
template <class T, class Source, std::integral N = std::size_t>
listener<T> listen_reliable(const observable<T, Source> & source, N limit = 10)
{
  return listener<T>(
    source, detail::room_for(limit, "rx::listen_reliable: the limit"),
    detail::current_task("listen_reliable()"));
}

namespace detail
{

// The awaiter of the first item of an observable; see awaited() below.
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

// co_await source: subscribes and returns the first item. Throws the stream's error, empty_error if
// the stream completes without an item, and stream_dropped if its last producer was destroyed.
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
