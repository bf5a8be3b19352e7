// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The support code for the examples in the headers' comments; see tools/header_examples.py.

#ifndef EXAMPLES_HPP_
#define EXAMPLES_HPP_

#include <algorithm>
#include <list>
#include <memory>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "rx/rx.hpp"

namespace rx_examples
{

// Runs the function when main() starts.
struct example
{
  explicit example(void (*f)());
};

void check(const char * where, const std::string & got, std::string_view expected);

template <class T>
std::string text_of(const T & x);

template <class Tuple, std::size_t... I>
std::string text_of_tuple(const Tuple & x, std::index_sequence<I...>)
{
  std::string text;
  ((text += (I ? ", " : "") + text_of(std::get<I>(x))), ...);
  return '(' + text + ')';
}

template <class T>
std::string text_of(const T & x)
{
  if constexpr (std::is_same_v<T, bool>) {
    return x ? "true" : "false";
  } else if constexpr (requires { std::string(x); }) {
    return std::string(x);
  } else if constexpr (std::is_same_v<T, rx::duration>) {
    return text_of(std::chrono::duration_cast<std::chrono::milliseconds>(x).count()) + "ms";
  } else if constexpr (requires { std::tuple_size<T>::value; }) {
    return text_of_tuple(x, std::make_index_sequence<std::tuple_size_v<T>>{});
  } else if constexpr (requires { x.begin(); }) {
    std::string text;
    for (const auto & element : x) {
      text += (text.empty() ? "" : " ") + text_of(element);
    }
    return '[' + text + ']';
  } else if constexpr (std::is_same_v<T, rx::nothing>) {
    return "done";
  } else if constexpr (requires { *x; }) {
    return x ? text_of(*x) : "nothing";
  } else {
    std::ostringstream text;
    text << x;
    return text.str();
  }
}

// Returns the items of a stream, then | or X and the error. here.wait_for(ended) lets time pass; if
// the stream has not ended then, its end is shown as ….
template <class T, class Setting>
std::string text_of_stream(Setting & here, const rx::observable<T> & x, bool endless)
{
  std::string text;
  bool ended = false;
  const auto end = [&](const std::string & with) {
    text += with;
    ended = true;
  };
  const rx::subscription stream = x.subscribe(
    [&](const T & item) { text += text_of(item) + ' '; },
    [&](const std::exception_ptr & error) { end("X " + rx::what(error)); }, [&] { end("|"); });
  if (!ended) {
    here.wait_for(ended, endless);
  }
  stream.dispose();
  return ended ? text : text + "…";
}

template <class X, class Setting>
void shows(const char * where, Setting & here, const X & x, std::string_view expected)
{
  if constexpr (rx::any_observable<X>) {
    check(
      where, text_of_stream<typename X::value_type>(here, x, expected.ends_with("…")), expected);
  } else {
    check(where, text_of(x), expected);
  }
}

}  // namespace rx_examples

#endif  // EXAMPLES_HPP_
