// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tests rx/operators/reduce.hpp.

#include <gtest/gtest.h>

#include <functional>

#include "operators_test.hpp"

namespace
{

TEST(Reduce, ReduceCountSumAverageMinMax)
{
  const ints three = rx::observable<>::just(2, 1, 3);
  const ints none = rx::observable<>::empty<int>();
  EXPECT_EQ(text_of(ints(three.reduce(10, std::plus<>(), [](int sum) { return -sum; }))), "-16 |");
  EXPECT_EQ(text_of(ints(three.count().map([](auto n) { return static_cast<int>(n); }))), "3 |");
  EXPECT_EQ(text_of(ints(three.sum())), "6 |");
  EXPECT_EQ(text_of(ints(three.min())), "1 |");
  EXPECT_EQ(text_of(ints(three.max())), "3 |");
  EXPECT_EQ(text_of(ints(three.max(std::greater<>()))), "1 |");
  EXPECT_EQ(
    text_of(ints(three.take(2).average().map([](double d) { return static_cast<int>(d * 10); }))),
    "15 |");
  EXPECT_EQ(text_of(ints(none.sum())), "X rx::sum: there is no item");
  EXPECT_EQ(text_of(ints(none.min())), "X rx::min: there is no item");
  EXPECT_EQ(text_of(ints(none.reduce(7, std::plus<>()))), "7 |");
  int copies = -1;
  rx::observable<>::just(1, 2)
    .reduce(tracked(0), [](tracked t, int) { return t; })
    .subscribe([&](const tracked & t) { copies = t.copies; });
  EXPECT_EQ(copies, 0);
}

}  // namespace
