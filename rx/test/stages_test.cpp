// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tests What holds for every operator that looks at one item at a time.

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "count_allocations.hpp"
#include "operators_test.hpp"

namespace
{

TEST(Stages, NeedNoHeap)
{
  int sum = 0;
  const long before = allocations();
  (rx::observable<>::range(1, 10) | map([](int i) { return i * 2; }) |
   filter([](int i) { return i % 4 == 0; }) | scan(0, [](int a, int b) { return a + b; }) |
   tap([](int) {}) | start_with(1) | distinct_until_changed() |
   take_while([](int i) { return i < 1000; }) | take(10))
    .subscribe([&](int i) { sum += i; });
  EXPECT_EQ(allocations() - before, 0);
  EXPECT_EQ(sum, 1 + 4 + 12 + 24 + 40 + 60);
}

// snippet reuse
TEST(Stages, AFunctionOfPipesIsAnOperator)
{
  auto clamp_and_smooth = [](auto source) {
    return source.map([](double v) { return std::min(v, 1.0); })
      .scan(0.0, [](double acc, double v) { return 0.5 * acc + 0.5 * v; });
  };
  std::vector<double> got;
  (rx::observable<>::just(1.0, 5.0) | clamp_and_smooth).subscribe([&](double v) {
    got.push_back(v);
  });
  EXPECT_EQ(got, (std::vector{0.5, 0.75}));
}

}  // namespace
