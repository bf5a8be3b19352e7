// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// In virtual time.
#include "base/rate_limit.hpp"

#include <gtest/gtest.h>

namespace
{

using namespace std::chrono_literals;
using base::RateLimit;

constexpr RateLimit::Clock::time_point start{1h};

TEST(RateLimit, SomeAtOnceThenOneEachPeriod)
{
  RateLimit limit(3, 1min);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(limit.pass(start), 0u) << i;
  }
  EXPECT_FALSE(limit.pass(start));
  EXPECT_FALSE(limit.pass(start + 59s));
  EXPECT_EQ(limit.pass(start + 60s), 2u);
  EXPECT_FALSE(limit.pass(start + 61s));
  EXPECT_EQ(limit.pass(start + 120s), 1u);
}

TEST(RateLimit, SilenceSavesNoMoreThanPassAtOnce)
{
  RateLimit limit(2, 1s);
  EXPECT_TRUE(limit.pass(start));
  int passed = 0;
  for (int i = 0; i < 10; ++i) {
    passed += limit.pass(start + 24h).has_value();
  }
  EXPECT_EQ(passed, 2);
}

TEST(RateLimit, TheEndOfALineHasTheNumberOfRefusedLines)
{
  EXPECT_EQ(base::and_as_many_unsaid(0), "");
  EXPECT_EQ(base::and_as_many_unsaid(7), " (7 more like this were not logged)");
}

}  // namespace
