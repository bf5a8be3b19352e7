// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tests rx/operators/pairwise.hpp.

#include <gtest/gtest.h>

#include <tuple>

#include "operators_test.hpp"

namespace
{

TEST(Pairwise, Items)
{
  EXPECT_EQ(
    text_of(ints(rx::observable<>::just(1, 2, 4).pairwise().map(
      [](auto t) { return std::get<1>(t) - std::get<0>(t); }))),
    "1 2 |");
}

}  // namespace
