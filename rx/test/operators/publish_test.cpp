// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tests rx/operators/publish.hpp.

#include <gtest/gtest.h>

#include <vector>

#include "operators_test.hpp"

namespace
{

TEST(Publish, ConnectsOnRequest)
{
  rx::subject<int> source;
  auto shared = source.get_observable().publish();
  recorder<int> first, second;
  shared.subscribe(first.observer());
  EXPECT_FALSE(source.has_observers());
  auto connection = shared.connect();
  EXPECT_TRUE(connection.is_subscribed());
  EXPECT_EQ(shared.connect(), connection) << "connected already";
  source.on_next(1);
  shared.map([](int i) { return i; }).subscribe(second.observer());
  source.on_next(2);
  EXPECT_EQ(first.items, (std::vector{1, 2}));
  EXPECT_EQ(second.items, (std::vector{2}));
  connection.dispose();
  EXPECT_FALSE(source.has_observers());
  shared.connect();
  source.on_next(3);
  source.on_completed();
  EXPECT_EQ(first.items.back(), 3);
  EXPECT_EQ(first.completions, 1);
}

TEST(Publish, RefCountAndForever)
{
  rx::subject<int> source;
  auto counted = source.get_observable().publish() | ref_count();
  recorder<int> r;
  auto a = counted.subscribe(r.observer());
  auto b = counted.subscribe([](int) {});
  EXPECT_TRUE(source.has_observers());
  a.dispose();
  EXPECT_TRUE(source.has_observers());
  b.dispose();
  EXPECT_FALSE(source.has_observers());
  counted.subscribe(r.observer());
  source.on_next(1);
  EXPECT_EQ(r.items, (std::vector{1}));
  rx::subject<int> other;
  auto forever = other.get_observable().publish() | connect_forever();
  forever.subscribe([](int) {}).dispose();
  EXPECT_TRUE(other.has_observers());
  recorder<int> cold;
  rx::observable<>::just(1, 2).publish().ref_count().subscribe(cold.observer());
  EXPECT_EQ(cold.items, (std::vector{1, 2}));
  EXPECT_EQ(cold.completions, 1);
}

TEST(Replay, AndPublishWithAnInitialItem)
{
  auto clock = new_clock();
  rx::subject<int> source;
  auto last_two = source.get_observable().replay(2) | connect_forever();
  auto young = source.get_observable().replay(10, 5ms, clock) | connect_forever();
  auto latest = source.get_observable().publish(0) | connect_forever();
  last_two.subscribe();
  young.subscribe();
  recorder<int> early, a, b, c;
  latest.subscribe(early.observer());
  for (int i = 1; i <= 4; ++i) {
    source.on_next(i);
    clock->advance_by(3ms);
  }
  last_two.subscribe(a.observer());
  young.subscribe(b.observer());
  latest.subscribe(c.observer());
  EXPECT_EQ(a.items, (std::vector{3, 4}));
  EXPECT_EQ(b.items, (std::vector{4}));
  EXPECT_EQ(c.items, (std::vector{4}));
  EXPECT_EQ(early.items, (std::vector{0, 1, 2, 3, 4}));
}

}  // namespace
