// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tests rx/operators/distinct_until_changed.hpp.

#include <gtest/gtest.h>

#include "operators_test.hpp"

namespace
{

TEST(DistinctUntilChanged, Items)
{
  marbles m;
  EXPECT_EQ(m.of(m.cold("-a-a-b-b-a|").distinct_until_changed()), "-a---b---a|");
  auto same_letter = [](char a, char b) { return upper(a) == upper(b); };
  EXPECT_EQ(m.of(m.cold("-a-A-b|").distinct_until_changed(same_letter)), "-a---b|");
}

TEST(DistinctUntilChanged, MakesOneCopyOfTheKeptItem)
{
  auto pipe = [](auto s) { return s.distinct_until_changed(); };
  EXPECT_EQ(through(pipe, true).copies + through(pipe, true).moves, 0) << "the item itself goes on";
}

}  // namespace
