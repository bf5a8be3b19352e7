// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// zip: combines the n-th items of several streams.

#ifndef RX__OPERATORS__ZIP_HPP_
#define RX__OPERATORS__ZIP_HPP_

#include <array>
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
struct zip : combining_operator
{
  static constexpr bool is_callable = std::is_invocable_v<F &, T...>;

  explicit zip(F function) : f(std::move(function)) {}

  template <class... U>
  using emits = std::remove_cvref_t<std::invoke_result_t<F &, U...>>;

  template <std::size_t I, class U, class Out>
  bool on_next(input<I>, U && item, Out & out, merge_control &)
  {
    std::get<I>(waiting).push(std::forward<U>(item));
    return std::apply(
      [&](auto &... queue) {
        if ((queue.empty() || ...)) {
          return true;
        }
        return out.on_next(std::invoke(f, queue.pop()...)) && !nothing_more(out);
      },
      waiting);
  }
  template <std::size_t I, class Out>
  bool on_completed(input<I>, Out & out, merge_control &)
  {
    ended[I] = true;
    return !nothing_more(out);
  }

  // Returns true, and completes, if a completed stream has no item left.
  template <class Out>
  bool nothing_more(Out & out)
  {
    const bool over = std::apply(
      [&](auto &... queue) {
        std::size_t i = 0;
        return ((ended[i++] && queue.empty()) || ...);
      },
      waiting);
    if (over) {
      out.on_completed();
    }
    return over;
  }

  [[no_unique_address]] F f;
  std::tuple<fifo<T>...> waiting;
  std::array<bool, sizeof...(T)> ended{};
};

}  // namespace detail

namespace operators
{

// a.zip([f,] b…) emits f(n-th item of a, n-th item of b…); without f it emits a tuple.
//
//   a        --1---2------3--|
//   b        ----x-----y---|
//   zip(b)   ----1x----2y--|
//
// Items wait for their counterparts without limit, so memory grows as long as one stream is faster
// than another (see combine_latest and with_latest_from). Completes when a stream has completed and
// all its items are used; the first error ends it. The items are moved into f; an exception of f
// becomes the stream's error. Cost: that of a combining operator and one move per item; heap only
// while the number of waiting items reaches a new maximum.
//
//   m.cold("-1--2-----3|") | zip(m.cold("--x----y|"));  // -> (1, x) (2, y) |
template <class First, class... More>
  requires(detail::has_function_first<First, More...>())
auto zip(First first, More... more)
{
  return detail::with_function(
    []<class F, class... Others>(F f, Others... others) {
      return detail::combining<detail::zip, F, Others...>{std::move(f), {std::move(others)...}};
    },
    std::move(first), std::move(more)...);
}
template <class First, class... More>
  requires(!detail::has_function_first<First, More...>())
RX_MISTAKE(
  "rx::zip: write zip([function,] stream...): the function comes first, then one stream or more")
mistaken zip(const First &, const More &...)
{
  return {};
}

}  // namespace operators
}  // namespace rx

#endif  // RX__OPERATORS__ZIP_HPP_
