// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// pairwise: pairs each item with the previous one.

#ifndef RX__OPERATORS__PAIRWISE_HPP_
#define RX__OPERATORS__PAIRWISE_HPP_

#include <optional>
#include <tuple>

#include "rx/stage.hpp"

namespace rx
{

namespace detail
{

template <class T>
struct pairwise_of : stage
{
  template <class>
  using emits = std::tuple<T, T>;

  template <class U, class Out>
  bool on_next(U && item, Out & out)
  {
    if (!last) {
      last.emplace(std::forward<U>(item));
      return true;
    }
    std::tuple<T, T> pair(std::move(*last), std::as_const(item));
    last.emplace(std::forward<U>(item));
    return out.on_next(std::move(pair));
  }

  std::optional<T> last;
};

struct pairwise
{
  template <class T>
  static constexpr bool accepts = std::copy_constructible<T>;

  RX_REJECT(
    pairwise, (!accepts<Item>),
    "rx::pairwise: an Item of this stream cannot be copied, and each is in two pairs. Map it to a "
    "std::shared_ptr first")

  template <class Observable>
  auto operator()(Observable && source) const
  {
    using T = typename std::remove_cvref_t<Observable>::value_type;
    return std::forward<Observable>(source) | pairwise_of<T>();
  }
};

}  // namespace detail

namespace operators
{

// source.pairwise() emits std::tuple(previous item, item) from the second item on.
//
//   source      --1--2--3--|
//   pairwise()  -----12-23-|
//
// Cost: one copy per item; no heap, no lock, no thread.
//
//   just(1, 2, 3) | pairwise();  // -> (1, 2) (2, 3) |
inline auto pairwise()
{
  return detail::pairwise{};
}

}  // namespace operators
}  // namespace rx

#endif  // RX__OPERATORS__PAIRWISE_HPP_
