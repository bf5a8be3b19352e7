// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// filter: only the items that satisfy a predicate.

#ifndef RX__OPERATORS__FILTER_HPP_
#define RX__OPERATORS__FILTER_HPP_

#include "rx/stage.hpp"

namespace rx
{

namespace detail
{

template <class P>
struct filter : stage
{
  explicit filter(P predicate) : p(std::move(predicate)) {}

  template <class T>
  using emits = T;

  template <class T>
  static constexpr bool accepts = std::is_invocable_r_v<bool, P &, const T &>;

  RX_REJECT(
    filter, (!accepts<Item>),
    "rx::filter: the predicate must be callable as bool(const Item &); a tuple is one Item")

  template <class U, class Out>
  bool on_next(U && item, Out & out)
  {
    return !std::invoke(p, std::as_const(item)) || out.on_next(std::forward<U>(item));
  }

  [[no_unique_address]] P p;
};

}  // namespace detail

namespace operators
{

// source.filter(p) emits the items for which p(item) is true.
//
//   source          --1--2--3--4--|
//   filter(is_even) -----2-----4--|
//
// p takes the item as const T &; the item itself passes unchanged, an rvalue as an rvalue. An
// exception of p becomes the stream's error. Cost: the call of p; no heap, no lock, no thread.
//
//   just(1, 2, 3, 4) | filter([](int i) { return i % 2 == 0; });  // -> 2 4 |
template <class P>
auto filter(P p)
{
  return detail::filter<P>(std::move(p));
}

}  // namespace operators
}  // namespace rx

#endif  // RX__OPERATORS__FILTER_HPP_
