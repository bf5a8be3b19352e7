// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// skip, skip_while: all but the first items.

#ifndef RX__OPERATORS__SKIP_HPP_
#define RX__OPERATORS__SKIP_HPP_

#include <cstdint>
#include <functional>
#include <type_traits>

#include "rx/detail/checked.hpp"
#include "rx/stage.hpp"

namespace rx
{

namespace detail
{

struct skip : stage
{
  explicit skip(std::uint64_t n) : remaining(n) {}

  template <class T>
  using emits = T;

  template <class U, class Out>
  bool on_next(U && item, Out & out)
  {
    if (remaining > 0) {
      --remaining;
      return true;
    }
    return out.on_next(std::forward<U>(item));
  }

  std::uint64_t remaining;
};

template <class P>
struct skip_while : stage
{
  explicit skip_while(P predicate) : p(std::move(predicate)) {}

  template <class T>
  using emits = T;

  template <class T>
  static constexpr bool accepts = std::is_invocable_r_v<bool, P &, const T &>;

  RX_REJECT(
    skip_while, (!accepts<Item>),
    "rx::skip_while: the predicate must be callable as bool(const Item &); a tuple is one Item")

  template <class U, class Out>
  bool on_next(U && item, Out & out)
  {
    if (skipping) {
      skipping = std::invoke(p, std::as_const(item));
    }
    return skipping || out.on_next(std::forward<U>(item));
  }

  [[no_unique_address]] P p;
  bool skipping = true;
};

}  // namespace detail

namespace operators
{

// source.skip(n) emits all but the first n items.
//
//   source   --1--2--3--4--|
//   skip(2)  --------3--4--|
//
// Cost: a counter; no heap, no lock, no thread.
//
//   just(1, 2, 3, 4) | skip(2);  // -> 3 4 |
template <std::integral N>
auto skip(N n)
{
  return detail::skip(detail::not_negative(n, "rx::skip: the number of items is negative"));
}

// source.skip_while(p) drops items as long as p(item) is true, and emits everything from the first
// item on for which it is false.
//
//   source            --1--2--3--1--|
//   skip_while(< 3)   --------3--1--|
//
// An exception of p becomes the stream's error. Cost: the calls of p.
//
//   just(1, 2, 3, 1) | skip_while([](int i) { return i < 3; });  // -> 3 1 |
template <class P>
auto skip_while(P p)
{
  return detail::skip_while<P>(std::move(p));
}

}  // namespace operators
}  // namespace rx

#endif  // RX__OPERATORS__SKIP_HPP_
