// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// lift: an operator written as a function from observer to observer. as_dynamic: hides the type of
// a pipe.

#ifndef RX__OPERATORS__LIFT_HPP_
#define RX__OPERATORS__LIFT_HPP_

#include <type_traits>
#include <utility>

#include "rx/stage.hpp"

namespace rx
{

template <class T>
class subscriber;

namespace sources
{
template <class T, class F>
auto create(F f);
}

namespace detail
{

template <class R, class F>
struct lift
{
  template <class Observable>
  auto operator()(Observable && source) const
  {
    static_assert(
      std::is_invocable_v<const F &, subscriber<R>>,
      "rx::lift<R>: the function must take an rx::subscriber<R> and return an observer of the "
      "source's items");
    return sources::create<R>([source = std::forward<Observable>(source), f = f](subscriber<R> to) {
      to.add(source.subscribe(f(to)));
    });
  }

  F f;
};

struct as_dynamic
{
  template <class Observable>
  auto operator()(Observable && source) const
  {
    return std::forward<Observable>(source).as_dynamic();
  }
};

}  // namespace detail

namespace operators
{

// source | lift<R>(f) subscribes the observer f(rx::subscriber<R>) to the source and emits the
// items that this observer passes to the subscriber.
//
//   lift<int>([](rx::subscriber<int> to) {
//     return an observer whose on_next(item) calls to.on_next(…); })
//
// For operators with their own state and control flow, as in RxCpp. A stage, a combining operator
// or a resubscribing operator (docs/how-to/write-an-operator.md) costs less. Cost: that of create.
//
//   auto tens = [](subscriber<int> to) {
//     return make_subscriber<int>(
//       [to](int i) { to.on_next(10 * i); }, [to](std::exception_ptr e) { to.on_error(e); },
//       [to] { to.on_completed(); });
//   };
//   just(1, 2) | lift<int>(tens);  // -> 10 20 |
template <class R, class F>
auto lift(F f)
{
  return detail::lift<R, F>{std::move(f)};
}

// source | as_dynamic() is source.as_dynamic(): it hides the type of the pipe.
//
//   observable<int> numbers = just(1, 2) | map([](int i) { return -i; }) | as_dynamic();
//   numbers;  // -> -1 -2 |
inline auto as_dynamic()
{
  return detail::as_dynamic{};
}

}  // namespace operators
}  // namespace rx

#endif  // RX__OPERATORS__LIFT_HPP_
