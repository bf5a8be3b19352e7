// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// reduce, count, sum, average, min, max: one value computed from all items.

#ifndef RX__OPERATORS__REDUCE_HPP_
#define RX__OPERATORS__REDUCE_HPP_

#include <concepts>
#include <cstdint>
#include <functional>
#include <type_traits>

#include "rx/detail/fits.hpp"
#include "rx/error.hpp"
#include "rx/observer.hpp"
#include "rx/stage.hpp"
#include "rx/storage.hpp"

namespace rx
{

namespace detail
{

template <class Acc, class F, class Result>
struct reduce : stage
{
  reduce(Acc seed, F function, Result r)
  : acc(std::move(seed)), f(std::move(function)), result(std::move(r))
  {
  }

  template <class>
  using emits = std::remove_cvref_t<std::invoke_result_t<Result &, Acc>>;

  template <class T>
  static constexpr bool fits =
    std::is_invocable_r_v<Acc, F &, Acc, T &&> || std::is_invocable_r_v<Acc, F &, Acc, const T &>;
  template <class T>
  static constexpr bool accepts = fits<T> && keeps_fraction<F, Acc, T>;

  RX_REJECT(
    reduce, (!fits<Item>),
    "rx::reduce: the function must be callable as Acc(Acc, Item), where Acc is the type of the "
    "seed: reduce(seed, function)")
  RX_REJECT(
    reduce, (fits<Item> && !keeps_fraction<F, Acc, Item>),
    "rx::reduce: the function returns a floating-point number, and the seed is a whole number, "
    "which would drop the fraction. Write a seed like 0.0")

  template <class U, class Out>
  bool on_next(U && item, Out &)
  {
    acc = call_with_item(f, std::forward<U>(item), std::move(acc));
    return true;
  }
  template <class Out>
  void on_completed(Out & out)
  {
    if (out.on_next(std::invoke(result, std::move(acc)))) {
      out.on_completed();
    }
  }

  Acc acc;
  [[no_unique_address]] F f;
  [[no_unique_address]] Result result;
};

// Starts with the first item and replaces the value by f(value, item); fails if there is no item.
template <class T, class F>
struct fold_items : stage
{
  fold_items(F function, const char * t) : f(std::move(function)), text(t) {}

  template <class>
  using emits = T;

  template <class U, class Out>
  bool on_next(U && item, Out &)
  {
    if (value) {
      f(*value, std::forward<U>(item));
    } else {
      value.emplace(std::forward<U>(item));
    }
    return true;
  }
  template <class Out>
  void on_completed(Out & out)
  {
    if (!value) {
      throw empty_error(text);
    }
    if (out.on_next(std::move(*value))) {
      out.on_completed();
    }
  }

  optional_item<T> value;
  [[no_unique_address]] F f;
  const char * text;
};

template <class F>
struct folding
{
  template <class T>
  static constexpr bool accepts = std::is_invocable_v<const F &, T &, T>;

  RX_REJECT(
    folding, (!accepts<Item>),
    "rx::sum, min, max: an Item of this stream cannot be added or compared. Map it to a number, or"
    " pass a function to min and max")

  template <class Observable>
  auto operator()(Observable && source) const
  {
    using T = typename std::remove_cvref_t<Observable>::value_type;
    return std::forward<Observable>(source) | fold_items<T, F>(f, text);
  }

  [[no_unique_address]] F f;
  const char * text;
};

// GCC 12 warns that the value of the std::optional may be uninitialised, wrongly (GCC bug 80635).
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
struct add_up
{
  template <class T, class U>
    requires requires(T & a, U && b) { a = std::move(a) + b; }
  void operator()(T & kept, U && item) const
  {
    kept = static_cast<T>(std::move(kept) + std::forward<U>(item));
  }
};
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

template <class Less, bool Greatest>
struct keep_extreme
{
  template <class T, class U>
    requires std::is_invocable_r_v<bool, const Less &, const T &, const T &>
  void operator()(T & kept, U && item) const
  {
    const bool better = Greatest ? std::invoke(less, std::as_const(kept), std::as_const(item))
                                 : std::invoke(less, std::as_const(item), std::as_const(kept));
    if (better) {
      kept = std::forward<U>(item);
    }
  }

