// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Observers: the receiving end of a stream. subscribe(), stages and authors of sources use them.

#ifndef RX__OBSERVER_HPP_
#define RX__OBSERVER_HPP_

#include <concepts>
#include <exception>
#include <functional>
#include <memory>
#include <type_traits>
#include <utility>

#include "rx/composite_subscription.hpp"
#include "rx/environment.hpp"
#include "rx/error.hpp"

namespace rx
{

// The protocol inside a pipe. An observer has
//   bool on_next(const T &) and bool on_next(T &&)   returns false to end the stream
//   void on_error(const std::exception_ptr &)        ends the stream
//   void on_completed()                              ends the stream
//   environment env() const                          (optional) environment offered to its source
//   void on_never()                                  (optional) neither an item nor an end will
//                                                    come; never() then drops the observer
// None of them throws. After the end of the stream, for any of these three reasons, the source
// stops calling the observer, destroys it, and releases whatever fed the stream. Calls never
// overlap.
template <class O, class T>
concept observer_of =
  std::move_constructible<O> && requires(O & o, T && item, const std::exception_ptr & error) {
    { o.on_next(std::move(item)) } -> std::convertible_to<bool>;
    o.on_error(error);
    o.on_completed();
  };

namespace detail
{

template <class F, class T>
concept callable_with_item = std::is_invocable_v<F &, T &&> || std::is_invocable_v<F &, const T &>;

// Calls a user's function with an item. An rvalue is passed as an rvalue if the function takes one;
// a function that needs an rvalue gets a copy of an lvalue.
template <class F, class... Before, class U>
constexpr decltype(auto) call_with_item(F & f, U && item, Before &&... before)
{
  using T = std::remove_cvref_t<U>;
  if constexpr (std::is_lvalue_reference_v<U>) {
    if constexpr (std::is_invocable_v<F &, Before..., const T &>) {
      return std::invoke(f, std::forward<Before>(before)..., std::as_const(item));
    } else {
      return std::invoke(f, std::forward<Before>(before)..., T(std::as_const(item)));
    }
  } else if constexpr (std::is_invocable_v<F &, Before..., T &&>) {
    return std::invoke(f, std::forward<Before>(before)..., std::forward<U>(item));
  } else {
    return std::invoke(f, std::forward<Before>(before)..., std::as_const(item));
  }
}

struct no_function
{
};

// Notifies an observer that has on_never() that its stream stays silent for ever.
template <class Out>
void never_comes(Out & out) noexcept
{
  if constexpr (requires { out.on_never(); }) {
    out.on_never();
  }
}

// The end of a pipe: the functions given to subscribe(). An exception of on_next becomes the
// stream's error.
template <class Next, class Error, class Completed>
class function_observer
{
public:
  constexpr function_observer(Next next, Error error, Completed completed)
  : next_(std::move(next)), error_(std::move(error)), completed_(std::move(completed))
  {
  }

  // Returns the same functions with another on_error.
  template <class Other>
  auto with_error(Other error) &&
  {
    return function_observer<Next, Other, Completed>(
      std::move(next_), std::move(error), std::move(completed_));
  }

  template <class U>
  bool on_next(U && item) noexcept
  {
    try {
      if constexpr (!std::is_same_v<Next, no_function>) {
        call_with_item(next_, std::forward<U>(item));
      }
      return true;
    } catch (...) {
      on_error(std::current_exception());
      return false;
    }
  }

  void on_error(const std::exception_ptr & error) noexcept
  {
    if constexpr (std::is_same_v<Error, no_function>) {
      report_unhandled(error);
    } else if constexpr (std::is_nothrow_invocable_v<Error &, const std::exception_ptr &>) {
      error_(error);
    } else {
      try {
        error_(error);
      } catch (...) {
        report_unhandled(std::current_exception());
      }
    }
  }

  void on_completed() noexcept
  {
    if constexpr (!std::is_same_v<Completed, no_function>) {
      try {
        completed_();
      } catch (...) {
        report_unhandled(std::current_exception());
      }
    }
  }

private:
  [[no_unique_address]] Next next_;
  [[no_unique_address]] Error error_;
  [[no_unique_address]] Completed completed_;
};

// The end of a pipe: a user's object with on_next, on_error and on_completed of any return type.
// They may throw.
template <class Observer>
class object_observer
{
public:
  explicit object_observer(Observer observer) : observer_(std::move(observer)) {}

