// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// end_with: emits some items after those of the source.

#ifndef RX__OPERATORS__END_WITH_HPP_
#define RX__OPERATORS__END_WITH_HPP_

#include <tuple>

#include "rx/detail/fits.hpp"
#include "rx/stage.hpp"

namespace rx
{

namespace detail
{

template <class T, class... Items>
struct end_with_of : stage
{
  explicit end_with_of(std::tuple<Items...> i) : items(std::move(i)) {}

  template <class>
  using emits = T;

  template <class U, class Out>
  bool on_next(U && item, Out & out)
  {
    return out.on_next(std::forward<U>(item));
  }
  template <class Out>
  void on_completed(Out & out)
  {
    const bool more = std::apply(
      [&](auto &... item) { return (out.on_next(static_cast<T>(std::move(item))) && ...); }, items);
    if (more) {
      out.on_completed();
    }
  }

  std::tuple<Items...> items;
};

template <class... Items>
struct end_with
{
  template <class T>
  static constexpr bool accepts = (fits_into<Items, T> && ...);

  RX_REJECT(
    end_with, (!accepts<Item>),
    "rx::end_with: a value does not convert to an Item of this stream. Pass an Item; write "
    "concat() for a stream")

  template <class Observable>
  auto operator()(Observable && source) const
  {
    using T = typename std::remove_cvref_t<Observable>::value_type;
    return std::forward<Observable>(source) | end_with_of<T, Items...>(items);
  }

  std::tuple<Items...> items;
};

}  // namespace detail

namespace operators
{

// source.end_with(a, b…) emits the given items when the source has completed.
//
//   source       --1--2--|
//   end_with(0)  --1--2--0|
//
// An error passes without the items. Cost: each subscription has its own copy of the items and
// moves them out; no heap, no lock, no thread.
//
//   just(1, 2) | end_with(0);  // -> 1 2 0 |
template <class... Items>
auto end_with(Items... items)
{
  static_assert(sizeof...(Items) > 0, "rx::end_with: no item given");
  return detail::end_with<Items...>{{std::move(items)...}};
}

}  // namespace operators
}  // namespace rx

#endif  // RX__OPERATORS__END_WITH_HPP_
