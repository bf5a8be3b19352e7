// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The common part of flat_map, concat_map, switch_map and exhaust_map: streams created from the
// items of a stream, merged into one.

#ifndef RX__DETAIL__FLATTEN_HPP_
#define RX__DETAIL__FLATTEN_HPP_

#include <cstddef>
#include <limits>
#include <memory>
#include <type_traits>
#include <utility>

#include "rx/detail/flatten_state.hpp"

namespace rx::detail
{

inline constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max();

template <class Source, class F, flattening Kind>
struct flatten_source
{
  using outer = typename Source::value_type;
  using value_type = typename std::remove_cvref_t<decltype(as_stream(
    call_with_item(std::declval<F &>(), std::declval<outer>()), environment(),
    nullptr))>::value_type;

  template <class Out>
  subscription start(Out && out) const
  {
    using state_type = flatten_state<value_type, outer, F, std::remove_cvref_t<Out>, Kind>;
    environment of_out = env_of(out);
    environment for_inner = choose_environment({}, env_of(source), of_out);
    auto state = std::make_shared<state_type>(
      std::forward<Out>(out), f, max, std::move(of_out), std::move(for_inner));
    if (state->begin()) {
      start_or_fail(
        *state, [&] { state->source.set(source.start(flatten_input<state_type>{state})); });
    }
    return state;
  }
  environment env() const { return env_of(source); }

  Source source;
  F f;
  std::size_t max;
};

template <class F, flattening Kind>
struct flatten
{
  template <class T>
  static constexpr bool returns_stream()
  {
    if constexpr (callable_with_item<F, T>) {
      return is_inner_stream<decltype(call_with_item(std::declval<F &>(), std::declval<T>()))>;
    } else {
      return false;
    }
  }
  template <class T>
  static constexpr bool accepts = returns_stream<T>();

  RX_REJECT(
    flatten, (!callable_with_item<F, Item>),
    "rx::flat_map (concat_map, switch_map, exhaust_map): the function cannot be called with an "
    "Item of this stream. Let it take a const Item &, or an Item; a tuple is one Item")
  RX_REJECT(
    flatten, (callable_with_item<F, Item> && !accepts<Item>),
    "rx::flat_map (concat_map, switch_map, exhaust_map): the function must return a stream or an "
    "rx::task. Write map() for a value, or rx::observable<>::iterate() for the items of a vector")

  template <class Observable>
  auto operator()(Observable && source) const
  {
    using pipe = std::remove_cvref_t<Observable>;
    return make_observable(flatten_source<typename pipe::source_type, F, Kind>{
      std::forward<Observable>(source).source(), f, max});
  }

  F f;
  std::size_t max;
};

// The function of a stream of streams: each item is the inner stream itself.
struct itself
{
  template <class Observable>
  Observable operator()(Observable stream) const
  {
    return stream;
  }
};

}  // namespace rx::detail

#endif  // RX__DETAIL__FLATTEN_HPP_
