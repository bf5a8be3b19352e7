// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// ignore_elements, default_if_empty, is_empty: for streams that may be empty.

#ifndef RX__OPERATORS__IGNORE_ELEMENTS_HPP_
#define RX__OPERATORS__IGNORE_ELEMENTS_HPP_

#include <type_traits>

#include "rx/detail/fits.hpp"
#include "rx/stage.hpp"

namespace rx
{

namespace detail
{

struct ignore_elements : stage
{
  template <class T>
  using emits = T;

  template <class U, class Out>
  bool on_next(U &&, Out &)
  {
    return true;
  }
};

template <class T>
struct default_if_empty_of : stage
{
  explicit default_if_empty_of(T i) : item(std::move(i)) {}

  template <class>
  using emits = T;

  template <class U, class Out>
  bool on_next(U && i, Out & out)
  {
    empty = false;
    return out.on_next(std::forward<U>(i));
  }
  template <class Out>
  void on_completed(Out & out)
  {
    if (!empty || out.on_next(std::move(item))) {
      out.on_completed();
    }
  }

  T item;
  bool empty = true;
};

template <class Item>
struct default_if_empty
{
  template <class Observable>
  auto operator()(Observable && source) const
  {
    using T = typename std::remove_cvref_t<Observable>::value_type;
    static_assert(
      fits_into<Item, T>,
      "rx::default_if_empty: the item is not convertible to the items of this stream");
    return std::forward<Observable>(source) | default_if_empty_of<T>(static_cast<T>(item));
  }

  Item item;
};

struct is_empty : stage
{
  template <class T>
  using emits = bool;

  template <class U, class Out>
  bool on_next(U &&, Out & out)
  {
    if (out.on_next(false)) {
      out.on_completed();
    }
    return false;
  }
  template <class Out>
  void on_completed(Out & out)
  {
    if (out.on_next(true)) {
      out.on_completed();
    }
  }
};

}  // namespace detail

namespace operators
{

// source.ignore_elements() emits only the end.
//
//   source             --1--2--|
//   ignore_elements()  --------|
//
// Cost: none.
//
//   m.of(m.cold("-1-2-|") | ignore_elements());  // -> -----|
inline auto ignore_elements()
{
  return detail::ignore_elements();
}

// source.default_if_empty(item) emits the item if the source completes without one.
//
//   source               ------|
//   default_if_empty(9)  ------9|
//
// Cost: one copy of the item per subscription; no heap, no lock, no thread.
//
//   empty<int>() | default_if_empty(9);  // -> 9 |
template <class Item>
auto default_if_empty(Item item)
{
  return detail::default_if_empty<Item>{std::move(item)};
}

// source.is_empty() emits false with the first item, or true if the source completes without one.
//
//   source      --1--2--|
//   is_empty()  --f|
//
//   just(1) | is_empty();  // -> false |
inline auto is_empty()
{
  return detail::is_empty();
}

}  // namespace operators
}  // namespace rx

#endif  // RX__OPERATORS__IGNORE_ELEMENTS_HPP_
