// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// tap: look at what passes without changing it.

#ifndef RX__OPERATORS__TAP_HPP_
#define RX__OPERATORS__TAP_HPP_

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
  struct checked
  {
    static_assert(
      std::is_invocable_v<Next &, T &>,
      "rx::tap: the function must be callable with a const item &");
    using type = T;
  };
  template <class T>
  using emits = typename checked<T>::type;

  template <class U, class Out>
  bool on_next(U && item, Out & out)
  {
    if constexpr (std::is_invocable_v<Next &, const std::remove_cvref_t<U> &>) {
      std::invoke(next, std::as_const(item));
      return out.on_next(std::forward<U>(item));
    } else if constexpr (std::is_invocable_v<Next &, U &>) {
      std::invoke(next, item);
      return out.on_next(std::forward<U>(item));
    } else {  // one that may change an item which belongs to others, too
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

}  // namespace detail

namespace operators
{

// source.tap(on_next[, on_error][, on_completed]) calls the functions with what passes, before it goes on.
//
//   source   --1--2--|
//   tap(f)   --1--2--|     f(1) f(2)
//
// on_next sees const T &; one that takes T & may change the item for those behind it. What a function throws becomes the stream's error. Cost: the calls.
//
//   std::string log;
//   just(1, 2) | tap([&](int i) { log += std::to_string(i); });  // -> 1 2 |
//   log;  // -> 12
//   just(1, 2) | tap([](int & i) { i *= 10; });  // -> 10 20 |
template <class Next>
auto tap(Next next)
{
  return detail::tap<Next, detail::no_function, detail::no_function>(std::move(next), {}, {});
}

template <class Next, class Second>
auto tap(Next next, Second second)
{
  if constexpr (std::is_invocable_v<Second &, const std::exception_ptr &>) {
    return detail::tap<Next, Second, detail::no_function>(std::move(next), std::move(second), {});
  } else {
    return detail::tap<Next, detail::no_function, Second>(std::move(next), {}, std::move(second));
  }
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
