// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tests rx/operators/with_latest_from.hpp.

#include <gtest/gtest.h>

#include <string>
#include <tuple>
#include <vector>

#include "operators_test.hpp"

namespace
{

TEST(WithLatestFrom, Items)
{
  marbles m;
  auto second = [](char, char b) { return b; };
  auto source = m.cold("-1---2--3--4|");
  EXPECT_EQ(m.of(source.with_latest_from(second, m.cold("---a--b--c|"))), "-----a--b--c|");
  EXPECT_EQ(m.of(source.with_latest_from(second, m.cold("---a--X"))), "-----aX");
  EXPECT_EQ(m.of(source.with_latest_from(second, m.cold("-|"))), "------------|");
}

TEST(WithLatestFrom, TuplesOfSeveral)
{
  rx::subject<int> a;
  rx::subject<std::string> b;
  rx::subject<double> c;
  std::vector<std::tuple<int, std::string, double>> got;
  a.get_observable()
    .with_latest_from(b.get_observable(), c.get_observable())
    .subscribe([&](const auto & t) { got.push_back(t); });
  a.on_next(1);
  b.on_next("b");
  a.on_next(2);
  c.on_next(0.5);
  a.on_next(3);
  ASSERT_EQ(got.size(), 1u);
  EXPECT_EQ(got[0], (std::tuple(3, std::string("b"), 0.5)));
}

TEST(WithLatestFrom, ReleasesTheOthersAtTheEnd)
{
  rx::subject<int> a, b;
  a.get_observable().with_latest_from(b.get_observable()).subscribe([](auto) {});
  EXPECT_TRUE(b.has_observers());
  a.on_completed();
  EXPECT_FALSE(b.has_observers());
}

TEST(JoinWithLatestFrom, Tuples)
{
  rx::subject<int> a;
  std::vector<std::tuple<int, int>> got;
  a.get_observable().join_with_latest_from(rx::observable<>::just(7)).subscribe([&](auto t) {
    got.push_back(t);
  });
  a.on_next(1);
  EXPECT_EQ(got, (std::vector{std::tuple(1, 7)}));
}

}  // namespace
