// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The common part of combine_latest, zip and with_latest_from: a function, or a tuple, of the items
// of several streams.

#ifndef RX__DETAIL__COMBINING_HPP_
#define RX__DETAIL__COMBINING_HPP_

#include <tuple>
#include <type_traits>
#include <utility>

#include "rx/combining_operator.hpp"

namespace rx::detail
{

// The default function.
struct pack
{
  template <class... Items>
  auto operator()(Items &&... items) const
  {
    return std::tuple<std::remove_cvref_t<Items>...>(std::forward<Items>(items)...);
  }
};

// True if the arguments are [environment,] [f,] stream…, where f is no stream.
template <class First, class... More>
constexpr bool has_function_first()
{
  if constexpr (!std::is_convertible_v<First, environment>) {
    return (is_pipe<More> && ...) && (is_pipe<First> || sizeof...(More) > 0);
  } else if constexpr (sizeof...(More) > 0) {
    return has_function_first<More...>();
  } else {
    return false;
  }
}

// Calls make(f, stream…) with the arguments of such an operator: [environment,] [f,] stream….
template <class Make, class First, class... More>
auto with_function(Make make, First first, More... more)
{
  return after_environment(
    [&]<class A, class... B>(A a, B... b) {
      if constexpr (is_pipe<A>) {
        return make(pack{}, std::move(a), std::move(b)...);
      } else {
        return make(std::move(a), std::move(b)...);
      }
    },
    std::move(first), std::move(more)...);
}

// Checks that F takes an item of each stream.
template <template <class, class...> class Op, class F, class... Others>
struct takes_one_of_each
{
  template <class T>
  static constexpr bool accepts = Op<F, T, Others...>::is_callable;

  RX_REJECT(
    takes_one_of_each, (!accepts<Item>),
    "rx::combine_latest, zip: the function cannot be called with an item of each stream, as in "
    "(const Item &, const Others &...)")
};

// Creates Op<F, T…>, the state machine for a function and the item types, once the stream in front
// is known.
template <template <class, class...> class Op, class F, class... Observables>
struct combining : takes_one_of_each<Op, F, typename Observables::value_type...>
{
  combining(F function, std::tuple<Observables...> streams)
  : f(std::move(function)), others(std::move(streams))
  {
  }

  template <class Observable>
  auto operator()(Observable && source) const
  {
    using op = Op<
      F, typename std::remove_cvref_t<Observable>::value_type, typename Observables::value_type...>;
    return combined<op, Observables...>{op(f), others}(std::forward<Observable>(source));
  }

  F f;
  std::tuple<Observables...> others;
};

}  // namespace rx::detail

#endif  // RX__DETAIL__COMBINING_HPP_
