// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// on_error_resume_next, catch_, switch_if_empty: replace an error or an empty stream by another
// stream.

#ifndef RX__OPERATORS__ON_ERROR_RESUME_NEXT_HPP_
#define RX__OPERATORS__ON_ERROR_RESUME_NEXT_HPP_

#include <exception>
#include <functional>
#include <optional>
#include <type_traits>

#include "rx/detail/fits.hpp"
#include "rx/resubscribing_operator.hpp"

namespace rx
{

namespace detail
{

template <class Fallback>
struct with_fallback : resubscribing_operator
{
  using source_type = typename Fallback::source_type;

  template <class Source, class Start>
  void subscribe(const Source & source, Start && start)
  {
    if (fallback) {
      start(fallback->source());
    } else {
      start(source);
    }
  }

  std::optional<Fallback> fallback;  // set once it runs
};

// E: the type of exception that is caught; void: all.
template <class E, class F>
struct caught_by
{
  using type = std::invoke_result_t<F &, const E &>;
};
template <class F>
struct caught_by<void, F>
{
  using type = std::invoke_result_t<F &, std::exception_ptr>;
};

template <class E, class F>
struct on_error_resume_next : with_fallback<std::remove_cvref_t<typename caught_by<E, F>::type>>
{
  explicit on_error_resume_next(F function) : f(std::move(function)) {}

  template <class T>
  using emits = T;

  using checks = converted_items<typename on_error_resume_next::source_type::value_type>;

  next_source on_error(const std::exception_ptr & error)
  {
    if (this->fallback) {
      return next_source::none();
    }
    if constexpr (std::is_void_v<E>) {
      this->fallback.emplace(std::invoke(f, error));
      return next_source::now();
    } else {
      try {
        std::rethrow_exception(error);
      } catch (const E & e) {
        this->fallback.emplace(std::invoke(f, e));
        return next_source::now();
      } catch (...) {
        return next_source::none();
      }
    }
  }

  [[no_unique_address]] F f;
};

template <class Fallback>
struct switch_if_empty : with_fallback<Fallback>
{
  explicit switch_if_empty(Fallback o) : other(std::move(o)) {}

  template <class T>
  using emits = T;

  using checks = converted_items<typename Fallback::value_type>;

  void on_item() noexcept { empty = false; }
  next_source on_completed()
  {
    if (!std::exchange(empty, false)) {
      return next_source::none();
    }
    this->fallback.emplace(other);
    return next_source::now();
  }

  Fallback other;
  bool empty = true;
};

// Satisfied by a function from an error to the stream that follows it.
template <class F, class Error>
concept error_handler = std::is_invocable_v<F &, const Error &> &&
                        is_pipe<std::remove_cvref_t<std::invoke_result_t<F &, const Error &>>>;

template <class E, class F>
auto make_catch(F f)
{
  using op = on_error_resume_next<E, F>;
  return make_operator(op(std::move(f)));
}

}  // namespace detail

namespace operators
{

// source.on_error_resume_next(f) continues with the stream f(error) if the source ends with an
// error. f takes a std::exception_ptr and returns an observable. You may also pass an observable
// instead of a function.
//
//   source                   --1--2--X
//   other                            --8--9--|
//   on_error_resume_next(f)  --1--2----8--9--|
//
// An error of that stream, or an exception of f, passes. switch_on_error() is RxCpp's other name.
// Cost: that of a resubscribing operator.
//
//   error<int>(std::runtime_error("broken")) | on_error_resume_next(just(8, 9));  // -> 8 9 |
template <class F>
  requires(detail::is_pipe<F> || detail::error_handler<F, std::exception_ptr>)
auto on_error_resume_next(F f)
{
  if constexpr (detail::is_pipe<F>) {
    return on_error_resume_next(
      [other = std::move(f)](const std::exception_ptr &) { return other; });
  } else {
    return detail::make_catch<void>(std::move(f));
  }
}
template <class Function>
  requires(!detail::is_pipe<Function> && !detail::error_handler<Function, std::exception_ptr>)
RX_MISTAKE(
  "rx::on_error_resume_next: the function must take a std::exception_ptr and return a stream; for "
  "one type of exception write catch_<E>(function)")
mistaken on_error_resume_next(const Function &)
{
  return {};
}
template <class F>
auto switch_on_error(F f)  // RxCpp's other name
{
  return on_error_resume_next(std::move(f));
}

// source | catch_<E>(f) handles only errors of type E (an exception class) in this way and calls
// f(const E &). catch_(f) handles all errors.
//
//   auto source = error<int>(std::out_of_range("far"));
//   source | catch_<std::out_of_range>([](const std::out_of_range &) { return just(0); });
//     // -> 0 |
//   source | catch_<timeout_error>([](const timeout_error &) { return just(0); });  // -> X far
template <class E = void, class F>
auto catch_(F f)
{
  if constexpr (std::is_void_v<E>) {
    return on_error_resume_next(std::move(f));
  } else {
    static_assert(
      detail::error_handler<F, E>,
      "rx::catch_<E>: the function must take a const E & and return a stream");
    return detail::make_catch<E>(std::move(f));
  }
}

// source.switch_if_empty(other) continues with the stream `other` if the source completes without
// an item.
//
//   source                  -----|
//   other                        --8--|
//   switch_if_empty(other)  -------8--|
//
//   empty<int>() | switch_if_empty(just(8));  // -> 8 |
template <class Observable>
auto switch_if_empty(Observable other)
{
  static_assert(
    detail::is_pipe<Observable>, "rx::switch_if_empty: the argument must be an observable");
  using op = detail::switch_if_empty<Observable>;
  return make_operator(op(std::move(other)));
}

}  // namespace operators
}  // namespace rx

#endif  // RX__OPERATORS__ON_ERROR_RESUME_NEXT_HPP_
