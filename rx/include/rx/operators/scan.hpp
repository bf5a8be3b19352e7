// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// scan: a running accumulation that emits each intermediate value.

#ifndef RX__OPERATORS__SCAN_HPP_
#define RX__OPERATORS__SCAN_HPP_

#include "rx/detail/fits.hpp"
#include "rx/observer.hpp"
#include "rx/stage.hpp"

namespace rx
{

namespace detail
{

template <class Acc, class F>
struct scan : stage
{
  scan(Acc seed, F function) : acc(std::move(seed)), f(std::move(function)) {}

  template <class T>
  static constexpr bool fits =
    std::is_invocable_r_v<Acc, F &, Acc, T &&> || std::is_invocable_r_v<Acc, F &, Acc, const T &>;

  template <class>
  using emits = Acc;

  template <class T>
  static constexpr bool accepts = fits<T> && keeps_fraction<F, Acc, T>;

  RX_REJECT(
    scan, (!fits<Item>),
    "rx::scan: the function must be callable as Acc(Acc, Item), where Acc is the type of the seed:"
    " scan(seed, function)")
  RX_REJECT(
    scan, (fits<Item> && !keeps_fraction<F, Acc, Item>),
    "rx::scan: the function returns a floating-point number, and the seed is a whole number, which"
    " would drop the fraction. Write a seed like 0.0")

  template <class U, class Out>
  bool on_next(U && item, Out & out)
  {
    acc = call_with_item(f, std::forward<U>(item), std::move(acc));
    return out.on_next(std::as_const(acc));
  }

  Acc acc;
  [[no_unique_address]] F f;
};

}  // namespace detail

namespace operators
{

// source.scan(seed, f) keeps a value, replaces it by f(value, item) and emits it.
//
//   source         --1--2--3--|
//   scan(0, plus)  --1--3--6--|
//
// The seed's type is the value's type, so use 0.0, not 0, for floating-point numbers. The value is
// moved into f and emitted as const Seed &, because it is still needed. Each subscription starts
// with its own copy of the seed. An exception of f becomes the stream's error. Cost: the call of f;
// no heap.
//
//   just(1, 2, 3) | scan(0, std::plus<>());  // -> 1 3 6 |
template <class Seed, class F>
auto scan(Seed seed, F f)
{
  return detail::scan<Seed, F>(std::move(seed), std::move(f));
}
template <class Function>
RX_MISTAKE(
  "rx::scan: the seed is missing. Write scan(seed, function), such as scan(0, std::plus<>())")
mistaken scan(const Function &)
{
  return {};
}

}  // namespace operators
}  // namespace rx

#endif  // RX__OPERATORS__SCAN_HPP_
