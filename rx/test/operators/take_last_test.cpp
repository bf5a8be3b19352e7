// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tests rx/operators/take_last.hpp.

#include <gtest/gtest.h>

#include "operators_test.hpp"

namespace
{

TEST(TakeLast, AndSkipLast)
{
  const ints five = rx::observable<>::range(1, 5);
  EXPECT_EQ(text_of(ints(five.take_last(2))), "4 5 |");
  EXPECT_EQ(text_of(ints(five.take_last(0))), "|");
  EXPECT_EQ(text_of(ints(five.take_last(9).take(2))), "1 2 |");
  EXPECT_EQ(text_of(ints(five.skip_last(2))), "1 2 3 |");
  EXPECT_EQ(text_of(ints(five.skip_last(0))), "1 2 3 4 5 |");
}

}  // namespace
