// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// publish, replay, multicast: connect a source and a subject when the user says so.

#ifndef RX__OPERATORS__PUBLISH_HPP_
#define RX__OPERATORS__PUBLISH_HPP_

#include <concepts>
#include <cstddef>
#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>

#include "rx/detail/checked.hpp"
#include "rx/environment.hpp"
#include "rx/stage.hpp"

namespace rx
{

namespace detail
{
template <class T>
class dynamic_connection;
template <class T, class Connection>
struct multicast_source;
template <class Source, class Subject>
class connection;
template <class T>
using dynamic_connectable_source = multicast_source<T, dynamic_connection<T>>;
}  // namespace detail

template <class T, class Source = detail::dynamic_connectable_source<T>>
class [[nodiscard(
  "a connectable stream runs only once connect() is called on it: keep it, and connect() "
  "it")]] connectable_observable;

namespace subjects
{

template <class T>
class subject;
template <class T>
class behavior;
template <class T>
class replay;

}  // namespace subjects

namespace detail
{

template <class Subject>
struct multicast
{
  template <class T>
  static constexpr bool accepts = std::is_same_v<typename Subject::value_type, T>;

  RX_REJECT(
    multicast, (!accepts<Item>),
    "rx::multicast: the subject does not take an Item of this stream; make it a subject<Item>")

  template <class Observable>
  auto operator()(Observable && source) const
  {
    using source_type = typename std::remove_cvref_t<Observable>::source_type;
    using T = typename source_type::value_type;
    using connection_type = connection<source_type, Subject>;
    using multicasting = multicast_source<T, connection_type>;
    return connectable_observable<T, multicasting>(multicasting{
      std::make_shared<connection_type>(std::forward<Observable>(source).source(), subject)});
  }

  Subject subject;
};

// Creates a subject of the right type for each source that it is applied to.
template <template <class> class Subject, class... Args>
struct publishing
{
  template <class T>
  static constexpr bool accepts = std::copy_constructible<T>;

  RX_REJECT(
    publishing, (!accepts<Item>),
    "rx::publish, publish_synchronized, replay: an Item of this stream cannot be copied, and each "
    "subscriber gets one. Map it to a std::shared_ptr first")

  template <class Observable>
  auto operator()(Observable && source) const
  {
    using T = typename std::remove_cvref_t<Observable>::value_type;
    return std::apply(
      [&](const auto &... arg) {
        return multicast<Subject<T>>{Subject<T>(arg...)}(std::forward<Observable>(source));
      },
      args);
  }

  std::tuple<Args...> args;
};

struct ref_count
{
  template <class Connectable>
  auto operator()(Connectable && source) const
  {
    static_assert(
      requires { source.connect(); },
      "rx::ref_count: the source has no connect(); use publish() first, or share()");
    return source.ref_count();
  }
};

template <class Connectable>
struct ref_count_of
{
  template <class Observable>
  auto operator()(Observable && source) const
  {
    return connectable.ref_count_of(std::forward<Observable>(source));
  }

