// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tests rx/operators/amb.hpp.

#include <gtest/gtest.h>

#include "operators_test.hpp"

namespace
{

TEST(Amb, PicksTheFirstStreamToEmit)
{
  marbles m;
  EXPECT_EQ(drawn(m, cold(m, "--a-b|").amb(cold(m, "-x-y|"), cold(m, "---|"))), "-x-y|");
  EXPECT_EQ(drawn(m, cold(m, "-|").amb(cold(m, "--x"))), "-|");
  EXPECT_EQ(drawn(m, cold(m, "--x").amb(cold(m, "-X"))), "-X");
  rx::subject<int> a, b;
  a.get_observable().amb(b.get_observable()).subscribe([](int) {});
  b.on_next(1);
  EXPECT_FALSE(a.has_observers());
}

}  // namespace
