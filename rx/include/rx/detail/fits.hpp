// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Which conversions of items happen without a word; used by operators that join or fold streams.

#ifndef RX__DETAIL__FITS_HPP_
#define RX__DETAIL__FITS_HPP_

#include <type_traits>
#include <utility>

#include "rx/observer.hpp"

namespace rx::detail
{

// Whether a From becomes a To by itself. A floating-point number does not become a whole one, since
// that would drop its fraction at each item.
template <class From, class To>
inline constexpr bool fits_into =
  std::is_convertible_v<From, To> &&
  !(std::is_floating_point_v<std::remove_cvref_t<From>> && std::is_integral_v<To>);

// Whether the value that f(value, item) returns fits into the value. True of what cannot be called.
template <class F, class Acc, class T>
constexpr bool keeps_fraction_of()
{
  if constexpr (requires(F & f, Acc && value, T && item) {
                  call_with_item(f, std::move(item), std::move(value));
                }) {
    using result =
      decltype(call_with_item(std::declval<F &>(), std::declval<T>(), std::declval<Acc>()));
    return !std::is_convertible_v<result, Acc> || fits_into<result, Acc>;
  } else {
    return true;
  }
}
template <class F, class Acc, class T>
inline constexpr bool keeps_fraction = keeps_fraction_of<F, Acc, T>();

}  // namespace rx::detail

#endif  // RX__DETAIL__FITS_HPP_
