// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tests rx/operators/all.hpp.

#include <gtest/gtest.h>

#include "operators_test.hpp"

namespace
{

TEST(All, AnyContains)
{
  const ints three = rx::observable<>::range(1, 3);
  const auto below = [](int n) { return [n](int i) { return i < n; }; };
  const auto text = [](auto s) { return text_of(rx::observable<bool>(s)); };
  EXPECT_EQ(text(three.all(below(4))), "true |");
  EXPECT_EQ(text(three.all(below(3))), "false |");
  EXPECT_EQ(text(three.any(below(2))), "true |");
  EXPECT_EQ(text(three.exists(below(1))), "false |");
  EXPECT_EQ(text(three.contains(2)), "true |");
  EXPECT_EQ(text(three.contains(7)), "false |");
}

}  // namespace
