// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tests rx/operators/scan.hpp.

#include <gtest/gtest.h>

#include <algorithm>

#include "operators_test.hpp"

namespace
{

TEST(Scan, Items)
{
  marbles m;
  auto latest = [](char a, char b) { return std::max(a, b); };
  EXPECT_EQ(m.of(m.cold("-b-a-c|").scan('0', latest)), "-b-b-c|");
}

TEST(Scan, TheAccumulatorIsMovedNotCopied)
{
  int copies = -1;
  rx::observable<>::just(1, 2, 3)
    .scan(
      tracked(0),
      [](tracked acc, int i) {
        acc.value += i;
        return acc;
      })
    .subscribe([&](const tracked & t) { copies = t.copies; });
  EXPECT_EQ(copies, 0);
}

}  // namespace
