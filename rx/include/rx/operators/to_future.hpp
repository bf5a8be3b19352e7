// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// to_future: the last item of a stream as a std::future.

#ifndef RX__OPERATORS__TO_FUTURE_HPP_
#define RX__OPERATORS__TO_FUTURE_HPP_

#include <future>
#include <memory>
#include <optional>
#include <type_traits>

#include "rx/detail/nesting.hpp"
#include "rx/detail/waiting_observer.hpp"
#include "rx/error.hpp"
#include "rx/observer.hpp"
#include "rx/schedulers/current_thread.hpp"
#include "rx/stage.hpp"

namespace rx
{

namespace detail
{

template <class T>
struct future_observer
{
  bool on_next(const T & item)
  {
    last.emplace(item);
    return true;
  }
  bool on_next(T && item)
  {
    last.emplace(std::move(item));
    return true;
  }
  void on_error(const std::exception_ptr & error) { promise.set_exception(error); }
  void on_completed()
  {
    if (!last) {
      on_error(std::make_exception_ptr(completed_without_item("rx::to_future")));
      return;
    }
    try {
      promise.set_value(std::move(*last));
    } catch (...) {  // thrown while moving the item
      on_error(std::current_exception());
    }
  }

  std::promise<T> promise;
  std::optional<T> last;
};

struct to_future
{
  template <class Observable>
  auto operator()(Observable && source) const
  {
    using T = typename std::remove_cvref_t<Observable>::value_type;
    future_observer<T> observer;
    std::future<T> future = observer.promise.get_future();
    const nesting outermost(0);
    trampoline here;
    std::forward<Observable>(source).source().start(
      waiting_observer("rx::to_future", object_observer(std::move(observer))));
    return future;
  }
};

}  // namespace detail

namespace operators
{

// source.to_future() subscribes and returns a std::future of the last item. The future throws the
// stream's error, rx::empty_error if the stream completed without an item, and rx::stream_dropped
// if the stream's last producer was destroyed.
//
// Only the future's get() and wait() block; never call them on a thread that the stream needs.
// Destroying the future does not end the stream. Cost: the shared state of the future; one move per
// item.
//
//   (just(1, 2, 3) | to_future()).get();  // -> 3
inline auto to_future()
{
  return detail::to_future{};
}

}  // namespace operators
}  // namespace rx

#endif  // RX__OPERATORS__TO_FUTURE_HPP_
