// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// materialize, dematerialize: turn the completion and errors of a stream into items, and back.

#ifndef RX__OPERATORS__MATERIALIZE_HPP_
#define RX__OPERATORS__MATERIALIZE_HPP_

#include <exception>
#include <optional>
#include <ostream>
#include <utility>

#include "rx/error.hpp"
#include "rx/observer.hpp"
#include "rx/stage.hpp"

namespace rx
{

// An item, an error or the completion of a stream, as a value.
template <class T>
class notification
{
public:
  // Create a notification of an item, an error or the completion.
  static notification on_next(T item) { return notification(std::move(item), nullptr); }
  // Creates the notification of an error.
  static notification on_error(std::exception_ptr e)
  {
    return notification(std::nullopt, std::move(e));
  }
  // Creates the notification of the completion.
  static notification on_completed() { return notification(std::nullopt, nullptr); }

  // Return which kind of notification it is.
  bool is_on_next() const noexcept { return item_.has_value(); }
  // Returns true if this is an error.
  bool is_on_error() const noexcept { return static_cast<bool>(error_); }
  // Returns true if this is the completion.
  bool is_on_completed() const noexcept { return !is_on_next() && !is_on_error(); }

  // throws std::bad_optional_access if it holds no item
  const T & value() const { return item_.value(); }
  // Returns the error; null if this is none.
  const std::exception_ptr & error() const noexcept { return error_; }

  // Passes the notification to an observer. Returns the result of its on_next, or false after an
  // end.
  template <class Observer>
  bool accept(Observer & out) &&
  {
    if (item_) {
      return out.on_next(std::move(*item_));
    }
    return end(out);
  }
  // Passes a copy of the notification to an observer. Returns the result of its on_next, or false
  // after an end.
  template <class Observer>
  bool accept(Observer & out) const &
  {
    if (item_) {
      return out.on_next(*item_);
    }
    return end(out);
  }

  // Writes the notification as text, for logs and tests.
  friend std::ostream & operator<<(std::ostream & to, const notification & n)
  {
    if (n.is_on_next()) {
      return to << "on_next(" << n.value() << ')';
    }
    return n.error_ ? to << "on_error(" << what(n.error_) << ')' : to << "on_completed()";
  }

private:
  notification(std::optional<T> item, std::exception_ptr error)
  : item_(std::move(item)), error_(std::move(error))
  {
  }
  template <class Observer>
  bool end(Observer & out) const
  {
    error_ ? out.on_error(error_) : out.on_completed();
    return false;
  }

  std::optional<T> item_;
  std::exception_ptr error_;
};

namespace detail
{

template <class T>
struct materialize_of : stage
{
  template <class>
  using emits = notification<T>;

  template <class U, class Out>
  bool on_next(U && item, Out & out)
  {
    return out.on_next(notification<T>::on_next(std::forward<U>(item)));
  }
  template <class Out>
  void on_error(const std::exception_ptr & e, Out & out)
  {
    last(notification<T>::on_error(e), out);
  }
  template <class Out>
  void on_completed(Out & out)
  {
    last(notification<T>::on_completed(), out);
  }
  template <class Out>
  void last(notification<T> end, Out & out)
  {
    if (out.on_next(std::move(end))) {
      out.on_completed();
    }
  }
};

struct materialize
{
  template <class Observable>
  auto operator()(Observable && source) const
  {
    return std::forward<Observable>(source) |
           materialize_of<typename std::remove_cvref_t<Observable>::value_type>();
  }
};

template <class N>
struct item_of_notification
{
  static constexpr bool is = false;
  using type = N;
};
template <class T>
struct item_of_notification<notification<T>>
{
  static constexpr bool is = true;
  using type = T;
};

struct dematerialize : stage
{
  template <class N>
  using emits = typename item_of_notification<N>::type;

  template <class N>
  static constexpr bool accepts = item_of_notification<N>::is;

  RX_REJECT(
    dematerialize, (!accepts<Item>),
    "rx::dematerialize: an Item of this stream is not a notification. Write materialize() first")

  template <class U, class Out>
  bool on_next(U && item, Out & out)
  {
    return std::forward<U>(item).accept(out);
  }
};

}  // namespace detail

namespace operators
{

// source.materialize() emits each item, and also the error or the completion, as an
// rx::notification, and then completes.
//
//   source         --1--2--X
//   materialize()  --1--2--X|        (X: an item)
//
// Errors become values that can be filtered, delayed or sent elsewhere. Cost: one move per item; no
// heap, no lock, no thread.
//
//   just(1) | concat(error<int>(std::runtime_error("broken"))) | materialize();
//     // -> on_next(1) on_error(broken) |
inline auto materialize()
{
  return detail::materialize{};
}

// source.dematerialize() is the inverse: it turns a stream of notifications into a stream of their
// items, error and completion.
//
//   source           --1--2--X--…
//   dematerialize()  --1--2--X
//
//   just(1, 2) | materialize() | dematerialize();  // -> 1 2 |
inline auto dematerialize()
{
  return detail::dematerialize();
}

}  // namespace operators
}  // namespace rx

#endif  // RX__OPERATORS__MATERIALIZE_HPP_
