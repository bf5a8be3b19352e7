// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tests Streams that subscribe to themselves.

#include <gtest/gtest.h>

#include <exception>
#include <functional>
#include <string>

#include "operators_test.hpp"

namespace
{

// A stream that subscribes to itself. The first ones emit nothing, because an item passes through
// all the others.
ints counting_from(int n, int last)
{
  return rx::observable<>::just(n)
    .filter([last](int i) { return i + 1000 > last; })
    .concat(rx::observable<>::defer([n, last]() -> ints {
      return n < last ? counting_from(n + 1, last) : ints(rx::observable<>::empty<int>());
    }));
}

ints falling_from(int n)
{
  return rx::observable<>::just(n).flat_map(
    [](int i) -> ints { return i > 0 ? falling_from(i - 1) : ints(rx::observable<>::just(0)); });
}

TEST(Nesting, AStreamThatSubscribesToItselfIsAnErrorBeforeTheStackIsFull)
{
  EXPECT_EQ(counting_from(1, 1000).as_blocking().count(), 1000u);
  EXPECT_EQ(falling_from(1000).as_blocking().last(), 0);
  EXPECT_THROW(counting_from(1, 1'000'000).as_blocking().count(), rx::nesting_error);
  EXPECT_THROW(falling_from(1'000'000).as_blocking().last(), rx::nesting_error);
  EXPECT_EQ(counting_from(1, 1000).take(500).as_blocking().last(), 500);
}

TEST(Nesting, AlsoIfEachStreamBeginsLater)
{
  auto clock = new_clock();
  unsigned streams = 0;
  std::function<rx::observable<long>()> ticks = [&] {
    ++streams;
    return rx::observable<>::timer(1ms, clock)
      .ignore_elements()
      .concat(rx::observable<>::defer([&] { return ticks(); }))
      .as_dynamic();
  };
  std::string error;
  ticks().subscribe([](long) {}, [&](std::exception_ptr e) { error = rx::what(e); });
  clock->run();
  EXPECT_EQ(streams, rx::detail::deepest_nesting + 1);
  EXPECT_NE(error.find("nested in each other"), std::string::npos) << error;
}

TEST(Nesting, AStreamThatASubscriberStartsIsNotNested)
{
  auto clock = new_clock();
  int rounds = 0;
  std::function<void()> begin = [&] {
    rx::observable<>::just(1)
      .concat(rx::observable<>::timer(1ms, clock).map([](long) { return 2; }))
      .subscribe([&](int i) {
        if (i == 2 && ++rounds < 10'000) {
          begin();
        }
      });
  };
  begin();
  clock->run();
  EXPECT_EQ(rounds, 10'000);
}

}  // namespace
