// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The base of stateless and single-source operators: an operator defines only what it does with an
// item, and this file contains the rest. rx/operators/ uses it; use it too to add an operator.

#ifndef RX__STAGE_HPP_
#define RX__STAGE_HPP_

#include <concepts>
#include <exception>
#include <type_traits>
#include <utility>

#include "rx/environment.hpp"
#include "rx/observer.hpp"
#include "rx/subscription.hpp"

// Marks an overload that only a mistake selects. The compiler then reports the user's line, the
// template arguments of the overload, and `text`, in its first error. A compiler without that
// attribute reports `text` when it generates code.
#if defined(__clang__) || !defined(__GNUC__) || __GNUC__ >= 12
#define RX_MISTAKE(text) __attribute__((unavailable(text)))
#else
#define RX_MISTAKE(text) __attribute__((error(text), noinline))
#endif

// Within an operator: `source | op` is a mistake if `condition`, an expression of Item in
// parentheses, holds. op::accepts must be false then. See stage. This overload is also a candidate
// at the later operators of a pipe, so the condition is evaluated only if Right is `op`.
#define RX_REJECT(op, condition, text)                                              \
  template <class Item, class Right>                                                \
    requires ::std::derived_from<Right, op> && condition                            \
  RX_MISTAKE(text)                                                                  \
  friend ::rx::mistaken operator|(const ::rx::observable_of<Item> &, const Right &) \
  {                                                                                 \
    return {};                                                                      \
  }

