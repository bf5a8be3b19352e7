// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tests rx/operators/take_while.hpp.

#include <gtest/gtest.h>

#include "operators_test.hpp"

namespace
{

TEST(TakeWhile, Items)
{
  marbles m;
  EXPECT_EQ(m.of(m.cold("-a-b-Z-c|").take_while([](char c) { return c >= 'a'; })), "-a-b-|");
}

}  // namespace
