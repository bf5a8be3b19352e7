// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tests rx/operators/throttle.hpp.

#include <gtest/gtest.h>

#include <stdexcept>

#include "operators_test.hpp"

namespace
{

TEST(Throttle, FirstAndLastOfAPeriod)
{
  marbles m;
  EXPECT_EQ(drawn(m, cold(m, "-ab-cd-----e|").throttle_first(m.frames(3))), "-a--c------e|");
  EXPECT_EQ(drawn(m, cold(m, "-a-X").throttle_first(m.frames(3))), "-a-X");
  EXPECT_EQ(drawn(m, cold(m, "-ab-cd-----e|").throttle_last(m.frames(3))), "---b--d-----(e|)");
  EXPECT_THROW(throttle_first(0ms), std::invalid_argument);
}

}  // namespace
