// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// take_last, skip_last: operators that know their items only at the end.

#ifndef RX__OPERATORS__TAKE_LAST_HPP_
#define RX__OPERATORS__TAKE_LAST_HPP_

#include <cstddef>

#include "rx/detail/checked.hpp"
#include "rx/stage.hpp"
#include "rx/storage.hpp"

namespace rx
{

namespace detail
{

template <class T>
struct take_last_of : stage
{
  explicit take_last_of(std::size_t n) : count(n) {}

  template <class>
  using emits = T;

  template <class U, class Out>
  bool on_next(U && item, Out &)
  {
    if (count > 0) {
      if (kept.size() == count) {
        kept.drop();
      }
      kept.push(std::forward<U>(item));
    }
    return true;
  }
  template <class Out>
  void on_completed(Out & out)
  {
    while (!kept.empty()) {
      if (!out.on_next(kept.pop())) {
        return;
      }
    }
    out.on_completed();
  }

  std::size_t count;
  fifo<T> kept;
};

template <class T>
struct skip_last_of : stage
{
  explicit skip_last_of(std::size_t n) : count(n) {}

  template <class>
  using emits = T;

  template <class U, class Out>
  bool on_next(U && item, Out & out)
  {
    if (count == 0) {
      return out.on_next(std::forward<U>(item));
    }
    const bool full = kept.size() == count;
    if (!full) {
      kept.push(std::forward<U>(item));
      return true;
    }
    T first = kept.pop();
    kept.push(std::forward<U>(item));
    return out.on_next(std::move(first));
  }

  std::size_t count;
  fifo<T> kept;
};

// A stage that needs to know the type of the items.
template <template <class> class Stage>
struct counted_stage
{
  template <class Observable>
  auto operator()(Observable && source) const
  {
    using T = typename std::remove_cvref_t<Observable>::value_type;
    return std::forward<Observable>(source) | Stage<T>(count);
  }

  std::size_t count;
};

}  // namespace detail

namespace operators
{

// source.take_last(n) emits the last n items when the source completes.
//
//   source        --1--2--3--|
//   take_last(2)  -----------2-3|
//
// Cost: two moves per item; no heap in steady state, no lock, no thread.
//
//   just(1, 2, 3) | take_last(2);  // -> 2 3 |
template <std::integral N>
auto take_last(N n)
{
  return detail::counted_stage<detail::take_last_of>{
    detail::not_negative(n, "rx::take_last: the number of items is negative")};
}

// source.skip_last(n) emits all but the last n items, each when the n-th item after it arrives.
//
//   source        --1--2--3--4--|
//   skip_last(2)  --------1--2--|
//
//   just(1, 2, 3, 4) | skip_last(2);  // -> 1 2 |
template <std::integral N>
auto skip_last(N n)
{
  return detail::counted_stage<detail::skip_last_of>{
    detail::not_negative(n, "rx::skip_last: the number of items is negative")};
}

}  // namespace operators
}  // namespace rx

#endif  // RX__OPERATORS__TAKE_LAST_HPP_
