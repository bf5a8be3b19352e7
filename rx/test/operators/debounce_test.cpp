// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tests rx/operators/debounce.hpp.

#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>

#include "operators_test.hpp"

namespace
{

TEST(Debounce, EmitsTheLastItemOfABurst)
{
  marbles m;
  const auto of = [&](const char * diagram) {
    return drawn(m, cold(m, diagram).debounce(m.frames(3)));
  };
  EXPECT_EQ(of("-a-b-c--------d-|"), "--------c-------(d|)");
  EXPECT_EQ(of("a|"), "-(a|)") << "the end lets it out";
  EXPECT_EQ(of("-a-X"), "---X");
  EXPECT_EQ(of("-a--b--c--d-----|"), "----a--b--c--d--|");
  EXPECT_THROW(debounce(0ms), std::invalid_argument);
}

TEST(Debounce, ItemsAreMovedAndDisposalWithinOneStops)
{
  auto clock = new_clock();
  rx::subject<std::unique_ptr<int>> source;
  int got = 0;
  rx::subscription stream;
  stream = source.get_observable().debounce(1ms, clock).subscribe([&](std::unique_ptr<int> p) {
    got += *p;
    source.on_next(std::make_unique<int>(10));  // caused by the subscriber: waits for its turn
    if (got > 10) {
      stream.dispose();
    }
  });
  source.on_next(std::make_unique<int>(1));
  clock->run();
  EXPECT_EQ(got, 11);
  EXPECT_FALSE(source.has_observers());
}

TEST(Audit, EmitsTheLatestItemOnePeriodAfterTheFirst)
{
  marbles m;
  EXPECT_EQ(drawn(m, cold(m, "-a-b-c--------d-|").audit(m.frames(3))), "----b---c-------(d|)");
  EXPECT_EQ(drawn(m, cold(m, "-aX").audit(m.frames(3))), "--X");
}

}  // namespace
