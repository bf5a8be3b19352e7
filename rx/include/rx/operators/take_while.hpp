// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// take_while: the items before the first one that fails a predicate.

#ifndef RX__OPERATORS__TAKE_WHILE_HPP_
#define RX__OPERATORS__TAKE_WHILE_HPP_

#include "rx/stage.hpp"

namespace rx
{

namespace detail
{

template <class P>
struct take_while : stage
{
  explicit take_while(P predicate) : p(std::move(predicate)) {}

  template <class T>
  using emits = T;

  template <class T>
  static constexpr bool accepts = std::is_invocable_r_v<bool, P &, const T &>;

  RX_REJECT(
    take_while, (!accepts<Item>),
    "rx::take_while: the predicate must be callable as bool(const Item &); a tuple is one Item")

  template <class U, class Out>
  bool on_next(U && item, Out & out)
  {
    if (std::invoke(p, std::as_const(item))) {
      return out.on_next(std::forward<U>(item));
    }
    out.on_completed();
    return false;
  }

  [[no_unique_address]] P p;
};

}  // namespace detail

namespace operators
{

// source.take_while(p) emits items as long as p(item) is true. The first item for which it is false
// completes the stream and is not emitted.
//
//   source            --1--2--3--1--|
//   take_while(< 3)   --1--2--|
//
// An exception of p becomes the stream's error. Cost: the call of p; no heap, no lock, no thread.
//
//   just(1, 2, 3, 1) | take_while([](int i) { return i < 3; });  // -> 1 2 |
template <class P>
auto take_while(P p)
{
  return detail::take_while<P>(std::move(p));
}

}  // namespace operators
}  // namespace rx

#endif  // RX__OPERATORS__TAKE_WHILE_HPP_
