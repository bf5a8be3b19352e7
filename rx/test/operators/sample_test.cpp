// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tests rx/operators/sample.hpp.

#include <gtest/gtest.h>

#include <exception>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "operators_test.hpp"

namespace
{

TEST(SampleWhen, EmitsTheLatestItemWhenTheOtherStreamEmits)
{
  marbles m;
  EXPECT_EQ(drawn(m, cold(m, "-a-bc----d|").sample(m.cold("--x--x-x--x|"))), "--a--c----(d|)");
  EXPECT_EQ(drawn(m, cold(m, "-a-b").sample(m.cold("--X"))), "--X");
  EXPECT_EQ(drawn(m, cold(m, "-ab-|").sample(m.frames(2))), "--a-(b|)");
}

TEST(SampleLatest, RepeatsAndEmitsNothingBeforeTheFirst)
{
  marbles m;
  // frames:           0123456789ABCDEF
  auto source = m.cold("-a-----bc-----|");
  EXPECT_EQ(m.of(source.sample_latest(m.frames(3))), "---a--a--c--c-|");
  EXPECT_EQ(m.of(source.sample_with_time(m.frames(3))), "---a-----c----|");
  EXPECT_EQ(m.of(m.cold("-a--X").sample_latest(m.frames(3))), "---aX");
  EXPECT_EQ(m.of(m.cold("|").sample_latest(m.frames(3))), "|");
  EXPECT_EQ(m.of(m.cold("a-----").sample_latest(m.frames(2)).take(2)), "a-(a|)");
  EXPECT_THROW(sample_latest(0s), std::invalid_argument);
}

TEST(SampleLatest, DisposalStopsTicksAndSource)
{
  auto clock = new_clock();
  rx::subject<int> source;
  auto alive = std::make_shared<int>(0);
  rx::subscription stream;
  stream = source.get_observable().sample_latest(1ms, clock).subscribe([&, alive](int) {
    if (++*alive == 2) {
      stream.dispose();
    }
  });
  source.on_next(1);
  clock->advance_by(10ms);
  EXPECT_EQ(*alive, 2);
  EXPECT_EQ(alive.use_count(), 1);
  EXPECT_TRUE(clock->empty());
  EXPECT_FALSE(source.has_observers());
}

TEST(SampleLatest, ErrorsOfSourceAndSubscriber)
{
  auto clock = new_clock();
  rx::subject<int> source;
  std::string error;
  source.get_observable()
    .sample_latest(1ms, clock)
    .subscribe(
      [](int) { throw std::runtime_error("subscriber"); },
      [&](std::exception_ptr e) { error = rx::what(e); });
  source.on_next(1);
  clock->advance_by(2ms);
  EXPECT_EQ(error, "subscriber");
  EXPECT_FALSE(source.has_observers());
  EXPECT_TRUE(clock->empty());
}

TEST(SampleLatest, RepeatsWithoutCopying)
{
  auto clock = new_clock();
  rx::subject<tracked> source;
  std::vector<int> copies;
  source.get_observable().sample_latest(1ms, clock).subscribe([&](const tracked & t) {
    copies.push_back(t.copies);
  });
  source.on_next(tracked(1));
  clock->advance_by(3ms);
  EXPECT_EQ(copies, (std::vector{0, 0, 0, 0}));
}

TEST(SampleWithTime, MoveOnlyItems)
{
  auto clock = new_clock();
  rx::subject<std::unique_ptr<int>> source;
  int got = 0;
  source.get_observable().sample_with_time(1ms, clock).subscribe([&](std::unique_ptr<int> p) {
    got += *p;
  });
  source.on_next(std::make_unique<int>(1));
  source.on_next(std::make_unique<int>(2));
  clock->advance_by(5ms);
  EXPECT_EQ(got, 2);
}

}  // namespace
