// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// distinct_until_changed: drops items that equal the previous one.

#ifndef RX__OPERATORS__DISTINCT_UNTIL_CHANGED_HPP_
#define RX__OPERATORS__DISTINCT_UNTIL_CHANGED_HPP_

#include <functional>
#include <optional>

#include "rx/stage.hpp"

namespace rx
{

namespace detail
{

template <class T, class Same>
struct distinct_until_changed_of : stage
{
  explicit distinct_until_changed_of(Same s) : same(std::move(s)) {}

  template <class>
  using emits = T;

  template <class U, class Out>
  bool on_next(U && item, Out & out)
  {
    if (last && std::invoke(same, std::as_const(*last), std::as_const(item))) {
      return true;
    }
    last.emplace(std::as_const(item));
    return out.on_next(std::forward<U>(item));
  }

  std::optional<T> last;
  [[no_unique_address]] Same same;
};

template <class Same>
struct distinct_until_changed
{
  template <class T>
  static constexpr bool accepts =
    std::is_invocable_r_v<bool, const Same &, const T &, const T &> && std::copy_constructible<T>;

  RX_REJECT(
    distinct_until_changed, (!accepts<Item>),
    "rx::distinct_until_changed: an Item of this stream cannot be compared or copied. Pass a "
    "function bool(const Item &, const Item &)")

  template <class Observable>
  auto operator()(Observable && source) const
  {
    using T = typename std::remove_cvref_t<Observable>::value_type;
    return std::forward<Observable>(source) | distinct_until_changed_of<T, Same>(same);
  }

  [[no_unique_address]] Same same;
};

}  // namespace detail

namespace operators
{

// source.distinct_until_changed([same]) emits the first item and each item that differs from the
// last emitted one, by == or by same(last, item).
//
//   source                    --1--1--2--2--1--|
//   distinct_until_changed()  --1-----2-----1--|
//
// Cost: one copy of each emitted item and one comparison; no heap, no lock, no thread.
//
//   just(1, 1, 2, 2, 1) | distinct_until_changed();  // -> 1 2 1 |
template <class Same = std::equal_to<>>
auto distinct_until_changed(Same same = {})
{
  return detail::distinct_until_changed<Same>{std::move(same)};
}

}  // namespace operators
}  // namespace rx

#endif  // RX__OPERATORS__DISTINCT_UNTIL_CHANGED_HPP_
