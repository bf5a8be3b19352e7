// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// retry_when: subscribes to the same source again when another stream says so.

#ifndef RX__OPERATORS__RETRY_WHEN_HPP_
#define RX__OPERATORS__RETRY_WHEN_HPP_

#include <exception>
#include <functional>
#include <type_traits>
#include <utility>

#include "rx/operators/on_error_resume_next.hpp"
#include "rx/operators/retry.hpp"
#include "rx/stage.hpp"

namespace rx
{

namespace detail
{

// The pseudo-error that an item of f(error) is turned into, to request another subscription.
struct asked_for_retry
{
};

template <class T>
struct ask_for_retry : stage
{
  template <class>
  using emits = T;

  template <class U, class Out>
  bool on_next(U &&, Out &)
  {
    throw asked_for_retry{};
  }
};

struct retry_if_asked : again
{
  next_source on_error(const std::exception_ptr & error) const
  {
    try {
      std::rethrow_exception(error);
    } catch (const asked_for_retry &) {
      return next_source::now();
    } catch (...) {
      return next_source::none();
    }
  }
};

template <class F>
struct retry_when
{
  static_assert(
    std::is_invocable_v<F &, std::exception_ptr>,
    "rx::retry_when: the function must be callable with a std::exception_ptr");
  static_assert(
    is_pipe<std::remove_cvref_t<std::invoke_result_t<F &, std::exception_ptr>>>,
    "rx::retry_when: the function must return an observable");

  template <class Observable>
  auto operator()(Observable && source) const
  {
    using T = typename std::remove_cvref_t<Observable>::value_type;
    return std::forward<Observable>(source) |
           operators::on_error_resume_next([f = f](const std::exception_ptr & error) mutable {
             return std::invoke(f, error) | ask_for_retry<T>{};
           }) |
           resubscribing(retry_if_asked{});
  }

  F f;
};

}  // namespace detail

namespace operators
{

// source.retry_when(f) subscribes to the source again when, after an error, the stream f(error)
// emits its first item. f takes a std::exception_ptr and returns an observable.
//
//   source         --1--X
//   f(error)            ---y
//   again                  --1--2--|
//   retry_when(f)  --1--------1--2--|
//
// If f(error) completes without an item, the result completes too; an error of f(error), or an
// exception of f, passes. So f decides which errors are worth another attempt, and when: after a
// time (timer), when a device is back, when the operator presses a button. Cost: that of two
// resubscribing operators; per attempt an exception and the subscription to f(error).
//
//   m.of(m.cold("-1-X") | retry_when([&](std::exception_ptr) { return m.cold("--y"); })
//     | take(2));  // -> -1----(1|)
template <class F>
auto retry_when(F f)
{
  return detail::retry_when<F>{std::move(f)};
}

}  // namespace operators
}  // namespace rx

#endif  // RX__OPERATORS__RETRY_WHEN_HPP_