  template <class U>
  bool on_next(U && item) noexcept
  {
    try {
      using result = decltype(observer_.on_next(std::forward<U>(item)));
      if constexpr (std::is_convertible_v<result, bool>) {
        return static_cast<bool>(observer_.on_next(std::forward<U>(item)));
      } else {
        observer_.on_next(std::forward<U>(item));
        return true;
      }
    } catch (...) {
      on_error(std::current_exception());
      return false;
    }
  }
  void on_error(const std::exception_ptr & error) noexcept
  {
    try {
      observer_.on_error(error);
    } catch (...) {
      report_unhandled(std::current_exception());
    }
  }
  void on_completed() noexcept
  {
    try {
      observer_.on_completed();
    } catch (...) {
      report_unhandled(std::current_exception());
    }
  }
  environment env() const { return env_of(observer_); }

private:
  Observer observer_;
};

// Ends the stream as soon as the subscription given to subscribe() has been disposed, and disposes
// that subscription at the stream's end.
template <class Observer>
class observer_until
{
public:
  observer_until(composite_subscription until, Observer observer)
  : until_(std::move(until)), observer_(std::move(observer))
  {
  }

  template <class U>
  bool on_next(U && item) noexcept
  {
    return until_.is_subscribed() && observer_.on_next(std::forward<U>(item)) &&
           until_.is_subscribed();
  }
  void on_error(const std::exception_ptr & error) noexcept
  {
    const composite_subscription until = until_;  // disposing it may destroy this observer
    if (until.is_subscribed()) {
      observer_.on_error(error);
      until.dispose();
    }
  }
  void on_completed() noexcept
  {
    const composite_subscription until = until_;
    if (until.is_subscribed()) {
      observer_.on_completed();
      until.dispose();
    }
  }
  void on_never() noexcept { never_comes(observer_); }
  environment env() const { return env_of(observer_); }

private:
  composite_subscription until_;
  Observer observer_;
};

// The on_error of a stream whose subscriber has none.
struct unhandled
{
  void operator()(const std::exception_ptr & error) const noexcept
  {
    report_unhandled(error, source, sink);
  }

  std::shared_ptr<const stream_name> source;
  std::shared_ptr<const stream_name> sink;
};

// Returns the name of a source for reports, or null.
template <class Source>
std::shared_ptr<const stream_name> name_of(const Source & source) noexcept
{
  if constexpr (requires { source.env(); }) {
    try {
      return env_of(source).name();
    } catch (...) {  // starting the source reports the reason
    }
  }
  return nullptr;
}

// Returns the observer of a stream of `source`. If nothing handles the errors, it reports them with
// the name of the source.
template <class Source, class Observer>
Observer reporting(const Source &, Observer observer)
{
  return observer;
}
template <class Source, class Next, class Completed>
  requires requires(const Source & source) { source.env(); }
auto reporting(const Source & source, function_observer<Next, no_function, Completed> observer)
{
  return std::move(observer).with_error(unhandled{name_of(source), nullptr});
}

template <class X>
concept has_on_next_member =
  requires { &X::template on_next<int>; } || requires(X & x) { x.on_completed(); };

// True if an observer of items of type T can be made from arguments of these types.
template <class T, class... Args>
inline constexpr bool makes_observer = sizeof...(Args) == 0;
template <class T, class Next>
inline constexpr bool makes_observer<T, Next> =
  has_on_next_member<Next> || callable_with_item<Next, T>;
template <class T, class Next, class Second>
inline constexpr bool makes_observer<T, Next, Second> =
  callable_with_item<Next, T> &&
  std::disjunction_v<
    std::is_invocable<Second &, const std::exception_ptr &>, std::is_invocable<Second &>>;
template <class T, class Next, class Error, class Completed>
inline constexpr bool makes_observer<T, Next, Error, Completed> =
  callable_with_item<Next, T> && std::is_invocable_v<Error &, const std::exception_ptr &> &&
  std::is_invocable_v<Completed &>;

// True if subscribe() takes arguments of these types.
template <class T, class... Args>
inline constexpr bool subscribes = makes_observer<T, Args...>;
template <class T, class... Args>
inline constexpr bool subscribes<T, composite_subscription, Args...> = makes_observer<T, Args...>;

// Makes the final observer from the arguments of subscribe().
template <class T>
struct make_observer
{
  static auto from() { return function_observer(no_function{}, no_function{}, no_function{}); }

  template <class Next>
  static auto from(Next next)
  {
    if constexpr (has_on_next_member<Next>) {
      return object_observer<Next>(std::move(next));
    } else {
      static_assert(
        callable_with_item<Next, T>,
        "rx::subscribe: on_next cannot be called with the items of this stream");
      return function_observer(std::move(next), no_function{}, no_function{});
    }
  }

