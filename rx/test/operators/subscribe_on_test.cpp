// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tests rx/operators/subscribe_on.hpp.

#include <gtest/gtest.h>

#include <stdexcept>
#include <vector>

#include "operators_test.hpp"

namespace
{

TEST(SubscribeOn, StartsTheSourceThere)
{
  auto clock = new_clock();
  recorder<int> r;
  auto stream = rx::observable<>::just(1).subscribe_on(clock).subscribe(r.observer());
  EXPECT_TRUE(r.items.empty());
  clock->run();
  EXPECT_EQ(r.items, (std::vector{1}));
  EXPECT_EQ(r.completions, 1);
  recorder<long> ticks;
  rx::observable<>::interval(1ms).take(2).subscribe_on(clock).subscribe(ticks.observer());
  clock->run();
  EXPECT_EQ(ticks.items, (std::vector{1L, 2L})) << "a source without an environment uses it";
  recorder<int> none;
  auto disposed = rx::observable<>::just(1).subscribe_on(clock).subscribe(none.observer());
  disposed.dispose();
  EXPECT_FALSE(none.observer_exists());
  clock->run();
  EXPECT_TRUE(none.items.empty());
  EXPECT_THROW(subscribe_on(rx::environment()), std::invalid_argument);
}

TEST(DelaySubscription, Items)
{
  marbles m;
  EXPECT_EQ(drawn(m, cold(m, "1-2|").delay_subscription(m.frames(3))), "---1-2|");
}

}  // namespace
