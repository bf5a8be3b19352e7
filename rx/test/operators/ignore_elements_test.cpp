// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tests rx/operators/ignore_elements.hpp.

#include <gtest/gtest.h>

#include "operators_test.hpp"

namespace
{

TEST(Empty, IgnoreDefaultIs)
{
  const ints none = rx::observable<>::empty<int>();
  EXPECT_EQ(text_of(ints(rx::observable<>::just(1, 2).ignore_elements())), "|");
  EXPECT_EQ(text_of(ints(none.default_if_empty(9))), "9 |");
  EXPECT_EQ(text_of(ints(rx::observable<>::just(1).default_if_empty(9))), "1 |");
  EXPECT_EQ(text_of(rx::observable<bool>(none.is_empty())), "true |");
  EXPECT_EQ(
    text_of(rx::observable<bool>(rx::observable<>::never<int>().start_with(1).is_empty())),
    "false |");
}

}  // namespace
