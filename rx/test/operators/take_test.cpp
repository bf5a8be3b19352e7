// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tests rx/operators/take.hpp.

#include <gtest/gtest.h>

#include <vector>

#include "operators_test.hpp"

namespace
{

TEST(Take, Items)
{
  marbles m;
  EXPECT_EQ(m.of(m.cold("-a-b-c-|").take(2)), "-a-(b|)");
  EXPECT_EQ(m.of(m.cold("-a|").take(2)), "-a|");
  EXPECT_EQ(m.of(m.cold("-a-X").take(1)), "-(a|)");
}

TEST(Take, ReleasesTheSourceWithTheLastItem)
{
  rx::subject<int> source;
  bool released = false;
  auto stream = source.get_observable().take(1).subscribe([](int) {}, [&] { released = true; });
  source.on_next(1);
  EXPECT_TRUE(released);
  EXPECT_FALSE(source.has_observers());
  EXPECT_FALSE(stream.is_subscribed());
}

TEST(Take, NoneDoesNotSubscribe)
{
  bool subscribed = false;
  recorder<int> r;
  rx::observable<>::create<int>([&](auto) { subscribed = true; }).take(0).subscribe(r.observer());
  EXPECT_FALSE(subscribed);
  EXPECT_EQ(r.completions, 1);
}

TEST(Take, StopsAnEndlessLoop)
{
  recorder<int> r;
  rx::observable<>::range(0, 2000000000).take(3).subscribe(r.observer());
  EXPECT_EQ(r.items, (std::vector{0, 1, 2}));
  EXPECT_EQ(r.completions, 1);
}

TEST(Take, ReentrantItemsDoNotExceedIt)
{
  rx::subject<int> source;
  recorder<int> r;
  r.during = [&](int i) {
    if (i < 10) {
      source.on_next(i + 1);
    }
  };
  source.get_observable().take(2).subscribe(r.observer());
  source.on_next(1);
  EXPECT_EQ(r.items, (std::vector{1, 2}));
  EXPECT_EQ(r.completions, 1);
}

}  // namespace
