// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tests rx/operators/end_with.hpp.

#include <gtest/gtest.h>

#include "operators_test.hpp"

namespace
{

TEST(EndWith, Items)
{
  marbles m;
  EXPECT_EQ(drawn(m, cold(m, "-a|").end_with('x', 'y')), "-a(xy|)");
  EXPECT_EQ(drawn(m, cold(m, "-aX").end_with('x')), "-aX");
  EXPECT_EQ(drawn(m, cold(m, "-a|").end_with('x', 'y').take(2)), "-a(x|)");
}

}  // namespace
