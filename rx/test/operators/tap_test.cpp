// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tests rx/operators/tap.hpp.

#include <gtest/gtest.h>

#include <exception>
#include <stdexcept>
#include <string>

#include "operators_test.hpp"

namespace
{

TEST(Tap, SeesEverythingBeforeItPasses)
{
  std::string log;
  rx::observable<>::just(1, 2)
    .tap(
      [&](int i) { log += 't' + std::to_string(i); }, [&](std::exception_ptr) { log += 'e'; },
      [&] { log += 'c'; })
    .subscribe([&](int i) { log += 's' + std::to_string(i); }, [&] { log += '|'; });
  EXPECT_EQ(log, "t1s1t2s2c|");
  log.clear();
  rx::observable<>::error<int>(std::runtime_error("x"))
    .tap([](int) {}, [&](std::exception_ptr) { log += 'e'; })
    .subscribe([](int) {}, [&](std::exception_ptr) { log += 'X'; });
  EXPECT_EQ(log, "eX");
}

TEST(Tap, ThrowingAtTheEndIsAnError)
{
  std::string error;
  rx::observable<>::empty<int>()
    .tap([](int) {}, [] { throw std::runtime_error("at the end"); })
    .subscribe([](int) {}, [&](std::exception_ptr e) { error = rx::what(e); });
  EXPECT_EQ(error, "at the end");
}

TEST(Tap, CopiesAndMoves)
{
  auto pipe = [](auto s) { return s.tap([](const tracked &) {}); };
  EXPECT_EQ(through(pipe, true).copies + through(pipe, true).moves, 0);
}

}  // namespace
