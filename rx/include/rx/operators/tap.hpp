// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// tap: calls functions with the items that pass, without changing them.

#ifndef RX__OPERATORS__TAP_HPP_
#define RX__OPERATORS__TAP_HPP_

#include <exception>
#include <functional>
#include <memory>
#include <tuple>
#include <utility>

#include "rx/stage.hpp"

namespace rx
{

namespace detail
{

template <class Next, class Error, class Completed>
struct tap : stage
{
  tap(Next n, Error e, Completed c)
  : next(std::move(n)), error(std::move(e)), completed(std::move(c))
  {
  }

  template <class T>
  using emits = T;

  template <class T>
  static constexpr bool accepts =
    std::is_invocable_v<Next &, T &> || std::is_same_v<Next, no_function>;

  RX_REJECT(
    tap, (!accepts<Item>),
    "rx::tap: the function must be callable with a const Item &; a tuple is one Item")

  template <class U, class Out>
  bool on_next(U && item, Out & out)
  {
    if constexpr (std::is_same_v<Next, no_function>) {
      return out.on_next(std::forward<U>(item));
    } else if constexpr (std::is_invocable_v<Next &, const std::remove_cvref_t<U> &>) {
      std::invoke(next, std::as_const(item));
      return out.on_next(std::forward<U>(item));
    } else if constexpr (std::is_invocable_v<Next &, U &>) {
      std::invoke(next, item);
      return out.on_next(std::forward<U>(item));
    } else {  // a function that may change an item, which other observers may share
      std::remove_cvref_t<U> own(item);
      std::invoke(next, own);
      return out.on_next(std::move(own));
    }
  }
  template <class Out>
  void on_error(const std::exception_ptr & e, Out & out)
  {
    if constexpr (!std::is_same_v<Error, no_function>) {
      error(e);
    }
    out.on_error(e);
  }
  template <class Out>
  void on_completed(Out & out)
  {
    if constexpr (!std::is_same_v<Completed, no_function>) {
      completed();
    }
    out.on_completed();
  }

  [[no_unique_address]] Next next;
  [[no_unique_address]] Error error;
  [[no_unique_address]] Completed completed;
};

// One function, or two, whose roles follow from the type of the items.
template <class... F>
struct tap_by_type
{
  // Returns true if the functions have roles. A generic function is only tried with an item.
  template <class T, class First, class... Second>
  static constexpr bool have_roles()
  {
    if constexpr (has_on_next_member<First> || std::is_invocable_v<First &, T &>) {
      return true;
    } else if constexpr (std::is_invocable_v<First &, const std::exception_ptr &>) {
      return true;
    } else {
      return sizeof...(Second) == 0 && std::is_invocable_v<First &>;
    }
  }
  template <class T>
  static constexpr bool accepts = have_roles<T, F...>();

  RX_REJECT(
    tap_by_type, (!accepts<Item>),
    "rx::tap: the function must be callable with a const Item &; a tuple is one Item")

  template <class Observable>
  auto operator()(Observable && source) const
  {
    using T = typename std::remove_cvref_t<Observable>::value_type;
    return std::apply(
      [&](const auto &... f) { return std::forward<Observable>(source) | make_tap<T>(f...); },
      functions);
  }

  template <class T, class First>
  static auto make_tap(const First & f)
  {
    if constexpr (has_on_next_member<First>) {
      const auto to = std::make_shared<First>(f);
      return detail::tap(
        [to](const T & item) { to->on_next(item); },
        [to](const std::exception_ptr & e) { to->on_error(e); }, [to] { to->on_completed(); });
    } else if constexpr (std::is_invocable_v<First &, T &>) {
      return detail::tap(f, no_function(), no_function());
    } else if constexpr (std::is_invocable_v<First &, const std::exception_ptr &>) {
      return detail::tap(no_function(), f, no_function());
    } else {
      return detail::tap(no_function(), no_function(), f);
    }
  }
  template <class T, class First, class Second>
  static auto make_tap(const First & f, const Second & second)
  {
    if constexpr (
      !std::is_invocable_v<First &, T &> &&
      std::is_invocable_v<First &, const std::exception_ptr &>) {
      return detail::tap(no_function(), f, second);
    } else if constexpr (std::is_invocable_v<Second &, const std::exception_ptr &>) {
      return detail::tap(f, second, no_function());
    } else {
      return detail::tap(f, no_function(), second);
    }
  }

  std::tuple<F...> functions;
};

}  // namespace detail

namespace operators
{

// source.tap(on_next[, on_error][, on_completed]) calls the functions with the items and the end,
// before it passes them on.
//
//   source   --1--2--|
//   tap(f)   --1--2--|     f(1) f(2)
//
// Each function is optional; its argument shows which one it is. You may also pass an observer with
// all three. on_next takes const T &; a function that takes T & may change the item for the stages
// behind it. An exception of a function becomes the stream's error. Cost: the calls.
//
//   std::string log;
//   just(1, 2) | tap([&](int i) { log += std::to_string(i); });  // -> 1 2 |
//   log;  // -> 12
//   just(1, 2) | tap([](int & i) { i *= 10; });  // -> 10 20 |
template <class First>
auto tap(First function)
{
  return detail::tap_by_type<First>{{std::move(function)}};
}

template <class First, class Second>
auto tap(First first, Second second)
{
  return detail::tap_by_type<First, Second>{{std::move(first), std::move(second)}};
}

template <class Next, class Error, class Completed>
auto tap(Next next, Error error, Completed completed)
{
  return detail::tap<Next, Error, Completed>(
    std::move(next), std::move(error), std::move(completed));
}

}  // namespace operators
}  // namespace rx

#endif  // RX__OPERATORS__TAP_HPP_
