// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// map: replaces each item by the result of a function.

#ifndef RX__OPERATORS__MAP_HPP_
#define RX__OPERATORS__MAP_HPP_

#include "rx/stage.hpp"

namespace rx
{

namespace detail
{

template <class F, class T>
using map_result =
  std::remove_cvref_t<decltype(call_with_item(std::declval<F &>(), std::declval<T>()))>;

template <class F>
struct map : stage
{
  explicit map(F function) : f(std::move(function)) {}

  template <class T>
  using emits = map_result<F, T>;

  template <class T>
  static constexpr bool returns_nothing()
  {
    if constexpr (callable_with_item<F, T>) {
      return std::is_void_v<map_result<F, T>>;
    } else {
      return false;
    }
  }
  template <class T>
  static constexpr bool accepts = callable_with_item<F, T> && !returns_nothing<T>();

  RX_REJECT(
    map, (!callable_with_item<F, Item>),
    "rx::map: the function cannot be called with an Item of this stream. Let it take a const Item "
    "& (not an Item &), or an Item; a tuple is one Item")
  RX_REJECT(
    map, (returns_nothing<Item>()),
    "rx::map: the function returns nothing. Write return, or tap() for a side effect")

  template <class U, class Out>
  bool on_next(U && item, Out & out)
  {
    return out.on_next(call_with_item(f, std::forward<U>(item)));
  }

  [[no_unique_address]] F f;
};

}  // namespace detail

namespace operators
{

// source.map(f) emits f(item) for each item.
//
//   source  --1---2---3---|
//   map(f)  --f1--f2--f3--|       f1 = f(1)
//
// f may take the item as T, const T & or T &&; an rvalue is passed as an rvalue. An exception of f
// becomes the stream's error. transform(f) is RxCpp's other name of map(f). Cost: the call of f; no
// heap, no lock, no thread.
//
//   just(1, 2, 3) | map([](int i) { return i * i; });  // -> 1 4 9 |
template <class F>
auto map(F f)
{
  return detail::map<F>(std::move(f));
}

template <class F>
auto transform(F f)  // another name of map
{
  return detail::map<F>(std::move(f));
}

}  // namespace operators
}  // namespace rx

#endif  // RX__OPERATORS__MAP_HPP_
