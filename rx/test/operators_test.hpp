// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// What the tests of single operators share: checks that each operator must pass, on erased pipes so that they are compiled
// once, and short ways to say what is expected.

#ifndef OPERATORS_TEST_HPP_
#define OPERATORS_TEST_HPP_

#include <gtest/gtest.h>

#include <functional>
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

// Puts the operator behind a stream.
using attach = std::function<ints(ints)>;

// conforms() of conformance.hpp: for operators that let each item pass.
void check_each_item(const attach & attach);

// For all operators: assembling does nothing, the ends of the source and disposal release it and destroy the observer, an
// error passes, the subscriber's exception ends the stream.
void check_lifecycle(const attach & attach);

// What the operator's own function throws, called with each item, ends the stream and releases the source.
using attach_function = std::function<ints(ints, std::function<bool(int)>)>;
void check_throwing_function(const attach_function & attach);

// All items of a stream that ends at once, and its end: "1 2 |" or "1 X what".
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

// Compares a stream of characters with a marble diagram.
std::string drawn(const marbles & m, const chars & stream);

inline chars cold(const marbles & m, const char * diagram)
{
  return m.cold(diagram);
}

inline std::shared_ptr<rx::schedulers::virtual_time> new_clock()
{
  return std::make_shared<rx::schedulers::virtual_time>();
}

#endif  // OPERATORS_TEST_HPP_
