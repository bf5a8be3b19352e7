// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// window: items in streams, by count, time, both, another stream's items, or openings and closings.

#ifndef RX__OPERATORS__WINDOW_HPP_
#define RX__OPERATORS__WINDOW_HPP_

#include <cstddef>
#include <utility>

#include "rx/detail/checked.hpp"
#include "rx/detail/windowing.hpp"

namespace rx
{

namespace detail
{

struct windows
{
  static constexpr const char * name = "window";
  template <class T>
  using content = window_content<T>;
};

}  // namespace detail

namespace operators
{

// source.window(count[, skip]) emits the items as streams of `count` items, a new one each `skip`
// items (without it: one after the other).
//
//   source     --1--2--3--4--5--|
//   window(2)  --w-----w-----w--|
//   first w      1--2|
//   second w           3--4|
//
// Subscribe to a stream when it is emitted, or miss its first items. Open ones end with the source:
// complete, fail, or (if the stream of them is disposed) just emit no more. If no more of them are
// wanted (take(1)), those that are open and have subscribers go on.
// Streams that overlap need items that can be copied. Cost: one subject each; no lock, no thread.
//
//   range(1, 5) | window(2) | flat_map([](auto w) { return w.sum(); });  // -> 3 7 5 |
template <detail::a_number N>
auto window(N count)
{
  const auto n = static_cast<std::size_t>(count);
  return detail::windowing<detail::windows>::by_count(n, n);
}
template <detail::a_number N, detail::a_number M>
auto window(N count, M skip)
{
  return detail::windowing<detail::windows>::by_count(
    static_cast<std::size_t>(count), static_cast<std::size_t>(skip));
}

// source.window_with_time(period[, skip][, env]) begins a stream each period (each `skip`) that
// ends after the period.
//
//   source               -1-2---3---|
//   window_with_time(4)  w---w---w--|
//   first w              -1-2|
//
// On the clock of env, else of the source's environment, else of the subscriber's, else of
// current_thread. Cost: that of a combining operator, and a subject each.
//
//   m.cold("-1-2---3|") | window_with_time(4ms)
//     | flat_map([](auto w) { return w.count(); });  // -> 2 1 0 |
inline auto window_with_time(duration period, duration skip, environment env = {})
{
  return detail::windowing<detail::windows>::by_time(period, skip, std::move(env));
}
inline auto window_with_time(duration period, environment env = {})
{
  return window_with_time(period, period, std::move(env));
}

// source.window_with_time_or_count(period, count[, env]) ends a stream when it has had `count`
// items, or when the period, which begins with each stream, is over.
//
//   m.cold("-123-----|") | window_with_time_or_count(4ms, 2)
//     | flat_map([](auto w) { return w.count(); });
//   // -> 2 1 0 |
inline auto window_with_time_or_count(duration period, std::size_t count, environment env = {})
{
  return detail::windowing<detail::windows>::by_time_or_count(period, count, std::move(env));
}

// source.window(boundary) ends a stream and begins the next whenever the other stream emits.
//
//   source            --1--2--3--4--|
//   boundary          ------x-------…
//   window(boundary)  w-----w-------|
template <class Boundary>
requires detail::is_pipe<Boundary>
auto window(Boundary boundary)
{
  return detail::windowing<detail::windows>::by_boundary(std::move(boundary));
}

// source.window_toggle(openings, closer): each item of the openings begins a stream, and the first
// item (or the end) of closer(item) ends it.
//
//   m.cold("-1-2-3-4|") | window_toggle(m.cold("--a"), [&](char) { return m.cold("----x"); }) |
//     flat_map([](auto w) { return w.count(); });  // -> 2 |
template <class Openings, class Closer>
auto window_toggle(Openings openings, Closer closer)
{
  return detail::windowing<detail::windows>::by_toggle(std::move(openings), std::move(closer));
}
template <class Openings, class Closer>
auto window_toggle(
  Openings openings, Closer closer, environment)  // RxCpp's coordination, which nothing here needs
{
  return window_toggle(std::move(openings), std::move(closer));
}

}  // namespace operators
}  // namespace rx

#endif  // RX__OPERATORS__WINDOW_HPP_
