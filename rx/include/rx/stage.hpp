// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The base of stateless and single-source operators: an operator defines only what it does with an
// item, and this file contains the rest. rx/operators/ uses it; use it too to add an operator.

#ifndef RX__STAGE_HPP_
#define RX__STAGE_HPP_

#include <exception>
#include <type_traits>
#include <utility>

#include "rx/environment.hpp"
#include "rx/observer.hpp"
#include "rx/subscription.hpp"

namespace rx
{

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
