// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tests rx/operators/map.hpp.

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <tuple>
#include <utility>

#include "operators_test.hpp"

namespace
{

TEST(Map, Items)
{
  marbles m;
  EXPECT_EQ(m.of(m.cold("-a-b-|") | map(upper)), "-A-B-|");
  EXPECT_EQ(m.of(m.cold("-a-X") | transform(upper)), "-A-X");
  EXPECT_EQ(m.of(m.cold("(ab|)").map(upper)), "(AB|)");
}

TEST(Map, CopiesAndMoves)
{
  auto by_value = [](auto s) { return s.map([](tracked t) { return t; }); };
  EXPECT_EQ(through(by_value, true).copies, 0);
  EXPECT_EQ(through(by_value, false).copies, 1);
  auto by_reference = [](auto s) {
    return s.map([](const tracked & t) -> const tracked & { return t; });
  };
  EXPECT_EQ(through(by_reference, true).copies, 0);
  EXPECT_EQ(through(by_reference, false).copies, 0);
  EXPECT_EQ(through(by_reference, false).moves, 0);
}

TEST(Map, MoveOnlyItemsAndFunctions)
{
  rx::subject<std::unique_ptr<int>> source;
  int got = 0;
  auto one = std::make_unique<int>(1);
  (source.get_observable() | map([one = std::move(one)](std::unique_ptr<int> p) {
     *p += *one;
     return p;
   }) |
   filter([](const std::unique_ptr<int> & p) { return *p > 0; }) | take(5))
    .subscribe([&](std::unique_ptr<int> p) { got = *p; });
  source.on_next(std::make_unique<int>(41));
  EXPECT_EQ(got, 42);
}

TEST(Map, CallsAGenericFunctionWithItsOwnItemsOnly)
{
  std::string got;
  (rx::observable<>::just(std::make_tuple(1, 2)) |
   map([](const auto & pair) { return std::get<0>(pair) + std::get<1>(pair); }) |
   filter([](int sum) { return sum > 0; }) | map([](int sum) { return std::to_string(sum); }))
    .subscribe([&](const std::string & text) { got = text; });
  EXPECT_EQ(got, "3");
}

TEST(Map, ReturnsReferencesToMembers)
{
  struct Pose
  {
    std::string frame;
  };
  std::string got;
  rx::observable<>::just(Pose{"map"}).map(&Pose::frame).subscribe([&](const std::string & f) {
    got = f;
  });
  EXPECT_EQ(got, "map");
}

}  // namespace
