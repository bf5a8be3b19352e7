// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// All sources, also in RxCpp's spelling: rx::observable<>::interval(…), ::just(…), ::create<T>(…).

#ifndef RX__SOURCES_HPP_
#define RX__SOURCES_HPP_

#include <initializer_list>
#include <utility>

#include "rx/observable.hpp"
#include "rx/sources/create.hpp"
#include "rx/sources/defer.hpp"
#include "rx/sources/empty.hpp"
#include "rx/sources/interval.hpp"
#include "rx/sources/scope.hpp"
#include "rx/sources/values.hpp"

namespace rx
{

// The factories of sources in RxCpp's spelling; each one forwards to the function of that name in
// rx::sources. observable<> has no items and no objects. An environment as the last argument of a
// source that emits at once is where the source is subscribed to, as in RxCpp: it stands for |
// subscribe_on(env).
template <>
class observable<void, dynamic_source<void>>
{
public:
  observable() = delete;

  // RxCpp's form of sources::create().
  template <class T, class F>
  static auto create(F f)
  {
    return sources::create<T>(std::move(f));
  }
  // RxCpp's form of sources::defer().
  template <class F>
  static auto defer(F f)
  {
    return sources::defer(std::move(f));
  }
  // RxCpp's form of sources::just().
  template <class... Values>
  static auto just(Values... values)
  {
    return sources::just(std::move(values)...);
  }
  // RxCpp's form of sources::from() with one argument for each item.
  template <class... Values>
  static auto from(Values... values)
  {
    return sources::from(std::move(values)...);
  }
  // RxCpp's form of sources::from() with a list of items.
  template <class T>
  static auto from(std::initializer_list<T> items)
  {
    return sources::from(items);
  }
  // RxCpp's form of sources::iterate().
  template <class Container, class... Env>
  static auto iterate(Container items, Env... env)
  {
    return sources::iterate(std::move(items), std::move(env)...);
  }
  // Takes (first), (first, last) or (first, last, step), and optionally an environment as the last
  // argument.
  template <class T>
  static auto range(T first)
  {
    return sources::range(first);
  }
  // RxCpp's form of sources::range() without an end, on the scheduler of `env`.
  template <class T>
  static auto range(T first, environment env)
  {
    return sources::range(first, std::move(env));
  }
  // RxCpp's form of sources::range() with a last item.
  template <class T, detail::arithmetic Last, class... More>
  static auto range(T first, Last last, More... more)
  {
    return sources::range(first, last, std::move(more)...);
  }
  // RxCpp's form of operators::start_with().
  template <class Observable, class... Items>
  static auto start_with(Observable source, Items... items)
  {
    return std::move(source) | operators::start_with(std::move(items)...);
  }
  // RxCpp's form of sources::generate().
  template <class F>
  static auto generate(F f)
  {
    return sources::generate(std::move(f));
  }
  // RxCpp's form of sources::scope().
  template <class MakeResource, class MakeStream>
  static auto scope(MakeResource make_resource, MakeStream make_stream)
  {
    return sources::scope(std::move(make_resource), std::move(make_stream));
  }
  // RxCpp's form of sources::empty().
  template <class T, class... Env>
  static auto empty(Env... env)
  {
    return sources::empty<T>(std::move(env)...);
  }
  // RxCpp's form of sources::never().
  template <class T>
  static auto never()
  {
    return sources::never<T>();
  }
  // RxCpp's form of sources::error().
  template <class T, class E, class... Env>
  static auto error(E e, Env... env)
  {
    return sources::error<T>(std::move(e), std::move(env)...);
  }
  // Takes (period[, env]) or (initial, period[, env]).
  template <class... Args>
  static auto interval(Args &&... args)
  {
    return sources::interval(std::forward<Args>(args)...);
  }
  // Takes (delay[, env]) or (when[, env]).
  template <class... Args>
  static auto timer(Args &&... args)
  {
    return sources::timer(std::forward<Args>(args)...);
  }
};

}  // namespace rx

#endif  // RX__SOURCES_HPP_
