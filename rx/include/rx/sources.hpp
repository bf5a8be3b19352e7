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

// The factories of sources, see rx/sources/. observable<> has no items and no objects. An environment behind the
// arguments of a source that emits at once is where it is subscribed to, as in RxCpp: it stands for | subscribe_on(env).
template <>
class observable<void, dynamic_source<void>>
{
public:
  observable() = delete;

  template <class T, class F>
  static auto create(F f)
  {
    return sources::create<T>(std::move(f));
  }
  template <class F>
  static auto defer(F f)
  {
    return sources::defer(std::move(f));
  }
  template <class... Values>
  static auto just(Values... values)
  {
    return sources::just(std::move(values)...);
  }
  template <class T>
  static auto just(T value, environment env)
  {
    return sources::just(std::move(value)) | operators::subscribe_on(std::move(env));
  }
  template <class... Values>
  static auto from(Values... values)
  {
    return sources::from(std::move(values)...);
  }
  template <class... Values>
  static auto from(environment env, Values... values)
  {
    return sources::from(std::move(values)...) | operators::subscribe_on(std::move(env));
  }
  template <class T>
  static auto from(std::initializer_list<T> items)
  {
    return sources::from(items);
  }
  template <class Container>
  static auto iterate(Container items)
  {
    return sources::iterate(std::move(items));
  }
  template <class Container>
  static auto iterate(Container items, environment env)
  {
    return sources::iterate(std::move(items)) | operators::subscribe_on(std::move(env));
  }
  template <class T>
  static auto range(
    T first, T last = std::numeric_limits<T>::max(), std::type_identity_t<T> step = 1)
  {
    return sources::range(first, last, step);
  }
  template <class T>
  static auto range(T first, T last, std::type_identity_t<T> step, environment env)
  {
    return sources::range(first, last, step) | operators::subscribe_on(std::move(env));
  }
  template <class T>
  static auto range(T first, T last, environment env)
  {
    return range(first, last, 1, std::move(env));
  }
  template <class F>
  static auto generate(F f)
  {
    return sources::generate(std::move(f));
  }
  template <class MakeResource, class MakeStream>
  static auto scope(MakeResource make_resource, MakeStream make_stream)
  {
    return sources::scope(std::move(make_resource), std::move(make_stream));
  }
  template <class T>
  static auto empty()
  {
    return sources::empty<T>();
  }
  template <class T>
  static auto never()
  {
    return sources::never<T>();
  }
  template <class T, class E>
  static auto error(E e)
  {
    return sources::error<T>(std::move(e));
  }
  // (period[, env]) or (initial, period[, env])
  template <class... Args>
  static auto interval(Args &&... args)
  {
    return sources::interval(std::forward<Args>(args)...);
  }
  // (delay[, env]) or (when[, env])
  template <class... Args>
  static auto timer(Args &&... args)
  {
    return sources::timer(std::forward<Args>(args)...);
  }
};

}  // namespace rx

#endif  // RX__SOURCES_HPP_
