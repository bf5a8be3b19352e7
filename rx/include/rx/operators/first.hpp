// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// first, last, single, element_at: one item of a stream.

#ifndef RX__OPERATORS__FIRST_HPP_
#define RX__OPERATORS__FIRST_HPP_

#include <cstdint>
#include <functional>
#include <type_traits>

#include "rx/detail/checked.hpp"
#include "rx/error.hpp"
#include "rx/operators/filter.hpp"
#include "rx/operators/take.hpp"
#include "rx/stage.hpp"
#include "rx/storage.hpp"

namespace rx
{

namespace detail
{

// Emits the item at an index, and fails if there are fewer items.
struct element_at : stage
{
  element_at(std::uint64_t n, const char * t) : remaining(n), text(t) {}

  template <class T>
  using emits = T;

  template <class U, class Out>
  bool on_next(U && item, Out & out)
  {
    if (remaining > 0) {
      --remaining;
      return true;
    }
    if (out.on_next(std::forward<U>(item))) {
      out.on_completed();
    }
    return false;
  }
  template <class Out>
  void on_completed(Out & out)
  {
    out.on_error(std::make_exception_ptr(empty_error(text)));
  }

  std::uint64_t remaining;
  const char * text;
};

template <class T, bool Single>
struct last_of : stage
{
  template <class>
  using emits = T;

  template <class U, class Out>
  bool on_next(U && item, Out &)
  {
    if (Single && only) {
      throw std::runtime_error("rx::single: there is more than one item");
    }
    only.reset();
    only.emplace(std::forward<U>(item));
    return true;
  }
  template <class Out>
  void on_completed(Out & out)
  {
    if (!only) {
      throw empty_error(Single ? "rx::single: there is no item" : "rx::last: there is no item");
    }
    if (out.on_next(std::move(*only))) {
      out.on_completed();
    }
  }

  optional_item<T> only;
};

template <bool Single>
struct last
{
  template <class Observable>
  auto operator()(Observable && source) const
  {
    using T = typename std::remove_cvref_t<Observable>::value_type;
    return std::forward<Observable>(source) | last_of<T, Single>();
  }
};

// filter(p) followed by another operator.
template <class P, class Then>
struct filtered
{
  template <class Observable>
  auto operator()(Observable && source) const
  {
    return std::forward<Observable>(source) | filter<P>(p) | then;
  }

  P p;
  Then then;
};

}  // namespace detail

namespace operators
{

// source.first([p]) emits the first item (for which p is true) and completes, releasing the source;
// fails with rx::empty_error if there is none.
//
//   source   --1--2--3--|
//   first()  --1|
//
// Cost: none; no heap, no lock, no thread.
//
//   just(1, 2, 3) | first();  // -> 1 |
//   just(1, 2, 3) | first([](int i) { return i > 1; });  // -> 2 |
inline auto first()
{
  return detail::element_at(0, "rx::first: there is no item");
}
template <class P>
auto first(P p)
{
  return detail::filtered<P, detail::element_at>{std::move(p), first()};
}

// source.element_at(n) emits the n-th item, counted from 0, and completes; fails with
// rx::empty_error if there are fewer items.
//
//   source         --1--2--3--|
//   element_at(1)  -----2|
//
//   just(1, 2, 3) | element_at(1);  // -> 2 |
template <std::integral N>
auto element_at(N n)
{
  return detail::element_at(
    detail::not_negative(n, "rx::element_at: the number is negative"),
    "rx::element_at: there are fewer items");
}

// source.last([p]) emits the last item (for which p is true) when the source completes; fails with
// rx::empty_error if there is none.
//
//   source  --1--2--3--|
//   last()  -----------3|
//
// Cost: one move per item.
//
//   just(1, 2, 3) | last();  // -> 3 |
inline auto last()
{
  return detail::last<false>{};
}
template <class P>
auto last(P p)
{
  return detail::filtered<P, detail::last<false>>{std::move(p), {}};
}

// source.single() emits the only item when the source completes. It fails if there is none
// (rx::empty_error) or a second one (std::runtime_error).
//
//   source    --1-----|
//   single()  --------1|
//
//   just(1) | single();  // -> 1 |
inline auto single()
{
  return detail::last<true>{};
}

}  // namespace operators
}  // namespace rx

#endif  // RX__OPERATORS__FIRST_HPP_
