// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// with_latest_from, join_with_latest_from: combine each item with the latest items of other
// streams.

#ifndef RX__OPERATORS__WITH_LATEST_FROM_HPP_
#define RX__OPERATORS__WITH_LATEST_FROM_HPP_

#include <cstddef>
#include <functional>
#include <tuple>
#include <utility>

#include "rx/combining_operator.hpp"
#include "rx/detail/combining.hpp"
#include "rx/storage.hpp"

namespace rx
{

namespace detail
{

template <class F, class... Others>
struct with_latest_from : combining_operator
{
  static constexpr bool others_first = true;

  explicit with_latest_from(F function) : f(std::move(function)) {}

  template <class T, class...>
  using emits = std::remove_cvref_t<std::invoke_result_t<F &, T, const Others &...>>;

  template <class T>
  static constexpr bool accepts = std::is_invocable_v<F &, T, const Others &...>;

  RX_REJECT(
    operator_of<with_latest_from>, (!accepts<Item>),
    "rx::with_latest_from: the function cannot be called with an item of each stream, as in (Item,"
    " const Others &...)")

  template <std::size_t I, class U, class Out>
  bool on_next(input<I>, U && item, Out & out, merge_control &)
  {
    if constexpr (I > 0) {
      std::get<I - 1>(latest) = std::forward<U>(item);
      return true;
    } else {
      return std::apply(
        [&](const auto &... other) {
          return !(other.has_value() && ...) ||
                 out.on_next(std::invoke(f, std::forward<U>(item), *other...));
        },
        latest);
    }
  }

  [[no_unique_address]] F f;
  std::tuple<optional_item<Others>...> latest;
};

template <class F, class... Observables>
auto make_with_latest_from(F f, Observables... others)
{
  static_assert(sizeof...(Observables) > 0, "rx::with_latest_from: no stream given");
  return make_operator(
    with_latest_from<F, typename Observables::value_type...>(std::move(f)), std::move(others)...);
}

}  // namespace detail

namespace operators
{

// source.with_latest_from([f,] other…) emits f(item, latest of other…) for each item of the source,
// once every other stream has emitted; without f it emits a tuple.
//
//   source                  --1-----2---3--|
//   other                   ----a-b--------…
//   with_latest_from(other) --------2b--3b-|
//
// Subscribes to the others first. Completes with the source; the first error of any stream ends it.
// The streams may be on different threads. f takes the latest items as const references; an
// exception of f becomes the stream's error. Cost: that of a combining operator; no copy of the
// latest items, no heap, no lock.
//
//   m.cold("-1-2--3|") | with_latest_from(m.cold("--a-b-"));  // -> (2, a) (3, b) |
template <class First, class... More>
  requires(detail::has_function_first<First, More...>())
auto with_latest_from(First first, More... more)
{
  return detail::with_function(
    [](auto f, auto... others) {
      return detail::make_with_latest_from(std::move(f), std::move(others)...);
    },
    std::move(first), std::move(more)...);
}
template <class First, class... More>
  requires(!detail::has_function_first<First, More...>())
RX_MISTAKE(
  "rx::with_latest_from: write with_latest_from([function,] stream...): the function comes first, "
  "then one stream or more")
mistaken with_latest_from(const First &, const More &...)
{
  return {};
}

// source.join_with_latest_from(other…) does the same without a function, as in early RxROS.
//
//   m.cold("-1-2--3|") | join_with_latest_from(m.cold("--a-b-"));  // -> (2, a) (3, b) |
template <class... Observables>
auto join_with_latest_from(Observables... others)
{
  return detail::make_with_latest_from(detail::pack{}, std::move(others)...);
}

}  // namespace operators
}  // namespace rx

#endif  // RX__OPERATORS__WITH_LATEST_FROM_HPP_
