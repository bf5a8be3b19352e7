// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// take: the first n items, then the end.

#ifndef RX__OPERATORS__TAKE_HPP_
#define RX__OPERATORS__TAKE_HPP_

#include <cstdint>

#include "rx/detail/checked.hpp"
#include "rx/stage.hpp"

namespace rx
{

namespace detail
{

struct take : stage
{
  explicit take(std::uint64_t n) : remaining(n) {}

  template <class T>
  using emits = T;

  template <class T, class Out>
  bool on_start(Out & out)
  {
    if (remaining == 0) {
      out.on_completed();
    }
    return remaining > 0;
  }

  template <class U, class Out>
  bool on_next(U && item, Out & out)
  {
    if (remaining == 0) {  // an item that the subscriber's own on_next caused
      return false;
    }
    if (--remaining > 0) {
      return out.on_next(std::forward<U>(item));
    }
    if (out.on_next(std::forward<U>(item))) {
      out.on_completed();
    }
    return false;
  }

  std::uint64_t remaining;
};

}  // namespace detail

namespace operators
{

// source.take(n) emits the first n items, completes with the n-th, and then releases the source.
//
//   source   --1--2--3--4--|
//   take(2)  --1--2|
//
// take(0) completes without subscribing to the source. A negative number throws
// std::invalid_argument, as in all operators. Cost: a counter; no heap, no lock, no thread.
//
//   just(1, 2, 3, 4) | take(2);  // -> 1 2 |
template <std::integral N>
auto take(N n)
{
  return detail::take(detail::not_negative(n, "rx::take: the number of items is negative"));
}
template <class Number>
  requires(!std::integral<Number>)
RX_MISTAKE(
  "rx::take: takes a number of items, such as take(2); write take_until(stream) for a time")
mistaken take(const Number &)
{
  return {};
}

}  // namespace operators
}  // namespace rx

#endif  // RX__OPERATORS__TAKE_HPP_
