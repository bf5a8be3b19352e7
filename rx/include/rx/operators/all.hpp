// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// all, any, contains: test all items of a stream.

#ifndef RX__OPERATORS__ALL_HPP_
#define RX__OPERATORS__ALL_HPP_

#include <functional>
#include <type_traits>

#include "rx/stage.hpp"

namespace rx
{

namespace detail
{

// Emits `Found` at the first item whose predicate is Found, otherwise the opposite at the end.
template <class P, bool Found>
struct looking_for : stage
{
  explicit looking_for(P predicate) : p(std::move(predicate)) {}

  template <class>
  using emits = bool;

  template <class T>
  static constexpr bool accepts = std::is_invocable_r_v<bool, P &, const T &>;

  RX_REJECT(
    looking_for, (!accepts<Item>),
    "rx::all, any, contains: the predicate must be callable as bool(const Item &), or the value be"
    " comparable with an Item")

  template <class U, class Out>
  bool on_next(U && item, Out & out)
  {
    if (static_cast<bool>(std::invoke(p, std::as_const(item))) != Found) {
      return true;
    }
    answer(Found, out);
    return false;
  }
  template <class Out>
  void on_completed(Out & out)
  {
    answer(!Found, out);
  }
  template <class Out>
  void answer(bool a, Out & out)
  {
    if (out.on_next(a)) {
      out.on_completed();
    }
  }

  [[no_unique_address]] P p;
};

template <class Value>
struct equal_to_value
{
  template <class T>
    requires requires(const T & a, const Value & b) { static_cast<bool>(a == b); }
  bool operator()(const T & item) const
  {
    return item == value;
  }

  Value value;
};

}  // namespace detail

namespace operators
{

// source.all(p) emits whether p(item) is true for every item: false at the first item for which it
// is not, otherwise true at the end.
//
//   source     --1--2--3--|
//   all(< 3)   --------f|
//
// An exception of p becomes the stream's error. Cost: the calls of p; no heap, no lock, no thread.
//
//   just(1, 2, 3) | all([](int i) { return i < 3; });  // -> false |
template <class P>
auto all(P p)
{
  return detail::looking_for<P, false>(std::move(p));
}

// source.any(p) emits whether p(item) is true for some item: true at the first such item, otherwise
// false at the end. exists(p) is RxCpp's other name of any(p).
//
//   source     --1--2--3--|
//   any(== 2)  -----t|
//
//   just(1, 2, 3) | any([](int i) { return i == 2; });  // -> true |
template <class P>
auto any(P p)
{
  return detail::looking_for<P, true>(std::move(p));
}
template <class P>
auto exists(P p)  // another name of any
{
  return any(std::move(p));
}

// source.contains(value) emits whether some item equals the value.
//
//   source       --1--2--3--|
//   contains(2)  -----t|
//
//   just(1, 2, 3) | contains(4);  // -> false |
template <class Value>
auto contains(Value value)
{
  return any(detail::equal_to_value<Value>{std::move(value)});
}

}  // namespace operators
}  // namespace rx

#endif  // RX__OPERATORS__ALL_HPP_
