// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <cstdlib>

TEST(Matchers, TheForceIsOneOfTwo)
{
  EXPECT_THAT(std::getenv("FORCE"), testing::AnyOf(testing::StrEq("10"), testing::StrEq("20")));
}
