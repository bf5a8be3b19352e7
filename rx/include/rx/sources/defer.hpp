// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// defer: a stream that a function creates anew for each subscription.

#ifndef RX__SOURCES__DEFER_HPP_
#define RX__SOURCES__DEFER_HPP_

#include <exception>
#include <optional>
#include <type_traits>
#include <utility>

#include "rx/observable.hpp"

namespace rx
{

namespace detail
{

template <class F>
struct defer_source
{
  static_assert(
    any_observable<std::invoke_result_t<const F &>>,
    "rx::defer: the function must return an observable");
  using stream_type = std::remove_cvref_t<std::invoke_result_t<const F &>>;
  using value_type = typename stream_type::value_type;

  template <class Out>
  subscription start(Out && out) const
  {
    std::optional<stream_type> source;
    try {
      source.emplace(f());
    } catch (...) {
      out.on_error(std::current_exception());
      return {};
    }
    return std::move(*source).source().start(std::forward<Out>(out));
  }

  F f;
};

}  // namespace detail

namespace sources
{

// defer(f) subscribes to f() for each subscription, so f chooses the stream at that moment.
//
//   defer([&] { return just(n); })   n-|       n as it is at subscription
//
// An exception of f becomes the stream's error. Cost: the call of f.
//
//   int calls = 0;
//   auto numbers = defer([&] { return just(++calls); });
//   numbers;  // -> 1 |
//   numbers;  // -> 2 |
template <class F>
auto defer(F f)
{
  return make_observable(detail::defer_source<F>{std::move(f)});
}

}  // namespace sources
}  // namespace rx

#endif  // RX__SOURCES__DEFER_HPP_
