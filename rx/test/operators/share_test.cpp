// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tests rx/operators/share.hpp.

#include <gtest/gtest.h>

#include <vector>

#include "operators_test.hpp"

namespace
{

TEST(Share, OneSubscriptionToTheSource)
{
  int running = 0, runs = 0;
  rx::subject<int> subject;
  auto source = rx::observable<>::create<int>([&](rx::subscriber<int> s) {
    ++running;
    ++runs;
    s.add([&] { --running; });
    s.add(subject.get_observable().subscribe(s));
  });
  auto shared = source.share();
  EXPECT_EQ(runs, 0);
  recorder<int> r1, r2;
  auto s1 = shared.subscribe(r1.observer());
  subject.on_next(1);
  auto s2 = shared.map([](int i) { return i; }).subscribe(r2.observer());
  subject.on_next(2);
  EXPECT_EQ(running, 1);
  EXPECT_EQ(r1.items, (std::vector{1, 2}));
  EXPECT_EQ(r2.items, (std::vector{2}));
  s1.dispose();
  EXPECT_EQ(running, 1);
  s2.dispose();
  EXPECT_EQ(running, 0);
  auto s3 = shared.subscribe(r1.observer());
  EXPECT_EQ(running, 1);
  EXPECT_EQ(runs, 2);
  subject.on_completed();
  EXPECT_EQ(r1.completions, 1);
  EXPECT_EQ(running, 0);
}

TEST(Share, LateSubscribersStartWithTheLastItems)
{
  rx::subject<int> subject;
  auto shared = subject.get_observable().share_replay(2);
  recorder<int> r1, r2, r3;
  auto s1 = shared.subscribe(r1.observer());
  for (int i = 1; i <= 3; ++i) {
    subject.on_next(i);
  }
  auto s2 = shared.subscribe(r2.observer());
  subject.on_next(4);
  EXPECT_EQ(r1.items, (std::vector{1, 2, 3, 4}));
  EXPECT_EQ(r2.items, (std::vector{2, 3, 4}));
  s1.dispose();
  s2.dispose();
  EXPECT_FALSE(subject.has_observers());
  auto s3 = shared.subscribe(r3.observer());
  subject.on_next(5);
  EXPECT_EQ(r3.items, std::vector{5});  // a new session remembers nothing of the former
  s3.dispose();
}

TEST(Share, SourceThatEndsAtOnceRunsForEachSubscriber)
{
  auto shared = rx::observable<>::just(1, 2).share();
  for (int i = 0; i < 2; ++i) {
    recorder<int> r;
    shared.subscribe(r.observer());
    EXPECT_EQ(r.items, (std::vector{1, 2}));
    EXPECT_EQ(r.completions, 1);
  }
}

}  // namespace
