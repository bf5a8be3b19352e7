// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// start_with: emits some items before those of the source.

#ifndef RX__OPERATORS__START_WITH_HPP_
#define RX__OPERATORS__START_WITH_HPP_

#include <tuple>

#include "rx/detail/fits.hpp"
#include "rx/stage.hpp"

namespace rx
{

namespace detail
{

template <class... Items>
struct start_with : stage
{
  explicit start_with(Items... i) : items(std::move(i)...) {}

  template <class T>
  using emits = T;

  template <class T>
  static constexpr bool accepts = (fits_into<Items, T> && ...);

  RX_REJECT(
    start_with, (!accepts<Item>),
    "rx::start_with: a value does not convert to an Item of this stream. Pass an Item; write "
    "concat() for a stream")

  template <class T, class Out>
  bool on_start(Out & out)
  {
    return std::apply(
      [&](auto &... item) { return (out.on_next(static_cast<T>(std::move(item))) && ...); }, items);
  }

  template <class U, class Out>
  bool on_next(U && item, Out & out)
  {
    return out.on_next(std::forward<U>(item));
  }

  std::tuple<Items...> items;
};

}  // namespace detail

namespace operators
{

// source.start_with(a, b…) emits the given items at subscription, then those of the source.
//
//   source         ----1--2--|
//   start_with(0)  0---1--2--|
//
// Cost: each subscription has its own copy of the items and moves them out; no heap, no lock, no
// thread.
//
//   just(1, 2) | start_with(0);  // -> 0 1 2 |
template <class... Items>
auto start_with(Items... items)
{
  static_assert(sizeof...(Items) > 0, "rx::start_with: no item given");
  return detail::start_with<Items...>(std::move(items)...);
}

}  // namespace operators
}  // namespace rx

#endif  // RX__OPERATORS__START_WITH_HPP_
