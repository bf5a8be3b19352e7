// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Shared helpers of the tests of single operators: short forms of expectations, on erased pipes so
// that they are compiled once.

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

#endif  // OPERATORS_TEST_HPP_
