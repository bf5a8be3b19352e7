// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// flat_map, concat_map, switch_map, exhaust_map: a stream for each item. They differ in how they
// treat concurrent streams.

#ifndef RX__OPERATORS__FLAT_MAP_HPP_
#define RX__OPERATORS__FLAT_MAP_HPP_

#include <cstddef>
#include <functional>
#include <stdexcept>

#include "rx/detail/flatten.hpp"
#include "rx/operators/map.hpp"

namespace rx
{

namespace detail
{

// f, which stores the outer item for a second function of (outer item, inner item).
template <class F, class Result>
struct with_result
{
  template <class T>
  auto operator()(T && item)
  {
    auto stream = std::invoke(f, std::as_const(item));
    return std::move(stream) |
           map<remembering<std::remove_cvref_t<T>>>({result, std::forward<T>(item)});
  }

  template <class T>
  struct remembering
  {
    template <class U>
    auto operator()(U && inner)
    {
      return std::invoke(result, std::as_const(outer), std::forward<U>(inner));
    }
    Result result;
    T outer;
  };

  F f;
  Result result;
};

template <flattening Kind, class F>
auto make_flatten(F f, std::size_t max = unlimited)
{
  return flatten<F, Kind>{std::move(f), max};
}

template <class X>
concept a_number = std::is_integral_v<X>;

}  // namespace detail

namespace operators
{

// source.flat_map(f[, max_concurrent]) subscribes to the stream f(item) for each item and merges
// the items of these inner streams.
//
//   source       --1-----2-----|
//   f(1)           --a--b--c--|
//   f(2)                 --d|
//   flat_map(f)  ----a--b-dc---|
//
// With max_concurrent, at most that many inner streams run at once and further items wait; f is
// called when their turn comes. Completes when the source and all inner streams have; the first
// error of any ends all. f takes an item and returns an observable; two threads never call it at
// once; its exception becomes the stream's error. The streams may be on different threads. f may
// also be a coroutine (rx::task<U>), which runs in the source's environment: its result is the
// inner item, and disposing the stream cancels it. merge_transform() is RxCpp's other name. Cost:
// one allocation per subscription; per outer item the subscription to f(item) and two locks of a
// mutex (none is held while user code runs); per inner item two atomic operations, no lock, no
// heap.
//
//   just(1, 2) | flat_map([](int i) { return just(10 * i, 10 * i + 1); });  // -> 10 11 20 21 |
//   m.of(m.cold("-ab|")
//     | flat_map([&](char c) { return m.cold("--" + std::string(1, c) + "|"); }));  // -> ---ab|
template <class F>
auto flat_map(F f)
{
  return detail::make_flatten<detail::flattening::merge>(std::move(f));
}
template <class F, detail::a_number N>
auto flat_map(F f, N max_concurrent)
{
  if (max_concurrent < 1) {
    throw std::invalid_argument("rx::flat_map: max_concurrent must be at least 1");
  }
  return detail::make_flatten<detail::flattening::merge>(
    std::move(f), static_cast<std::size_t>(max_concurrent));
}

// source.flat_map(f, result) emits result(outer item, inner item).
template <class F, class Result>
auto flat_map(F f, Result result)
{
  // RxCpp's coordination; ignored
  if constexpr (std::is_base_of_v<environment, Result>) {
    return flat_map(std::move(f));
  } else {
    return flat_map(detail::with_result<F, Result>{std::move(f), std::move(result)});
  }
}
template <class F, class Result>
auto flat_map(F f, Result result, environment)
{
  return flat_map(std::move(f), std::move(result));
}

template <class... Args>
auto merge_transform(Args... args)  // RxCpp's other name of flat_map
{
  return flat_map(std::move(args)...);
}

// source.concat_map(f[, result]) runs one inner stream after the other, in the order of the items;
// items wait for their turn. concat_transform() is RxCpp's other name.
//
//   source         --1-----2-----|
//   f(1)             --a--b--c|
//   f(2)                      --d|
//   concat_map(f)  ----a--b--c--d|
//
//   m.of(m.cold("-ab|")
//     | concat_map([&](char c) { return m.cold("--" + std::string(1, c) + "|"); }));
//   // -> ---a--b|
template <class F>
auto concat_map(F f)
{
  return detail::make_flatten<detail::flattening::merge>(std::move(f), 1);
}
template <class F, class Result>
auto concat_map(F f, Result result)
{
  if constexpr (std::is_base_of_v<environment, Result>) {
    return concat_map(std::move(f));
  } else {
    return concat_map(detail::with_result<F, Result>{std::move(f), std::move(result)});
  }
}
template <class F, class Result>
auto concat_map(F f, Result result, environment)
{
  return concat_map(std::move(f), std::move(result));
}
template <class... Args>
auto concat_transform(Args... args)  // RxCpp's other name of concat_map
{
  return concat_map(std::move(args)...);
}

// source.switch_map(f): each item disposes the inner stream of the previous item. Use it if only
// the latest request counts.
//
//   source         --1-----2-----|
//   f(1)             --a--b
//   f(2)                   --d--e|
//   switch_map(f)  ----a-----d--e|
//
//   m.of(m.cold("-ab|")
//     | switch_map([&](char c) { return m.cold("--" + std::string(1, c) + "|"); }));  // -> ----b|
template <class F>
auto switch_map(F f)
{
  return detail::make_flatten<detail::flattening::switch_to>(std::move(f), 1);
}

// source.exhaust_map(f) drops items that arrive while an inner stream runs. Use it for work that
// must not be interrupted or queued.
//
//   source          --1-----2-------3--|
//   f(1)              --a--b--c|
//   f(3)                            --d|
//   exhaust_map(f)  ----a--b--c-------d|
//
//   m.of(m.cold("-ab|")
//     | exhaust_map([&](char c) { return m.cold("--" + std::string(1, c) + "|"); }));  // -> ---a|
template <class F>
auto exhaust_map(F f)
{
  return detail::make_flatten<detail::flattening::exhaust>(std::move(f), 1);
}

// streams.switch_on_next(): for a stream of streams, the items of the latest stream.
//
//   auto streams = m.cold("-ab|")
//     | map([&](char c) { return m.cold("--" + std::string(1, c) + "|"); });
//   m.of(streams | switch_on_next());  // -> ----b|
inline auto switch_on_next(environment = {})  // RxCpp's coordination; ignored
{
  return switch_map(detail::itself{});
}

}  // namespace operators
}  // namespace rx

#endif  // RX__OPERATORS__FLAT_MAP_HPP_
