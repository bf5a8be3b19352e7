// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tests rx/operators/skip.hpp.

#include <gtest/gtest.h>

#include "operators_test.hpp"

namespace
{

TEST(Skip, FirstAndWhile)
{
  const ints five = rx::observable<>::range(1, 5);
  EXPECT_EQ(text_of(ints(five.skip(2))), "3 4 5 |");
  EXPECT_EQ(text_of(ints(five.skip(9))), "|");
  EXPECT_EQ(text_of(ints(five.skip_while([](int i) { return i < 4; }))), "4 5 |");
}

}  // namespace
