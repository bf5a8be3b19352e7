// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// combine_latest: the latest items of all streams, whenever one of them emits.

#ifndef RX__OPERATORS__COMBINE_LATEST_HPP_
#define RX__OPERATORS__COMBINE_LATEST_HPP_

#include <cstddef>
#include <functional>
#include <tuple>
#include <type_traits>
#include <utility>

#include "rx/detail/combining.hpp"
#include "rx/storage.hpp"

namespace rx
{

namespace detail
{

template <class F, class... T>
struct combine_latest : combining_operator
{
  static constexpr bool is_callable = std::is_invocable_v<F &, const T &...>;

  explicit combine_latest(F function) : f(std::move(function)) {}

  template <class... U>
  using emits = std::remove_cvref_t<std::invoke_result_t<F &, const U &...>>;

  template <std::size_t I, class U, class Out>
  bool on_next(input<I>, U && item, Out & out, merge_control &)
  {
    auto & mine = std::get<I>(latest);
    if (!mine) {
      ++present;
    }
    mine = std::forward<U>(item);
    if (present < sizeof...(T)) {
      return true;
    }
    return std::apply(
      [&](const auto &... each) { return out.on_next(std::invoke(f, *each...)); }, latest);
  }
  template <std::size_t I, class Out>
  bool on_completed(input<I>, Out & out, merge_control &)
  {
    // Also if this stream never had an item, because then no combination is possible.
    if (++completed < sizeof...(T) && std::get<I>(latest)) {
      return true;
    }
    out.on_completed();
    return false;
  }

  [[no_unique_address]] F f;
  std::tuple<optional_item<T>...> latest;
  std::size_t present = 0;
  std::size_t completed = 0;
};

}  // namespace detail

namespace operators
{

// a.combine_latest([f,] b…) emits f(latest of a, latest of b…) whenever one of the streams emits
// and each has emitted; without f it emits a tuple.
//
//   a                  --1-------2-----|
//   b                  ----x--y-----z--|
//   combine_latest(b)  ----1x-1y-2y-2z-|
//
// f takes const references. Its calls are in one order even if the streams are on different
// threads. Completes when all streams have, or as soon as one completes without an item; the first
// error ends it. An exception of f becomes the stream's error. Cost: that of a combining operator;
// the latest items are kept, not copied; no heap, no lock.
//
//   m.cold("-1---2|") | combine_latest(m.cold("---x---y|"));  // -> (1, x) (2, x) (2, y) |
template <class First, class... More>
  requires(detail::has_function_first<First, More...>())
auto combine_latest(First first, More... more)
{
  return detail::with_function(
    []<class F, class... Others>(F f, Others... others) {
      return detail::combining<detail::combine_latest, F, Others...>{
        std::move(f), {std::move(others)...}};
    },
    std::move(first), std::move(more)...);
}
template <class First, class... More>
  requires(!detail::has_function_first<First, More...>())
RX_MISTAKE(
  "rx::combine_latest: write combine_latest([function,] stream...): the function comes first, then "
  "one stream or more")
mistaken combine_latest(const First &, const More &...)
{
  return {};
}

}  // namespace operators
}  // namespace rx

#endif  // RX__OPERATORS__COMBINE_LATEST_HPP_
