// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// amb: of several streams the one that is first.

#ifndef RX__OPERATORS__AMB_HPP_
#define RX__OPERATORS__AMB_HPP_

#include <cstddef>

#include "rx/operators/merge.hpp"

namespace rx
{

namespace detail
{

template <class T, std::size_t N>
struct amb : joint
{
  template <class...>
  using emits = T;

  template <std::size_t I, class U, class Out>
  bool on_next(input<I>, U && item, Out & out, junction_control & self)
  {
    return !chosen(I, self) || emit_as<T>(std::forward<U>(item), out);
  }
  template <std::size_t I, class Out>
  bool on_completed(input<I>, Out & out, junction_control & self)
  {
    if (!chosen(I, self)) {
      return true;
    }
    out.on_completed();
    return false;
  }

  bool chosen(std::size_t which, junction_control & self)
  {
    if (winner == N) {
      winner = which;
      for (std::size_t i = 0; i < N; ++i) {
        if (i != which) {
          self.unsubscribe(i);
        }
      }
    }
    return winner == which;
  }

  std::size_t winner = N;
};

template <class... Observables>
struct first_of
{
  template <class Observable>
  auto operator()(Observable && source) const
  {
    using T = typename std::remove_cvref_t<Observable>::value_type;
    static_assert(
      (std::is_convertible_v<typename Observables::value_type, T> && ...),
      "rx::amb: the streams have items of different types; map them to one type first");
    using op = amb<T, 1 + sizeof...(Observables)>;
    return joined<op, Observables...>{op(), others}(std::forward<Observable>(source));
  }

  std::tuple<Observables...> others;
};

}  // namespace detail

namespace operators
{

// a.amb(b…) emits the items of the stream that is the first to emit or to end, and disposes the others.
//
//   a       ----1--2--|
//   b       --x--y--z--|
//   amb(b)  --x--y--z--|
//
// For redundant sources: whoever answers first. The streams may be on different threads. Cost: that of a joint.
//
//   m.of(m.cold("----1--2--|") | amb(m.cold("--x--y--|")));  // -> --x--y--|
template <class First, class... More>
auto amb(First first, More... more)
{
  return detail::after_environment(
    []<class... Observables>(Observables... others) {
      static_assert(sizeof...(Observables) > 0, "rx::amb: no other stream given");
      return detail::first_of<Observables...>{{std::move(others)...}};
    },
    std::move(first), std::move(more)...);
}

}  // namespace operators
}  // namespace rx

#endif  // RX__OPERATORS__AMB_HPP_
