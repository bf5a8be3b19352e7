// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// buffer: collects items in vectors, by count, by time, by both, by another stream, or by openings
// and closings.

#ifndef RX__OPERATORS__BUFFER_HPP_
#define RX__OPERATORS__BUFFER_HPP_

#include <concepts>
#include <utility>

#include "rx/detail/windowing.hpp"

namespace rx
{

namespace detail
{

struct buffers
{
  static constexpr const char * name = "buffer";
  template <class T>
  using content = buffer_content<T>;
};

}  // namespace detail

namespace operators
{

// source.buffer(count[, skip]) emits the items in vectors of `count` items, starting a new vector
// every `skip` items (default: `count`). At the end it emits the remaining items.
//
//   source        --1--2--3--4--5--|
//   buffer(2)     -----12----34----5|
//   buffer(2, 1)  -----12-23-34-45-5|
//
// Overlapping vectors require copyable items. Cost: the vectors, which are moved out; no lock, no
// thread.
//
//   range(1, 5) | buffer(2);  // -> [1 2] [3 4] [5] |
//   range(1, 4) | buffer(2, 1);  // -> [1 2] [2 3] [3 4] [4] |
template <std::integral N>
auto buffer(N count)
{
  return detail::windowing<detail::buffers>::by_count(count, count);
}
template <std::integral N, std::integral M>
auto buffer(N count, M skip)
{
  return detail::windowing<detail::buffers>::by_count(count, skip);
}
template <class Rep, class Period>
RX_MISTAKE(
  "rx::buffer: takes a number of items or a stream; write buffer_with_time(period) for a period")
mistaken buffer(const std::chrono::duration<Rep, Period> &)
{
  return {};
}

// source.buffer_with_time(period[, skip][, env]) emits a vector of the items of each period, even
// if it is empty. A period starts every `skip` (default: `period`).
//
//   source               -1-2---3------|
//   buffer_with_time(4)  ----12--3---()|
//
// Uses the clock of env, otherwise of the source's environment, the subscriber's environment, or
// current_thread, and emits the vectors there. At the source's end it also emits the open ones,
// even if empty. Periods are counted from the subscription and do not drift. If the clock jumped
// ahead or the thread was busy, late vectors are emitted at once, and periods that began and ended
// in the meantime are skipped: the work does not depend on the length of a jump. At most 10,000
// periods may overlap (period / skip), otherwise std::invalid_argument is thrown; a period of
// duration::max() gives one vector at the end. Cost: that of a combining operator.
//
//   m.cold("-1-2---3--|") | buffer_with_time(4ms);  // -> [1 2] [3] [] |
inline auto buffer_with_time(duration period, duration skip, environment env = {})
{
  return detail::windowing<detail::buffers>::by_time(period, skip, std::move(env));
}
inline auto buffer_with_time(duration period, environment env = {})
{
  return buffer_with_time(period, period, std::move(env));
}
RX_NEEDS_DURATION(buffer_with_time)

// source.buffer_with_time_or_count(period, count[, env]) emits a vector when it has `count` items
// or when the period, which starts with each vector, is over. At the end it emits the remaining
// items, even if there are none.
//
//   source                           -12-3------|
//   buffer_with_time_or_count(4, 2)  --12----3--()|
//
//   m.cold("-123------|") | buffer_with_time_or_count(4ms, 2);  // -> [1 2] [3] [] |
template <std::integral N>
auto buffer_with_time_or_count(duration period, N count, environment env = {})
{
  return detail::windowing<detail::buffers>::by_time_or_count(period, count, std::move(env));
}

// source.buffer(boundary) emits a vector of the items since the last one, even if it is empty,
// whenever the stream `boundary` emits, and at the end.
//
//   source            --1--2--3--4--|
//   boundary          ------x-----x-…
//   buffer(boundary)  ------12----34()|
template <class Boundary>
  requires detail::is_pipe<Boundary>
auto buffer(Boundary boundary)
{
  return detail::windowing<detail::buffers>::by_boundary(std::move(boundary));
}

// source.buffer_toggle(openings, closer): each item of `openings` starts a vector. The first item
// (or the end) of the stream closer(item), or the end of the source, ends and emits it.
//
//   source          --1--2--3--4--5--|
//   openings        ----a------------…
//   closer(a)           -------x
//   buffer_toggle   -----------23----|
//
//   m.cold("-1-2-3-4|")
//     | buffer_toggle(m.cold("--a"), [&](char) { return m.cold("----x"); });  // -> [2 3] |
template <class Openings, class Closer>
auto buffer_toggle(Openings openings, Closer closer)
{
  return detail::windowing<detail::buffers>::by_toggle(std::move(openings), std::move(closer));
}
template <class Openings, class Closer>
auto buffer_toggle(Openings openings, Closer closer, environment)  // RxCpp's coordination; ignored
{
  return buffer_toggle(std::move(openings), std::move(closer));
}

}  // namespace operators
}  // namespace rx

#endif  // RX__OPERATORS__BUFFER_HPP_
