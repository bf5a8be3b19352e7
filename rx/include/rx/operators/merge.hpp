// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// merge: the items of several streams in the order of their arrival.

#ifndef RX__OPERATORS__MERGE_HPP_
#define RX__OPERATORS__MERGE_HPP_

#include <cstddef>

#include "rx/detail/fits.hpp"
#include "rx/operators/flat_map.hpp"

namespace rx
{

namespace detail
{

// Passes an item on, converted to the item type of the stream.
template <class T, class U, class Out>
bool emit_as(U && item, Out & out)
{
  if constexpr (std::is_same_v<std::remove_cvref_t<U>, T>) {
    return out.on_next(std::forward<U>(item));
  } else {
    return out.on_next(static_cast<T>(std::forward<U>(item)));
  }
}

template <class T>
struct merge : combining_operator
{
  explicit merge(std::size_t streams) : active(streams) {}

  template <class...>
  using emits = T;

  template <std::size_t I, class U, class Out>
  bool on_next(input<I>, U && item, Out & out, merge_control &)
  {
    return emit_as<T>(std::forward<U>(item), out);
  }
  template <std::size_t I, class Out>
  bool on_completed(input<I>, Out & out, merge_control &)
  {
    if (--active == 0) {
      out.on_completed();
    }
    return active > 0;
  }

  std::size_t active;
};

template <class... Observables>
struct merging : converted_items<typename Observables::value_type...>
{
  explicit merging(std::tuple<Observables...> streams) : others(std::move(streams)) {}

  template <class Observable>
  auto operator()(Observable && source) const
  {
    using T = typename std::remove_cvref_t<Observable>::value_type;
    return combined<merge<T>, Observables...>{
      merge<T>(1 + sizeof...(Observables)), others}(std::forward<Observable>(source));
  }

  std::tuple<Observables...> others;
};

}  // namespace detail

namespace operators
{

// a.merge(b…) emits every item of every stream, in the order of arrival.
//
//   a         --1-----3--|
//   b         ----a-b-------|
//   merge(b)  --1-a-b-3-----|
//
// Subscribes to the streams in the given order. Completes when all have; the first error ends it
// and all sources. The streams may be on different threads: items do not overlap; an item that
// arrives while another thread is downstream is delivered by that thread (32 items wait in a ring;
// further threads wait). Cost: one allocation per subscription; per item two atomic operations, no
// lock, no heap.
//
//   m.of(m.cold("-1---3|") | merge(m.cold("--a-b---|")));  // -> -1a-b3--|
template <class First, class... More>
  requires detail::joinable<First, More...>
auto merge(First first, More... more)
{
  return detail::after_environment(
    []<class... Observables>(Observables... others) {
      if constexpr (sizeof...(Observables) == 0) {
        return flat_map(detail::itself{});
      } else {
        return detail::merging<Observables...>{{std::move(others)...}};
      }
    },
    std::move(first), std::move(more)...);
}
template <class First, class... More>
  requires(!detail::joinable<First, More...>)
RX_MISTAKE(
  "rx::merge: the arguments must be streams; to add values write start_with() or end_with()")
mistaken merge(const First &, const More &...)
{
  return {};
}

// streams.merge(): for a stream of streams, the items of all of them.
inline auto merge()
{
  return flat_map(detail::itself{});
}

}  // namespace operators
}  // namespace rx

#endif  // RX__OPERATORS__MERGE_HPP_
