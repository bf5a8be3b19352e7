// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// sequence_equal: compares the items of two streams.

#ifndef RX__OPERATORS__SEQUENCE_EQUAL_HPP_
#define RX__OPERATORS__SEQUENCE_EQUAL_HPP_

#include <functional>

#include "rx/combining_operator.hpp"
#include "rx/environment.hpp"
#include "rx/storage.hpp"

namespace rx
{

namespace detail
{

template <class A, class B, class Same>
struct sequence_equal_of : combining_operator
{
  explicit sequence_equal_of(Same s) : same(std::move(s)) {}

  template <class...>
  using emits = bool;

  template <std::size_t I, class U, class Out>
  bool on_next(input<I>, U && item, Out & out, merge_control &)
  {
    if constexpr (I == 0) {
      left.push(std::forward<U>(item));
    } else {
      right.push(std::forward<U>(item));
    }
    return compare(out);
  }
  template <std::size_t I, class Out>
  bool on_completed(input<I>, Out & out, merge_control &)
  {
    (I == 0 ? left_over : right_over) = true;
    return compare(out);
  }

  template <class Out>
  bool compare(Out & out)
  {
    while (!left.empty() && !right.empty()) {
      if (!std::invoke(same, left.pop(), right.pop())) {
        return answer(false, out);
      }
    }
    if ((left_over && !right.empty()) || (right_over && !left.empty())) {
      return answer(false, out);
    }
    return !(left_over && right_over) || answer(true, out);
  }
  template <class Out>
  bool answer(bool a, Out & out)
  {
    if (out.on_next(a)) {
      out.on_completed();
    }
    return false;
  }

  fifo<A> left;
  fifo<B> right;
  bool left_over = false;
  bool right_over = false;
  [[no_unique_address]] Same same;
};

template <class Other, class Same>
struct sequence_equal
{
  template <class T>
  static constexpr bool accepts =
    std::is_invocable_r_v<bool, Same &, T, typename Other::value_type>;

  RX_REJECT(
    sequence_equal, (!accepts<Item>),
    "rx::sequence_equal: an Item of this stream cannot be compared with one of the other stream. "
    "Pass a function bool(Item, item of the other)")

  template <class Observable>
  auto operator()(Observable && source) const
  {
    using A = typename std::remove_cvref_t<Observable>::value_type;
    using B = typename Other::value_type;
    using op = sequence_equal_of<A, B, Same>;
    return combined<op, Other>{op(same), {other}}(std::forward<Observable>(source));
  }

  Other other;
  [[no_unique_address]] Same same;
};

}  // namespace detail

namespace operators
{

// source.sequence_equal(other[, same]) emits whether both streams have equal items in the same
// order, as soon as that is known.
//
//   source           --1--2--3--|
//   other            -1---2---4--…
//   sequence_equal   ---------f|
//
// The streams may be on different threads. Items wait for their counterparts. Cost: that of a
// combining operator and one move per item; heap only while the number of waiting items reaches a
// new maximum.
//
//   just(1, 2, 3) | sequence_equal(just(1, 2, 4));  // -> false |
template <class Observable, class Same = std::equal_to<>>
auto sequence_equal(Observable other, Same same = {})
{
  if constexpr (std::is_convertible_v<Same, environment>) {  // RxCpp's coordination; ignored
    return sequence_equal(std::move(other));
  } else {
    return detail::sequence_equal<Observable, Same>{std::move(other), std::move(same)};
  }
}
template <class Observable, class Same>
auto sequence_equal(Observable other, Same same, environment)  // RxCpp's coordination; ignored
{
  return sequence_equal(std::move(other), std::move(same));
}

}  // namespace operators
}  // namespace rx

#endif  // RX__OPERATORS__SEQUENCE_EQUAL_HPP_
