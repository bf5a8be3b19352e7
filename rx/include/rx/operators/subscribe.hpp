// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// subscribe: the member of observable, as the end of a pipe.

#ifndef RX__OPERATORS__SUBSCRIBE_HPP_
#define RX__OPERATORS__SUBSCRIBE_HPP_

#include <tuple>
#include <utility>

#include "rx/stage.hpp"

namespace rx
{

namespace detail
{

template <class... Args>
struct subscribing
{
  template <class T>
  static constexpr bool accepts = subscribes<T, Args...>;

  // Reports wrong arguments, as observable_of<Item>::subscribe() does.
  RX_REJECT(
    subscribing, (!accepts<Item>),
    "rx::subscribe: write subscribe(on_next[, on_error][, on_completed]). on_next takes one Item, "
    "as const Item & or by value (a tuple is one Item); on_error a std::exception_ptr; "
    "on_completed nothing")

  template <class Observable>
  subscription operator()(Observable && source)
  {
    return std::apply(
      [&](auto &... a) { return std::forward<Observable>(source).subscribe(std::move(a)...); },
      args);
  }

  std::tuple<Args...> args;
};

}  // namespace detail

namespace operators
{

// source | subscribe(on_next[, on_error][, on_completed]) is source.subscribe(…) and takes the same
// arguments.
//
// subscribe<T>(…), RxCpp's spelling, is the same, because the pipe knows the type of its items.
// Cost: none of its own.
//
//   std::string got;
//   just(1, 2) | subscribe([&](int i) { got += std::to_string(i); }, [&] { got += '|'; });
//   got;  // -> 12|
template <class T = void, class... Args>
auto subscribe(Args... args)
{
  return detail::subscribing<Args...>{{std::move(args)...}};
}

}  // namespace operators
}  // namespace rx

#endif  // RX__OPERATORS__SUBSCRIBE_HPP_
