// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// empty, never, error: streams without items.

#ifndef RX__SOURCES__EMPTY_HPP_
#define RX__SOURCES__EMPTY_HPP_

#include <exception>
#include <type_traits>
#include <utility>

#include "rx/composite_subscription.hpp"
#include "rx/observable.hpp"

namespace rx
{

namespace detail
{

template <class T>
struct empty_source
{
  using value_type = T;
  template <class Out>
  subscription start(Out && out) const
  {
    out.on_completed();
    return {};
  }
};

template <class T>
struct never_source
{
  using value_type = T;
  template <class Out>
  subscription start(Out && out) const  // nothing can reach the observer, so it is dropped
  {
    never_comes(out);
    return make_subscription([] {});
  }
};

template <class T>
struct error_source
{
  using value_type = T;
  template <class Out>
  subscription start(Out && out) const
  {
    out.on_error(what);
    return {};
  }
  std::exception_ptr what;
};

}  // namespace detail

namespace sources
{

// empty<T>()   |          completes at once
//
//   empty<int>();  // -> |
template <class T>
auto empty()
{
  return make_observable(detail::empty_source<T>{});
}
template <class T>
auto empty(environment env)  // RxCpp's form
{
  return empty<T>() | operators::subscribe_on(std::move(env));
}

// never<T>()   -------    neither emits nor ends
//
//   m.of(never<char>());  // -> -
template <class T>
auto never()
{
  return make_observable(detail::never_source<T>{});
}

// error<T>(e)  X          ends with an error at once; e is an exception or a std::exception_ptr
//
//   error<int>(std::runtime_error("broken"));  // -> X broken
template <class T, class E>
auto error(E e)
{
  if constexpr (std::is_same_v<E, std::exception_ptr>) {
    return make_observable(detail::error_source<T>{std::move(e)});
  } else {
    return make_observable(detail::error_source<T>{std::make_exception_ptr(std::move(e))});
  }
}
template <class T, class E>
auto error(E e, environment env)  // RxCpp's form
{
  return error<T>(std::move(e)) | operators::subscribe_on(std::move(env));
}

}  // namespace sources
}  // namespace rx

#endif  // RX__SOURCES__EMPTY_HPP_
