// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tests rx/operators/zip.hpp.

#include <gtest/gtest.h>

#include <memory>
#include <tuple>
#include <vector>

#include "operators_test.hpp"

namespace
{

TEST(Zip, PairsItemsInOrder)
{
  marbles m;
  const auto both = [&](const char * a, const char * b) {
    return drawn(m, cold(m, a).zip(later, cold(m, b)));
  };
  EXPECT_EQ(both("-a-a-a|", "---b-----c-d|"), "---b-----c-(d|)");
  EXPECT_EQ(both("-a|", "---b-----c-d|"), "---(b|)") << "nothing can find a partner any more";
  EXPECT_EQ(both("-a-X", "---"), "---X");
  EXPECT_EQ(both("|", "-b"), "|");
  std::vector<std::tuple<int, char>> got;
  rx::observable<>::just(1, 2).zip(rx::observable<>::just('a', 'b', 'c')).subscribe([&](auto t) {
    got.push_back(t);
  });
  EXPECT_EQ(got, (std::vector{std::tuple(1, 'a'), std::tuple(2, 'b')}));
}

TEST(Zip, MovesItemsAndKeepsManyInOrder)
{
  rx::subject<std::unique_ptr<int>> a;
  rx::subject<int> b;
  std::vector<int> got;
  a.get_observable()
    .zip([](std::unique_ptr<int> p, int i) { return *p * 1000 + i; }, b.get_observable())
    .subscribe([&](int i) { got.push_back(i); });
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < 20; ++i) {
      a.on_next(std::make_unique<int>(i));
    }
    for (int i = 0; i < 20; ++i) {
      b.on_next(i);
    }
  }
  ASSERT_EQ(got.size(), 60u);
  for (int i = 0; i < 60; ++i) {
    EXPECT_EQ(got[i], i % 20 * 1001);
  }
}

}  // namespace
