// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// RxCpp's names that rx spells differently or does not need, for programs written for RxCpp; part
// of rxcpp/rx.hpp.

#ifndef RXCPP__NAMES_HPP_
#define RXCPP__NAMES_HPP_

#include <concepts>
#include <exception>
#include <functional>
#include <memory>
#include <type_traits>
#include <utility>

#include "rx/rx.hpp"

namespace rx
{

namespace util
{

using error_ptr = std::exception_ptr;

inline error_ptr current_exception()
{
  return std::current_exception();
}
template <class E>
error_ptr make_error_ptr(E && e)
{
  if constexpr (std::is_same_v<std::remove_cvref_t<E>, error_ptr>) {
    return std::forward<E>(e);
  } else {
    return std::make_exception_ptr(std::forward<E>(e));
  }
}
template <class E>
[[noreturn]] void throw_exception(E && e)
{
  throw std::forward<E>(e);
}
[[noreturn]] inline void rethrow_exception(const error_ptr & error)
{
  std::rethrow_exception(error);
}

}  // namespace util

namespace notifications
{
using rx::notification;
}  // namespace notifications

// Up to three functions as one object for subscribe(), tap() or make_subscriber(). Copies share the
// functions. Their exceptions leave the call.
template <class T>
class observer
{
public:
  using value_type = T;

  observer() = default;  // ignores all events
  template <class First, class... More>
    requires(!std::is_same_v<First, observer>)
  explicit observer(First first, More... more) : functions_(std::make_shared<functions>())
  {
    set(std::move(first));
    (set(std::move(more)), ...);
  }

  void on_next(const T & item) const
    requires std::copy_constructible<T>
  {
    if (functions_ && functions_->next) {
      functions_->next(item);
    }
  }
  void on_next(T && item) const
  {
    if (functions_ && functions_->next_moved) {
      functions_->next_moved(std::move(item));
    }
  }
  // Without an on_error function, the error goes to rx::on_unhandled_error.
  void on_error(const std::exception_ptr & error) const
  {
    if (functions_ && functions_->error) {
      functions_->error(error);
    } else {
      detail::report_unhandled(error);
    }
  }
  void on_completed() const
  {
    if (functions_ && functions_->completed) {
      functions_->completed();
    }
  }

  observer as_dynamic() const { return *this; }

private:
  struct functions
  {
    std::function<void(const T &)> next;  // for copyable items
    std::function<void(T &&)> next_moved;
    std::function<void(const std::exception_ptr &)> error;
    std::function<void()> completed;
  };

  // The argument type of a function decides its role.
  template <class F>
  void set(F f)
  {
    if constexpr (detail::callable_with_item<F, T>) {
      if (!functions_->next_moved) {
        const auto shared = std::make_shared<F>(std::move(f));
        functions_->next_moved = [shared](T && item) {
          detail::call_with_item(*shared, std::move(item));
        };
        if constexpr (std::copy_constructible<T>) {
          functions_->next = [shared](const T & item) { detail::call_with_item(*shared, item); };
        }
        return;
      }
    }
    if constexpr (std::is_invocable_v<F &, const std::exception_ptr &>) {
      functions_->error = std::move(f);
    } else if constexpr (std::is_invocable_v<F &>) {
      functions_->completed = std::move(f);
    } else {
      static_assert(
        detail::callable_with_item<F, T>,
        "rx::make_observer: a function is neither on_next(item) nor on_error(std::exception_ptr) "
        "nor on_completed()");
    }
  }

  std::shared_ptr<functions> functions_;
};

// make_observer<T>([on_next][, on_error][, on_completed]) returns an observer that calls these
// functions.
template <class T, class... Functions>
observer<T> make_observer(Functions... functions)
{
  return observer<T>(std::move(functions)...);
}
template <class T, class... Functions>
observer<T> make_observer_dynamic(Functions... functions)
{
  return observer<T>(std::move(functions)...);
}

namespace detail
{

template <class T>
void takes_an_observer(const observer<T> &);

}  // namespace detail

template <class X>
    struct is_observer : std::bool_constant < detail::is_subscriber<X> ||
  requires(const X & x)
{
  detail::takes_an_observer(x);
} > {};
template <class X>
struct is_subscriber : std::bool_constant<detail::is_subscriber<X>>
{
};
template <class X>
struct is_subscription : std::is_convertible<X, subscription>
{
};
template <class X>
struct is_observable : std::bool_constant<detail::is_pipe<X>>
{
};

}  // namespace rx

#endif  // RXCPP__NAMES_HPP_
