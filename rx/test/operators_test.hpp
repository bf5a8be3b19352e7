// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Shared helpers of the tests of single operators: short forms of expectations, on erased pipes so
// that they are compiled once.

#ifndef OPERATORS_TEST_HPP_
#define OPERATORS_TEST_HPP_

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <exception>
#include <memory>
#include <string>
#include <vector>

#include "probe.hpp"
#include "rx/testing/marbles.hpp"

using namespace rx::operators;
using namespace std::chrono_literals;
using ints = rx::observable<int>;
using chars = rx::observable<char>;
using rx::testing::marbles;

// Returns all items of a stream that ends at once, and its end: "1 2 |" or "1 X what".
std::string text_of(const rx::observable<std::string> & stream);
inline std::string text_of(const ints & stream)
{
  return text_of(rx::observable<std::string>(stream.map([](int i) { return std::to_string(i); })));
}
inline std::string text_of(const rx::observable<bool> & stream)
{
  return text_of(rx::observable<std::string>(
    stream.map([](bool b) { return std::string(b ? "true" : "false"); })));
}

// Returns the marble diagram of a stream of characters.
std::string drawn(const marbles & m, const chars & stream);

inline chars cold(const marbles & m, const char * diagram)
{
  return m.cold(diagram);
}

inline std::shared_ptr<rx::schedulers::virtual_time> new_clock()
{
  return std::make_shared<rx::schedulers::virtual_time>();
}

inline char upper(char c)
{
  return static_cast<char>(std::toupper(c));
}

// Sends one tracked item through a pipe, as an rvalue or an lvalue, and returns the result.
template <class Attach>
tracked through(Attach attach, bool as_rvalue)
{
  rx::subject<tracked> source;
  tracked out(-1);
  attach(source.get_observable()).subscribe([&](auto && item) {
    out.value = item.value;
    out.copies = item.copies;
    out.moves = item.moves;
  });
  tracked item(1);
  if (as_rvalue) {
    source.on_next(std::move(item));
  } else {
    source.on_next(item);
  }
  return out;
}

// A function of two characters whose result shows both: the later letter, or the digit.
inline char later(char a, char b)
{
  return std::max(a, b);
}

// Returns the items of a stream of texts, played in virtual time.
inline std::string played(const marbles & m, const rx::observable<std::string> & stream)
{
  std::string text;
  auto running = stream.subscribe(
    [&](const std::string & s) {
      text += std::to_string((m.clock()->now().time_since_epoch()) / m.frames(1)) + '=' + s + ' ';
    },
    [&](const std::exception_ptr &) { text += 'X'; }, [&] { text += '|'; });
  m.clock()->advance_by(m.frames(40));
  running.dispose();
  return text;
}

// A stream whose producer drops it: it neither ends nor emits.
template <class... Operators>
auto dropped(Operators... operators)
{
  return (rx::observable<>::create<int>([](const rx::subscriber<int> &) {}) | ... | operators);
}

#endif  // OPERATORS_TEST_HPP_
