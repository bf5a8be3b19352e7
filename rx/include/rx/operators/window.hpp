// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// window: splits items into streams, by count, by time, by both, by another stream, or by openings
// and closings.

#ifndef RX__OPERATORS__WINDOW_HPP_
#define RX__OPERATORS__WINDOW_HPP_

#include <concepts>
#include <utility>

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

// source.window(count[, skip]) emits the items as streams of `count` items, starting a new stream
// every `skip` items (default: `count`).
//
//   source     --1--2--3--4--5--|
//   window(2)  --w-----w-----w--|
//   first w      1--2|
//   second w           3--4|
//
// Subscribe to a stream when it is emitted; otherwise you miss its first items. Open streams end
// with the source: they complete, fail or, if the outer stream is disposed, stop emitting. If the
// subscriber needs no more streams (take(1)), open streams that have subscribers continue.
// Overlapping streams require copyable items. Cost: one subject per stream; no lock, no thread.
//
//   range(1, 5) | window(2) | flat_map([](auto w) { return w.sum(); });  // -> 3 7 5 |
template <std::integral N>
auto window(N count)
{
  return detail::windowing<detail::windows>::by_count(count, count);
}
template <std::integral N, std::integral M>
auto window(N count, M skip)
{
  return detail::windowing<detail::windows>::by_count(count, skip);
}

// source.window_with_time(period[, skip][, env]) starts a stream every `skip` (default: `period`);
// each stream ends after the period.
//
//   source               -1-2---3---|
//   window_with_time(4)  w---w---w--|
//   first w              -1-2|
//
// Uses the clock of env, otherwise of the source's environment, the subscriber's environment, or
// current_thread. If the clock jumped ahead or the thread was busy, periods that began and ended in
// the meantime are skipped, as in buffer_with_time; at most 10,000 may overlap. Cost: that of a
// combining operator, and one subject per stream.
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
RX_NEEDS_DURATION(window_with_time)

// source.window_with_time_or_count(period, count[, env]) ends a stream when it has emitted `count`
// items or when the period, which starts with each stream, is over.
//
//   m.cold("-123-----|") | window_with_time_or_count(4ms, 2)
//     | flat_map([](auto w) { return w.count(); });
//   // -> 2 1 0 |
template <std::integral N>
auto window_with_time_or_count(duration period, N count, environment env = {})
{
  return detail::windowing<detail::windows>::by_time_or_count(period, count, std::move(env));
}

// source.window(boundary) ends a stream and starts the next one whenever the stream `boundary`
// emits.
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

// source.window_toggle(openings, closer): each item of `openings` starts a stream, and the first
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
auto window_toggle(Openings openings, Closer closer, environment)  // RxCpp's coordination; ignored
{
  return window_toggle(std::move(openings), std::move(closer));
}

}  // namespace operators
}  // namespace rx

#endif  // RX__OPERATORS__WINDOW_HPP_
