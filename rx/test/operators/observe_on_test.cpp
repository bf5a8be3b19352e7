// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tests rx/operators/observe_on.hpp.

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "operators_test.hpp"

namespace
{

// A hand-over within one thread: the consumer runs when the clock is advanced.
struct hand_over
{
  std::shared_ptr<rx::schedulers::virtual_time> clock = new_clock();
  rx::subject<int> source;
  recorder<int> r;

  template <class... Options>
  rx::hand_over_statistics run(int n, Options... options)
  {
    auto hop = observe_on(clock, options...);
    (source.get_observable() | hop).subscribe(r.observer());
    for (int i = 1; i <= n; ++i) {
      source.on_next(i);
    }
    source.on_completed();
    EXPECT_FALSE(r.ended()) << "nothing passes before the consumer's turn";
    clock->run();
    EXPECT_TRUE(r.ended());
    return hop.statistics();
  }
};

TEST(ObserveOn, Latest)
{
  hand_over h;
  const auto s = h.run(5, rx::overflow::latest);
  EXPECT_EQ(h.r.items, (std::vector{5}));
  EXPECT_EQ(s.delivered, 1u);
  EXPECT_EQ(s.dropped, 4u);
  EXPECT_EQ(h.r.completions, 1);
}

TEST(ObserveOn, DropOldest)
{
  hand_over h;
  const auto s = h.run(5, rx::overflow::drop_oldest, 3);
  EXPECT_EQ(h.r.items, (std::vector{3, 4, 5}));
  EXPECT_EQ(s.dropped, 2u);
}

TEST(ObserveOn, DropNewest)
{
  hand_over h;
  const auto s = h.run(5, rx::overflow::drop_newest, 3);
  EXPECT_EQ(h.r.items, (std::vector{1, 2, 3}));
  EXPECT_EQ(s.delivered, 3u);
  EXPECT_EQ(s.dropped, 2u);
}

TEST(ObserveOn, Error)
{
  hand_over h;
  const auto s = h.run(5, rx::overflow::error, 3);
  EXPECT_EQ(h.r.items, (std::vector{1, 2, 3}));
  EXPECT_NE(h.r.error.find("no room"), std::string::npos) << h.r.error;
  EXPECT_EQ(h.r.completions, 0);
  EXPECT_EQ(s.dropped, 1u);
  EXPECT_FALSE(h.source.has_observers());
}

TEST(ObserveOn, BlockOnItsOwnThreadDrainsInsteadOfWaiting)
{
  auto clock = new_clock();
  std::vector<int> got;
  rx::observable<>::range(1, 10).observe_on(clock, rx::overflow::block, 4).subscribe([&](int i) {
    got.push_back(i);
  });
  EXPECT_GE(got.size(), 4u);
  clock->run();
  EXPECT_EQ(got, (std::vector{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}));
}

TEST(ObserveOn, BlockGivesUpAfterItsTimeout)
{
  rx::schedulers::run_loop loop;  // no code dispatches it
  rx::subject<int> source;
  recorder<int> r;
  source.get_observable()
    .observe_on(loop.get_environment(), rx::overflow::block, 1, 2ms)
    .subscribe(r.observer());
  source.on_next(1);
  source.on_next(2);
  EXPECT_FALSE(source.has_observers());
  while (loop.dispatch()) {
  }
  EXPECT_EQ(r.items, (std::vector{1}));
  EXPECT_NE(r.error.find("in time"), std::string::npos) << r.error;
}

TEST(ObserveOn, ErrorsOfTheSourceFollowTheQueuedItems)
{
  auto clock = new_clock();
  rx::subject<int> source;
  recorder<int> r;
  source.get_observable().observe_on(clock).subscribe(r.observer());
  source.on_next(1);
  source.on_error(std::make_exception_ptr(std::runtime_error("x")));
  EXPECT_TRUE(r.items.empty());
  clock->run();
  EXPECT_EQ(r.items, (std::vector{1}));
  EXPECT_EQ(r.error, "x");
}

TEST(ObserveOn, MovesMoveOnlyItems)
{
  auto clock = new_clock();
  rx::subject<std::unique_ptr<int>> source;
  int got = 0;
  source.get_observable().observe_on(clock).subscribe([&](std::unique_ptr<int> p) { got = *p; });
  source.on_next(std::make_unique<int>(3));
  clock->run();
  EXPECT_EQ(got, 3);
  EXPECT_THROW(observe_on(clock, rx::overflow::block, 0), std::invalid_argument);
  EXPECT_THROW(observe_on(rx::environment()), std::invalid_argument);
}

TEST(ObserveOn, CountsEachItemThatItDelivers)
{
  auto clock = new_clock();
  rx::subject<int> source;
  auto hop = observe_on(clock, rx::overflow::drop_oldest, 3);
  std::vector<std::uint64_t> counts;
  (source.get_observable() | hop).subscribe([&](int) {
    counts.push_back(hop.statistics().delivered);
  });
  for (int i = 0; i < 5; ++i) {
    source.on_next(i);
  }
  clock->run();
  EXPECT_EQ(counts, (std::vector<std::uint64_t>{1, 2, 3})) << "a slow subscriber sees no progress";
  EXPECT_EQ(hop.statistics().delivered, 3);
  EXPECT_EQ(hop.statistics().dropped, 2);
}

TEST(ObserveOn, ReportsTheFirstItemThatItDrops)
{
  for (const auto policy : {rx::overflow::drop_oldest, rx::overflow::drop_newest}) {
    const reports reported;
    hand_over().run(3, policy, 2);
    ASSERT_EQ(reports::texts().size(), 1u);
    EXPECT_EQ(
      reports::texts().front().rfind("observe_on has dropped 1 item: its queue of 2 was full", 0),
      0u)
      << reports::texts().front();
  }
}

TEST(ObserveOn, SumsUpDroppedItemsAtALowRate)
{
  const reports reported;
  hand_over().run(202, rx::overflow::drop_oldest, 2);
  ASSERT_EQ(reports::texts().size(), 3u);
  EXPECT_NE(reports::texts().back().find("has dropped 100 items"), std::string::npos);
}

TEST(ObserveOn, KeepsSilentIfOnlyTheLatestItemIsWanted)
{
  const reports reported;
  hand_over().run(100, rx::overflow::latest);
  hand_over().run(100, rx::overflow::drop_oldest, 1);
  hand_over().run(100, rx::overflow::block, 100);
  EXPECT_TRUE(reports::texts().empty());
}

TEST(ObserveOn, KeepsTheNameOfItsSource)
{
  const reports reported;
  const auto clock = new_clock();
  const auto named = rx::environment(clock).named(std::make_shared<test_name>("clock"));
  (rx::sources::interval(1ms, named) | observe_on(clock) | rx::operators::take(3))
    .subscribe([](long) { throw std::runtime_error("late"); });
  clock->advance_by(5ms);
  EXPECT_EQ(reports::texts(), std::vector<std::string>{"stream: late (clock)"});
}

}  // namespace
