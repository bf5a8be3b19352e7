// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// util::apply_to, for programs written for RxCpp.

#ifndef RX__UTIL_HPP_
#define RX__UTIL_HPP_

#include <tuple>
#include <utility>

namespace rx::util
{

// apply_to(f) takes a tuple and calls f with its elements: combine_latest(b) | map(apply_to([](int a, int b) {…})).
template <class F>
auto apply_to(F f)
{
  return [f = std::move(f)]<class Tuple>(Tuple && tuple) mutable {
    return std::apply(f, std::forward<Tuple>(tuple));
  };
}

}  // namespace rx::util

#endif  // RX__UTIL_HPP_
