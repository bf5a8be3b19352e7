// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Sums and differences at the ends of int64.
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

#include "base/saturated.hpp"

namespace
{

constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();

TEST(Saturated, StopsAtTheEnds)
{
  EXPECT_EQ(base::add_saturated(1, 2), 3);
  EXPECT_EQ(base::add_saturated(most, 1), most);
  EXPECT_EQ(base::add_saturated(1, most), most);
  EXPECT_EQ(base::add_saturated(least, -1), least);
  EXPECT_EQ(base::add_saturated(most, least), -1);
  EXPECT_EQ(base::subtract_saturated(3, 2), 1);
  EXPECT_EQ(base::subtract_saturated(most, -1), most);
  EXPECT_EQ(base::subtract_saturated(0, least), most);
  EXPECT_EQ(base::subtract_saturated(least, 1), least);
  EXPECT_EQ(base::subtract_saturated(-2, most), least);
}

}  // namespace
