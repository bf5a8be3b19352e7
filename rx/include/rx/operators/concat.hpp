// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// concat: one stream after the other.

#ifndef RX__OPERATORS__CONCAT_HPP_
#define RX__OPERATORS__CONCAT_HPP_

#include <cstddef>
#include <tuple>

#include "rx/detail/fits.hpp"
#include "rx/operators/flat_map.hpp"
#include "rx/resubscribing_operator.hpp"

namespace rx
{

namespace detail
{

template <class... Sources>
struct concat : resubscribing_operator
{
  explicit concat(Sources... sources) : others(std::move(sources)...) {}

  template <class T>
  using emits = T;

  using checks = converted_items<typename Sources::value_type...>;

  template <class Source, class Start>
  void subscribe(const Source & source, Start && start)
  {
    const std::size_t at = started++;
    if (at == 0) {
      start(source);
      return;
    }
    std::apply(
      [&](const Sources &... other) {
        std::size_t k = 0;
        static_cast<void>(((++k == at && (start(other), true)) || ...));
      },
      others);
  }
  next_source on_completed() const
  {
    return started > sizeof...(Sources) ? next_source::none() : next_source::now();
  }

  std::tuple<Sources...> others;
  std::size_t started = 0;
};

template <class... Observables>
auto make_concat(Observables... others)
{
  using op = concat<typename Observables::source_type...>;
  return make_operator(op(std::move(others).source()...));
}

}  // namespace detail

namespace operators
{

// a.concat(b…) emits the items of a, then, when a has completed, those of b, and so on.
//
//   a          --1--2|
//   b                --3--4|
//   concat(b)  --1--2--3--4|
//
// Subscribes to a stream when the previous one has completed; an error ends it. Cost: that of a
// resubscribing operator.
//
//   just(1, 2) | concat(just(3), just(4, 5));  // -> 1 2 3 4 5 |
template <class First, class... More>
  requires detail::joinable<First, More...>
auto concat(First first, More... more)
{
  return detail::after_environment(
    []<class... Observables>(Observables... others) {
      if constexpr (sizeof...(Observables) == 0) {
        return concat_map(detail::itself{});
      } else {
        return detail::make_concat(std::move(others)...);
      }
    },
    std::move(first), std::move(more)...);
}
template <class First, class... More>
  requires(!detail::joinable<First, More...>)
RX_MISTAKE(
  "rx::concat: the arguments must be streams; to add values write start_with() or end_with()")
mistaken concat(const First &, const More &...)
{
  return {};
}

// streams.concat(): for a stream of streams, the items of one stream after the other.
inline auto concat()
{
  return concat_map(detail::itself{});
}

}  // namespace operators
}  // namespace rx

#endif  // RX__OPERATORS__CONCAT_HPP_
