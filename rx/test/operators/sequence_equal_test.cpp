// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tests rx/operators/sequence_equal.hpp.

#include <gtest/gtest.h>

#include <stdexcept>

#include "operators_test.hpp"

namespace
{

TEST(SequenceEqual, EmitsAsSoonAsTheResultIsKnown)
{
  const auto equal = [](ints a, ints b) {
    return text_of(rx::observable<bool>(a.sequence_equal(b)));
  };
  const auto numbers = [](int n) { return ints(rx::observable<>::range(1, n)); };
  EXPECT_EQ(equal(numbers(3), numbers(3)), "true |");
  EXPECT_EQ(equal(numbers(3), numbers(4)), "false |");
  EXPECT_EQ(equal(numbers(4), numbers(3)), "false |");
  EXPECT_EQ(
    equal(
      rx::observable<>::never<int>().start_with(1), rx::observable<>::never<int>().start_with(2)),
    "false |");
  EXPECT_EQ(equal(numbers(1), rx::observable<>::error<int>(std::runtime_error("x"))), "X x");
}

TEST(SequenceEqual, TakesACoordination)
{
  const auto numbers = rx::observable<>::range(1, 3);
  const auto here = rx::identity_current_thread();
  EXPECT_TRUE(numbers.sequence_equal(numbers, here).as_blocking().first());
  EXPECT_TRUE(numbers.sequence_equal(numbers, std::equal_to<>(), here).as_blocking().first());
}

}  // namespace
