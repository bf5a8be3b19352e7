// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// rx::util: small functions of RxCpp, for programs that were written for it.

#ifndef RX__UTIL_HPP_
#define RX__UTIL_HPP_

#include <cstddef>
#include <ostream>
#include <tuple>
#include <utility>
#include <vector>

#include "rx/error.hpp"

namespace rx::util
{

// Returns a function that takes a tuple and calls f with its elements: combine_latest(b) |
// map(apply_to([](int a, int b) {…})).
template <class F>
auto apply_to(F f)
{
  return [f = std::move(f)]<class Tuple>(Tuple && tuple) mutable {
    return std::apply(f, std::forward<Tuple>(tuple));
  };
}

using rx::what;

// Returns a function that writes an item and ends the line: lines.subscribe(println(std::cout)).
// `out` must outlive the returned function.
inline auto println(std::ostream & out)
{
  return [&out]<class... T>(const T &... items) {
    (out << ... << items);
    out << std::endl;
  };
}

// Returns a function that writes an item and then the text. `out` must outlive it.
template <class Text>
auto print_followed_by(std::ostream & out, Text text)
{
  return [&out, text = std::move(text)]<class... T>(const T &... items) {
    (out << ... << items);
    out << text;
  };
}

// Returns a function that ends the line, for on_completed. `out` must outlive it.
inline auto endline(std::ostream & out)
{
  return [&out] { out << std::endl; };
}

// Returns a vector of the elements: to_vector({1, 2, 3}).
template <class T, std::size_t N>
std::vector<T> to_vector(const T (&items)[N])
{
  return std::vector<T>(items, items + N);
}

}  // namespace rx::util

#endif  // RX__UTIL_HPP_
