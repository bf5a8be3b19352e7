// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tests rx/operators/start_with.hpp.

#include <gtest/gtest.h>

#include <string>

#include "operators_test.hpp"

namespace
{

TEST(StartWith, Items)
{
  marbles m;
  EXPECT_EQ(m.of(m.cold("-a|").start_with('x', 'y')), "(xy)a|");
  EXPECT_EQ(m.of(m.cold("-a|").start_with('x', 'y').take(1)), "(x|)");
}

TEST(StartWith, EachSubscriptionAgain)
{
  auto pipe = rx::observable<>::just(std::string("b")).start_with("a");
  for (int i = 0; i < 2; ++i) {
    std::string got;
    pipe.subscribe([&](const std::string & s) { got += s; });
    EXPECT_EQ(got, "ab");
  }
}

}  // namespace
