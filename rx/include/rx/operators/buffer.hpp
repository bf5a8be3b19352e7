// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// buffer: items in vectors, by count, time, both, another stream's items, or openings and closings.

#ifndef RX__OPERATORS__BUFFER_HPP_
#define RX__OPERATORS__BUFFER_HPP_

#include <cstddef>
#include <utility>

#include "rx/detail/checked.hpp"
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

// source.buffer(count[, skip]) emits the items in vectors of `count`, a new one each `skip` items
// (without it: one after the other); at the end what is left.
//
//   source        --1--2--3--4--5--|
//   buffer(2)     -----12----34----5|
//   buffer(2, 1)  -----12-23-34-45-5|
//
// Vectors that overlap need items that can be copied. Cost: the vectors, which are moved out; no
// lock, no thread.
//
//   range(1, 5) | buffer(2);  // -> [1 2] [3 4] [5] |
//   range(1, 4) | buffer(2, 1);  // -> [1 2] [2 3] [3 4] [4] |
template <detail::a_number N>
auto buffer(N count)
{
  const auto n = static_cast<std::size_t>(count);
  return detail::windowing<detail::buffers>::by_count(n, n);
}
template <detail::a_number N, detail::a_number M>
auto buffer(N count, M skip)
{
  return detail::windowing<detail::buffers>::by_count(
    static_cast<std::size_t>(count), static_cast<std::size_t>(skip));
}

// source.buffer_with_time(period[, skip][, env]) emits a vector of what came in each period, also
// an empty one; with skip the periods begin so often.
//
//   source               -1-2---3------|
//   buffer_with_time(4)  ----12--3---()|
//
// On the clock of env, else of the source's environment, else of the subscriber's, else of
// current_thread; there the vectors are emitted. Periods are counted from the subscription and do
// not drift. Cost: that of a combining operator.
//
//   m.cold("-1-2---3--|") | buffer_with_time(4ms);  // -> [1 2] [3] |
inline auto buffer_with_time(duration period, duration skip, environment env = {})
{
  return detail::windowing<detail::buffers>::by_time(period, skip, std::move(env));
}
inline auto buffer_with_time(duration period, environment env = {})
{
  return buffer_with_time(period, period, std::move(env));
}

// source.buffer_with_time_or_count(period, count[, env]) emits a vector when it has `count` items,
// or when the period, which begins with each vector, is over.
//
//   source                           -12-3------|
//   buffer_with_time_or_count(4, 2)  --12----3--|
//
//   m.cold("-123------|") | buffer_with_time_or_count(4ms, 2);  // -> [1 2] [3] |
inline auto buffer_with_time_or_count(duration period, std::size_t count, environment env = {})
{
  return detail::windowing<detail::buffers>::by_time_or_count(period, count, std::move(env));
}

// source.buffer(boundary) emits a vector of what came since the last, whenever the other stream
// emits.
//
//   source            --1--2--3--4--|
//   boundary          ------x-----x-…
//   buffer(boundary)  ------12----34|
template <class Boundary>
requires detail::is_pipe<Boundary>
auto buffer(Boundary boundary)
{
  return detail::windowing<detail::buffers>::by_boundary(std::move(boundary));
}

// source.buffer_toggle(openings, closer): each item of the openings begins a vector, and the first
// item (or the end) of the stream closer(item) ends and emits it.
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
auto buffer_toggle(
  Openings openings, Closer closer, environment)  // RxCpp's coordination, which nothing here needs
{
  return buffer_toggle(std::move(openings), std::move(closer));
}

}  // namespace operators
}  // namespace rx

#endif  // RX__OPERATORS__BUFFER_HPP_