  // (on_next, on_error) or (on_next, on_completed)
  template <class Next, class Second>
  static auto from(Next next, Second second)
  {
    static_assert(
      callable_with_item<Next, T>,
      "rx::subscribe: on_next cannot be called with the items of this stream");
    if constexpr (std::is_invocable_v<Second &, const std::exception_ptr &>) {
      return function_observer(std::move(next), std::move(second), no_function{});
    } else {
      static_assert(
        std::is_invocable_v<Second &>,
        "rx::subscribe: the second function is neither on_error(std::exception_ptr) nor "
        "on_completed()");
      return function_observer(std::move(next), no_function{}, std::move(second));
    }
  }

  template <class Next, class Error, class Completed>
  static auto from(Next next, Error error, Completed completed)
  {
    static_assert(
      callable_with_item<Next, T>,
      "rx::subscribe: on_next cannot be called with the items of this stream");
    static_assert(
      std::is_invocable_v<Error &, const std::exception_ptr &>,
      "rx::subscribe: on_error cannot be called with a std::exception_ptr");
    static_assert(
      std::is_invocable_v<Completed &>, "rx::subscribe: on_completed takes no arguments");
    return function_observer(std::move(next), std::move(error), std::move(completed));
  }
};

}  // namespace detail

// A move-only observer of any type behind one pointer, used where a pipe's type is hidden. Cost:
// one allocation; one virtual call per item.
template <class T>
class dynamic_observer
{
public:
  // Hides the type of `observer`.
  template <class Observer>
    requires(!std::is_same_v<std::remove_cvref_t<Observer>, dynamic_observer>)
  explicit dynamic_observer(Observer && observer)
  : held_(std::make_unique<model<std::remove_cvref_t<Observer>>>(std::forward<Observer>(observer)))
  {
  }

  // Passes a copy of the item. Returns false if the observer wants no further items.
  bool on_next(const T & item) noexcept
    requires std::copy_constructible<T>
  {
    return held_->on_next(item);
  }
  // Passes the item. Returns false if the observer wants no further items.
  bool on_next(T && item) noexcept { return held_->on_next(std::move(item)); }
  // Ends the stream with an error.
  void on_error(const std::exception_ptr & error) noexcept { held_->on_error(error); }
  // Ends the stream without an error.
  void on_completed() noexcept { held_->on_completed(); }
  // Reports that no further item, error or completion will arrive.
  void on_never() noexcept { held_->on_never(); }
  // Returns the environment that the observer offers to its source; may be empty.
  environment env() const { return held_->env(); }

private:
  struct concept_of_move_only
  {
    virtual ~concept_of_move_only() = default;
    virtual bool on_next(T && item) noexcept = 0;
    virtual void on_error(const std::exception_ptr & error) noexcept = 0;
    virtual void on_completed() noexcept = 0;
    virtual void on_never() noexcept = 0;
    virtual environment env() const = 0;
  };
  struct concept_of_copyable : concept_of_move_only
  {
    using concept_of_move_only::on_next;
    virtual bool on_next(const T & item) noexcept = 0;
  };
  using base =
    std::conditional_t<std::copy_constructible<T>, concept_of_copyable, concept_of_move_only>;

  template <class Observer, class Base>
  struct forwarding : Base
  {
    explicit forwarding(Observer o) : observer(std::move(o)) {}
    using Base::on_next;
    bool on_next(T && item) noexcept override { return observer.on_next(std::move(item)); }
    void on_error(const std::exception_ptr & error) noexcept override { observer.on_error(error); }
    void on_completed() noexcept override { observer.on_completed(); }
    void on_never() noexcept override { detail::never_comes(observer); }
    environment env() const override { return env_of(observer); }
    Observer observer;
  };
  template <class Observer>
  struct model_of_copyable : forwarding<Observer, concept_of_copyable>
  {
    using forwarding<Observer, concept_of_copyable>::forwarding;
    using forwarding<Observer, concept_of_copyable>::on_next;
    bool on_next(const T & item) noexcept override { return this->observer.on_next(item); }
  };
  template <class Observer>
  using model = std::conditional_t<
    std::copy_constructible<T>, model_of_copyable<Observer>,
    forwarding<Observer, concept_of_move_only>>;

  std::unique_ptr<base> held_;
};

}  // namespace rx

#endif  // RX__OBSERVER_HPP_
