// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// finally: a function that is called when the stream is over, for whatever reason.

#ifndef RX__OPERATORS__FINALLY_HPP_
#define RX__OPERATORS__FINALLY_HPP_

#include <type_traits>
#include <utility>

#include "rx/combining_operator.hpp"
#include "rx/error.hpp"

namespace rx
{

namespace detail
{

template <class F>
struct finally : combining_operator
{
  explicit finally(F function) : f(std::move(function)) {}
  finally(const finally &) = default;
  finally(finally &&) = default;
  ~finally()
  {
    if (running) {
      try {
        f();
      } catch (...) {
        report_unhandled(std::current_exception());
      }
    }
  }

  template <class T>
  using emits = T;

  template <class Out>
  bool on_start(Out &, merge_control &)
  {
    running = true;
    return true;
  }
  template <class U, class Out>
  bool on_next(input<0>, U && item, Out & out, merge_control &)
  {
    return out.on_next(std::forward<U>(item));
  }

  F f;
  bool running = false;  // from now on it must not move until the stream is over
};

}  // namespace detail

namespace operators
{

// source.finally(f) calls f() once, after the stream has completed, failed or been disposed.
//
//   source      --1--2--|
//   finally(f)  --1--2--|f()
//
// f runs on the thread that ends the stream, after the subscriber has been notified. An exception
// of f goes to rx::on_unhandled_error. Cost: that of a combining operator.
//
//   std::string log;
//   (just(1, 2) | finally([&] { log += "over"; })).to_vector();  // -> [1 2]
//   log;  // -> over
template <class F>
auto finally(F && f)
{
  // The reference works around GCC 12: test/compiler_faults/gcc12_const_return.cpp.
  using function = std::remove_cvref_t<F>;
  static_assert(std::is_invocable_v<function &>, "rx::finally: the function takes no arguments");
  return make_operator(detail::finally<function>(std::forward<F>(f)));
}

}  // namespace operators
}  // namespace rx

#endif  // RX__OPERATORS__FINALLY_HPP_
