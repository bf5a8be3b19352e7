// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tests rx/operators/distinct.hpp.

#include <gtest/gtest.h>

#include "operators_test.hpp"

namespace
{

TEST(Distinct, ItemsAndKeys)
{
  EXPECT_EQ(text_of(ints(rx::observable<>::just(1, 2, 1, 3, 2).distinct())), "1 2 3 |");
  EXPECT_EQ(
    text_of(ints(rx::observable<>::just(1, 2, 11, 3).distinct([](int i) { return i % 10; }))),
    "1 2 3 |");
}

}  // namespace