  [[no_unique_address]] Less less;
};

struct average : stage
{
  template <class>
  using emits = double;

  template <class T>
  static constexpr bool accepts = std::is_convertible_v<T, double>;

  RX_REJECT(
    average, (!accepts<Item>),
    "rx::average: an Item of this stream does not convert to double. Map it to a number")

  template <class U, class Out>
  bool on_next(U && item, Out &)
  {
    sum += static_cast<double>(item);
    ++count;
    return true;
  }
  template <class Out>
  void on_completed(Out & out)
  {
    if (count == 0) {
      throw empty_error("rx::average: there is no item");
    }
    if (out.on_next(sum / static_cast<double>(count))) {
      out.on_completed();
    }
  }

  double sum = 0;
  std::uint64_t count = 0;
};

struct count_items
{
  template <class T>
  std::uint64_t operator()(std::uint64_t n, const T &) const
  {
    return n + 1;
  }
};

}  // namespace detail

namespace operators
{

// source.reduce(seed, f[, result]) emits one value when the source completes: f(… f(f(seed, a), b)
// …), or result(value) if you pass a third function.
//
//   source            --1--2--3--|
//   reduce(0, plus)   -----------6|
//
// The seed's type is the value's type, so use 0.0, not 0, for floating-point numbers. The value is
// moved into f. An exception of f becomes the stream's error. accumulate() is RxCpp's other name of
// reduce(). Cost: the calls of f; no heap, no lock, no thread.
//
//   just(1, 2, 3) | reduce(0, std::plus<>());  // -> 6 |
template <class Seed, class F, class Result = std::identity>
auto reduce(Seed seed, F f, Result result = {})
{
  return detail::reduce<Seed, F, Result>(std::move(seed), std::move(f), std::move(result));
}
template <class... Args>
auto accumulate(Args... args)  // another name of reduce
{
  return reduce(std::move(args)...);
}

// source.count() emits the number of items (std::uint64_t) when the source completes.
//
//   source   --1--2--3--|
//   count()  -----------3|
//
//   just(7, 8, 9) | count();  // -> 3 |
inline auto count()
{
  return reduce(std::uint64_t{0}, detail::count_items{});
}

// source.sum() emits the sum of the items when the source completes; fails with rx::empty_error if
// there is none.
//
//   source  --1--2--3--|
//   sum()   -----------6|
//
//   just(1, 2, 3) | sum();  // -> 6 |
inline auto sum()
{
  return detail::folding<detail::add_up>{{}, "rx::sum: there is no item"};
}

// source.average() emits the mean of the items as a double; fails with rx::empty_error if there is
// none.
//
//   source     --1--2--|
//   average()  --------1.5|
//
//   just(1, 2) | average();  // -> 1.5 |
inline auto average()
{
  return detail::average();
}

// source.min([less]) emits the least item when the source completes (the first of equal ones);
// fails with rx::empty_error if there is none.
//
//   source  --2--1--3--|
//   min()   -----------1|
//
//   just(2, 1, 3) | min();  // -> 1 |
template <class Less = std::less<>>
auto min(Less less = {})
{
  return detail::folding<detail::keep_extreme<Less, false>>{
    {std::move(less)}, "rx::min: there is no item"};
}

// source.max([less]) emits the greatest item when the source completes; otherwise like min.
//
//   source  --2--1--3--|
//   max()   -----------3|
//
//   just(2, 1, 3) | max();  // -> 3 |
template <class Less = std::less<>>
auto max(Less less = {})
{
  return detail::folding<detail::keep_extreme<Less, true>>{
    {std::move(less)}, "rx::max: there is no item"};
}

}  // namespace operators
}  // namespace rx

#endif  // RX__OPERATORS__REDUCE_HPP_
