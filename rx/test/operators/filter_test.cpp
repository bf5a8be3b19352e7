// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tests rx/operators/filter.hpp.

#include <gtest/gtest.h>

#include "operators_test.hpp"

namespace
{

TEST(Filter, Items)
{
  marbles m;
  EXPECT_EQ(m.of(m.cold("-a-B-c-D|").filter([](char c) { return c >= 'a'; })), "-a---c--|");
}

TEST(Filter, CopiesAndMoves)
{
  auto pipe = [](auto s) { return s.filter([](const tracked &) { return true; }); };
  EXPECT_EQ(through(pipe, true).copies + through(pipe, true).moves, 0);
  EXPECT_EQ(through(pipe, false).copies + through(pipe, false).moves, 0);
}

}  // namespace
