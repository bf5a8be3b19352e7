// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The implicit conversions of items that operators allow when they join or fold streams.

#ifndef RX__DETAIL__FITS_HPP_
#define RX__DETAIL__FITS_HPP_

#include <type_traits>
#include <utility>

#include "rx/observer.hpp"
#include "rx/stage.hpp"

namespace rx::detail
{

// True if a From converts to a To implicitly. A floating-point number does not convert to a whole
// number, because that would drop its fraction at each item.
template <class From, class To>
inline constexpr bool fits_into =
  std::is_convertible_v<From, To> &&
  !(std::is_floating_point_v<std::remove_cvref_t<From>> && std::is_integral_v<To>);

// True if the result of f(value, item) fits into the value. Also true for a function that cannot be
// called.
template <class F, class Acc, class T>
constexpr bool keeps_fraction_of()
{
  if constexpr (std::is_invocable_v<F &, Acc, T &&> || std::is_invocable_v<F &, Acc, const T &>) {
    using result =
      decltype(call_with_item(std::declval<F &>(), std::declval<T>(), std::declval<Acc>()));
    return !std::is_convertible_v<result, Acc> || fits_into<result, Acc>;
  } else {
    return true;
  }
}
template <class F, class Acc, class T>
inline constexpr bool keeps_fraction = keeps_fraction_of<F, Acc, T>();

// The check of operators that emit the items of other streams, too.
template <class... Others>
struct converted_items
{
  template <class T>
  static constexpr bool accepts = (fits_into<Others, T> && ...);

  RX_REJECT(
    converted_items, (!accepts<Item>),
    "rx: an operator that joins streams needs items of one type, and an item of Others does not "
    "convert to an Item without loss. Map both streams to one type first")
};

}  // namespace rx::detail

#endif  // RX__DETAIL__FITS_HPP_