// Declares an overload of the function `name` that reports a number in place of a duration.
#define RX_NEEDS_DURATION(name)                                                \
  template <::rx::no_duration Number, class... More>                           \
  RX_MISTAKE(#name ": a duration needs a unit and no fraction, such as 100ms") \
  auto name(const Number &, const More &...)                                   \
  {                                                                            \
    return ::rx::mistaken();                                                   \
  }

namespace rx
{

// The result of a mistake. Whatever follows it compiles, so the compiler reports nothing else.
struct mistaken
{  /// Returns another one.
  template <class Left, class Right>
    requires(
      std::is_same_v<std::remove_cvref_t<Left>, mistaken> ||
      std::is_same_v<std::remove_cvref_t<Right>, mistaken>)
  friend mistaken operator|(Left &&, Right &&)
  {
    return {};
  }
  // Returns an empty subscription.
  template <class... Args>
  subscription subscribe(Args &&...) const
  {
    return {};
  }
};

// Base of every observable. It knows the type of the items but not that of the pipe, so that errors
// of the compiler stay short.
template <class Item>
struct observable_of
{
  // Reports wrong arguments of subscribe().
  template <class... Functions>
    requires(!detail::subscribes<Item, std::decay_t<Functions>...>)
  RX_MISTAKE(
    "rx::subscribe: write subscribe(on_next[, on_error][, on_completed]). on_next takes one Item, "
    "as const Item & or by value (a tuple is one Item); on_error a std::exception_ptr; "
    "on_completed nothing")
  subscription subscribe(Functions &&...) const
  {
    return {};
  }
};

// Base of an operator that looks at one item at a time. The derived class provides
//   template <class T> using emits = …;   the type of its items, given those of the source
//   template <class U, class Out> bool on_next(U && item, Out & out);
//                              returns out.on_next(…), or true to go on without an item, or false
//                              to end the stream (after out.on_completed() or on_error())
// The derived class may also provide
//   template <class T, class Out> bool on_start(Out & out);
//                              called before it subscribes to the source; T is the type of its
//                              items; false ends the stream before it began
//   template <class Out> void on_error(const std::exception_ptr &, Out & out);
//   template <class Out> void on_completed(Out & out);
//   environment env() const;   offered to the source instead of the subscriber's
//   template <class T> static constexpr bool accepts = …;
//                              false for a source whose items it cannot take; an RX_REJECT with
//                              the opposite condition then is the compiler's error. Any operator
//                              may have both.
// By default, errors, the completion and the subscriber's environment are passed on. The operator
// is copied for each subscription, so its members are the state of one subscription. All functions
// may throw; the exception becomes the stream's error. Cost: none beyond the function; no heap, no
// virtual call.
struct stage
{
};

template <class Op>
concept stage_operator = std::is_base_of_v<stage, Op>;

namespace detail
{

// Satisfied by an operator that says whether it takes items of type T.
template <class Op, class T>
concept declares_items = requires { Op::template accepts<T>; };

}  // namespace detail

// Base of an operator that is made of `Op`, such as those of make_operator(): Op::accepts, or that
// of the type Op::checks, says which items it takes.
template <class Op>
struct operator_of
{  /// True for the types of items that the operator takes.
  template <class T>
  static constexpr bool accepts = [] {
    if constexpr (detail::declares_items<Op, T>) {
      return Op::template accepts<T>;
    } else {
      return true;
    }
  }();
};
template <class Op>
  requires requires { typename Op::checks; }
struct operator_of<Op> : Op::checks
{
};

namespace detail
{

// Reports the current exception of an operator as an error. An operator that emits streams, and
// whose own exception ends those streams too, declares `fails_as_source`: the exception is then
// handled as an error of the source. Call it within a catch block.
template <class Op, class Out>
void fail_as(Op & op, Out & out) noexcept
{
  const std::exception_ptr error = std::current_exception();
  if constexpr (requires { Op::fails_as_source; }) {
    try {
      op.on_error(error, out);
    } catch (...) {
      out.on_error(error);
    }
  } else {
    out.on_error(error);
  }
}

// The observer of one stage: the operator and the observer behind it, in one object.
template <class Op, class Out>
class stage_observer
{
public:
  template <class Op2>
  stage_observer(Op2 && op, Out out) : op_(std::forward<Op2>(op)), out_(std::move(out))
  {
  }

  template <class T>
  bool on_start() noexcept
    requires requires(Op & op, Out & out) { op.template on_start<T>(out); }
  {
    try {
      return op_.template on_start<T>(out_);
    } catch (...) {
      out_.on_error(std::current_exception());
      return false;
    }
  }

  template <class U>
  bool on_next(U && item) noexcept
  {
    try {
      return op_.on_next(std::forward<U>(item), out_);
    } catch (...) {  // only the operator's own code can throw; observers do not
      fail_as(op_, out_);
      return false;
    }
  }

  void on_error(const std::exception_ptr & error) noexcept
  {
    if constexpr (requires { op_.on_error(error, out_); }) {
      try {
        op_.on_error(error, out_);
      } catch (...) {
        out_.on_error(std::current_exception());
      }
    } else {
      out_.on_error(error);
    }
  }

  void on_completed() noexcept
  {
    if constexpr (requires { op_.on_completed(out_); }) {
      try {
        op_.on_completed(out_);
      } catch (...) {
        out_.on_error(std::current_exception());
      }
    } else {
      out_.on_completed();
    }
  }

  void on_never() noexcept { never_comes(out_); }

  environment env() const
  {
    if constexpr (requires { op_.env(); }) {
      return op_.env();
    } else {
      return env_of(out_);
    }
  }

private:
  [[no_unique_address]] Op op_;
  [[no_unique_address]] Out out_;
};

// A source followed by a stage; it is a source itself.
template <class T, class Source, class Op>
class staged
{
public:
  using value_type = T;

  staged(Source source, Op op) : source_(std::move(source)), op_(std::move(op)) {}

  template <class Out>
  subscription start(Out && out) const &
  {
    return fold(source_, op_, std::forward<Out>(out));
  }
  template <class Out>
  subscription start(Out && out) &&
  {
    return fold(std::move(source_), std::move(op_), std::forward<Out>(out));
  }
  environment env() const { return env_of(source_); }

private:
  template <class Source2, class Op2, class Out>
  static subscription fold(Source2 && source, Op2 && op, Out && out)
  {
    stage_observer<Op, std::remove_cvref_t<Out>> observer(
      std::forward<Op2>(op), std::forward<Out>(out));
    if constexpr (requires { observer.template on_start<T>(); }) {
      if (!observer.template on_start<T>()) {
        return {};
      }
    }
    return std::forward<Source2>(source).start(std::move(observer));
  }

  [[no_unique_address]] Source source_;
  [[no_unique_address]] Op op_;
};

}  // namespace detail

}  // namespace rx

#endif  // RX__STAGE_HPP_