  Connectable connectable;
};

struct connect_forever
{
  template <class Connectable>
  auto operator()(Connectable && source) const
  {
    static_assert(
      requires { source.connect(); },
      "rx::connect_forever: the source has no connect(); use publish() first");
    return source.connect_forever();
  }
};

}  // namespace detail

namespace operators
{

// source.multicast(subject) is an rx::connectable_observable: subscribers get the items of the
// subject, and connect() subscribes the subject to the source.
//
//   source               1--2--3--4--|
//   connect()            ^
//   subscriber           1--2--3--4--|
//   late subscriber         ^--3--4--|
//
// Cost: that of the subject.
//
//   subject<int> to;
//   auto numbers = just(1, 2) | multicast(to);
//   std::vector<int> seen;
//   numbers.subscribe([&](int i) { seen.push_back(i); });
//   numbers.connect();
//   seen;  // -> [1 2]
template <class Subject>
auto multicast(Subject subject)
{
  return detail::multicast<Subject>{std::move(subject)};
}

// source.publish() is multicast with a subject. publish(initial) uses a behavior subject, so a late
// subscriber gets the latest item.
//
//   auto numbers = just(1, 2) | publish();
//   std::vector<int> first, second;
//   numbers.subscribe([&](int i) { first.push_back(i); });
//   numbers.subscribe([&](int i) { second.push_back(i); });
//   numbers.connect();
//   first == second;  // -> true
//   second;  // -> [1 2]
inline auto publish()
{
  return detail::publishing<subjects::subject>{};
}
template <class T>
auto publish(T initial)
{
  return detail::publishing<subjects::behavior, T>{{std::move(initial)}};
}

// source.publish_synchronized(env): publish whose subscribers run in env (RxCpp).
//
//   auto loop = std::make_shared<schedulers::virtual_time>();
//   auto numbers = just(1, 2) | publish_synchronized(loop);
//   std::vector<int> seen;
//   numbers.subscribe([&](int i) { seen.push_back(i); });
//   numbers.connect();
//   seen.size();  // -> 0
//   loop->advance_by(1ms);
//   seen;  // -> [1 2]
inline auto publish_synchronized(environment env)
{
  return [env = std::move(env)](auto && source) {
    return std::forward<decltype(source)>(source) | observe_on(env) | publish();
  };
}

// source.replay([count[, age[, env]]]), replay(age[, env]): multicast with a replay subject; a late
// subscriber gets the last items.
//
//   auto numbers = just(1, 2, 3) | replay(2);
//   numbers.connect();
//   numbers;  // -> 2 3 |
inline auto replay()
{
  return detail::publishing<subjects::replay>{};
}
inline auto replay(environment)  // RxCpp's coordination; ignored
{
  return replay();
}
template <std::integral N>
auto replay(N count)
{
  return detail::publishing<subjects::replay, std::size_t>{
    {detail::not_negative(count, "rx::replay: the number of items is negative")}};
}
template <std::integral N>
auto replay(N count, environment)
{
  return replay(count);
}
template <std::integral N>
auto replay(N count, duration age, environment env = {})
{
  return detail::publishing<subjects::replay, std::size_t, duration, environment>{
    {detail::not_negative(count, "rx::replay: the number of items is negative"), age,
     std::move(env)}};
}
inline auto replay(duration age, environment env = {})
{
  return detail::publishing<subjects::replay, duration, environment>{{age, std::move(env)}};
}

// connectable.ref_count() connects with the first subscriber and disconnects with the last.
//
//   int runs = 0;
//   auto numbers = m.cold("-1-2|") | finally([&] { ++runs; }) | publish() | ref_count();
//   std::string first;
//   numbers.subscribe([&](char c) { first += c; });
//   numbers;  // -> 1 2 |
//   first;  // -> 12
//   runs;  // -> 1
inline auto ref_count()
{
  return detail::ref_count{};
}

// source.ref_count(connectable): for a source that was built on the connectable stream (RxCpp).
//
//   auto numbers = just(1, 2) | publish();
//   numbers | map([](int i) { return 10 * i; }) | ref_count(numbers);  // -> 10 20 |
template <class Connectable>
auto ref_count(Connectable connectable)
{
  static_assert(
    requires { connectable.connect(); },
    "rx::ref_count: the argument has no connect(); use publish() first");
  return detail::ref_count_of<Connectable>{std::move(connectable)};
}

// connectable.connect_forever() connects with the first subscriber and never disconnects.
//
//   int runs = 0;
//   auto numbers = defer([&] { return just(++runs); }) | replay() | connect_forever();
//   numbers;  // -> 1 |
//   numbers;  // -> 1 |
inline auto connect_forever()
{
  return detail::connect_forever{};
}

}  // namespace operators
}  // namespace rx

#endif  // RX__OPERATORS__PUBLISH_HPP_
