// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Spans, waits, counts and windows at the ends of their ranges.

#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "timed_test.hpp"

namespace
{

TEST(Saturation, SumsAndDifferencesOfTimesStayWithinTheirRange)
{
  using rx::saturated_add;
  using rx::saturated_difference;
  constexpr rx::time_point first = rx::time_point::min();
  constexpr rx::time_point never = rx::time_point::max();
  constexpr rx::time_point zero;
  EXPECT_EQ(saturated_add(zero, 1s), zero + 1s);
  EXPECT_EQ(saturated_add(zero - 1h, rx::duration::max()), never);
  EXPECT_EQ(saturated_add(never, -1h), never);
  EXPECT_EQ(saturated_add(zero - 1h, rx::duration::min()), first);
  EXPECT_EQ(saturated_difference(never, first), rx::duration::max());
  EXPECT_EQ(saturated_difference(first, never), rx::duration::min());
  EXPECT_EQ(saturated_difference(zero + 1s, zero), 1s);
  EXPECT_EQ(rx::next_tick(zero, 10ns, zero - 1ns), zero);
  EXPECT_EQ(rx::next_tick(zero, 10ns, zero), zero + 10ns);
  EXPECT_EQ(rx::next_tick(zero, 10ns, zero + 19ns), zero + 20ns);
  EXPECT_EQ(rx::next_tick(first, 1ns, never - 2ns), never - 1ns);
  EXPECT_EQ(rx::next_tick(first, rx::duration::max(), zero), zero - 1ns + rx::duration::max());
  EXPECT_EQ(rx::next_tick(zero, rx::duration::max(), zero), never);
  const rx::moment far(std::chrono::steady_clock::time_point::max());
  EXPECT_EQ(far.due(zero, zero), never);
  EXPECT_EQ(rx::moment(first).due(zero, zero + 1s), first);
  EXPECT_EQ(rx::moment(zero + 3s).due(zero + 1h, zero + 1s), zero + 1h + 2s);
}

TEST(Waits, WithoutALimitLastUntilTheirEvent)
{
  constexpr rx::duration no_limit = rx::duration::max();
  EXPECT_EQ(rx::observable<>::timer(1ms).as_blocking(no_limit).first(), 1);
  EXPECT_EQ(rx::observable<>::timer(1ms, rx::event_loop()).as_blocking(no_limit).first(), 1);
  EXPECT_EQ((rx::observable<>::range(1, 3) | to_vector(no_limit)), (std::vector{1, 2, 3}));
  const auto in_time = []() -> rx::task<int> {
    auto seven = []() -> rx::task<int> {
      co_await rx::sleep_for(1ms);
      co_return 7;
    };
    co_return co_await rx::wait_for(seven(), rx::duration::max()) +
      (co_await rx::soft_wait_for(seven(), rx::duration::max())).value_or(0);
  };
  EXPECT_EQ(rx::run(in_time()), 14);
  EXPECT_EQ(
    (rx::observable<>::range(1, 100) |
     observe_on(rx::event_loop(), rx::overflow::block, 1, no_limit) | count())
      .as_blocking()
      .first(),
    100);
  const rx::schedulers::run_loop loop;
  rx::observable<>::timer(1ms, loop.get_environment()).subscribe([&](long) { loop.wake(); });
  loop.dispatch_for(no_limit);
  EXPECT_TRUE(loop.empty());
}

TEST(Waits, WithAnExpiredLimitGiveUpAtOnce)
{
  for (const rx::duration span : {rx::duration::min(), rx::duration(-1ns)}) {
    EXPECT_THROW(rx::observable<>::never<int>().as_blocking(span).first(), rx::timeout_error);
    EXPECT_EQ(rx::observable<>::just(1).as_blocking(span).first(), 1) << "it has ended by then";
    EXPECT_THROW(rx::run(tasks::waiting_for{span}), rx::timeout_error);
    const rx::schedulers::run_loop loop;
    loop.dispatch_for(span);
    recorder<int> seen;
    rx::observable<>::range(1, 3)
      .observe_on(loop.get_environment(), rx::overflow::block, 1, span)
      .subscribe(seen.observer());
    while (loop.dispatch()) {
    }
    EXPECT_LE(seen.items.size(), 3u);
  }
}

TEST(RetryWithBackoff, RejectsInvalidWaits)
{
  using rx::backoff;
  const auto refused = [](const backoff & b) {
    try {
      retry_with_backoff(b);
      return std::string();
    } catch (const std::invalid_argument & e) {
      return std::string(e.what());
    }
  };
  EXPECT_EQ(
    refused({.maximum = -1s}),
    "rx::retry_with_backoff: initial and maximum must be positive, and are 100000000 ns and "
    "-1000000000 ns");
  EXPECT_NE(refused({.maximum = 0s}), "");
  EXPECT_NE(refused({.initial = -1s}), "");
  EXPECT_NE(refused({.initial = 0s}), "");
  EXPECT_NE(refused({.factor = std::numeric_limits<double>::quiet_NaN()}), "");
  EXPECT_NE(refused({.factor = 0.5}), "");
  EXPECT_NE(refused({.factor = -2}), "");
  EXPECT_NE(refused({.attempts = 0}), "");
  EXPECT_EQ(refused({.factor = std::numeric_limits<double>::infinity()}), "");
}

TEST(RetryWithBackoff, GrowsUpToTheLongestSpanAndNoFurther)
{
  for (const double factor : {1e300, std::numeric_limits<double>::infinity(), 1e10}) {
    auto clock = new_clock();
    int attempts = 0;
    auto stream =
      rx::observable<>::defer([&] {
        ++attempts;
        return rx::observable<>::error<int>(std::runtime_error("busy"));
      })
        .retry_with_backoff(
          rx::backoff{.initial = 1s, .factor = factor, .maximum = rx::duration::max()}, clock)
        .subscribe([](int) {}, [](const std::exception_ptr &) {});
    clock->advance_by(1s);
    EXPECT_EQ(attempts, 2);
    clock->advance_to(rx::time_point::max());
    EXPECT_EQ(attempts, 2) << "the next wait is for ever";
    stream.dispose();
  }
}

TEST(Counts, RejectNegativeAndZeroNumbers)
{
  EXPECT_THROW(buffer(-1), std::invalid_argument);
  EXPECT_THROW(buffer(2, -1), std::invalid_argument);
  EXPECT_THROW(buffer(2L, 0), std::invalid_argument);
  EXPECT_THROW(window(-1), std::invalid_argument);
  EXPECT_THROW(window(1, -1), std::invalid_argument);
  EXPECT_THROW(buffer_with_time_or_count(1s, -1), std::invalid_argument);
  EXPECT_THROW(window_with_time_or_count(1s, -1), std::invalid_argument);
  EXPECT_THROW(take(-1), std::invalid_argument);
  EXPECT_THROW(take_last(-1), std::invalid_argument);
  EXPECT_THROW(skip(-1), std::invalid_argument);
  EXPECT_THROW(skip_last(-1), std::invalid_argument);
  EXPECT_THROW(element_at(-1), std::invalid_argument);
  EXPECT_THROW(repeat(-1), std::invalid_argument);
  EXPECT_THROW(retry(-1), std::invalid_argument);
  EXPECT_THROW(replay(-1), std::invalid_argument);
  EXPECT_THROW(replay(-1, 1s), std::invalid_argument);
  EXPECT_THROW(share_replay(-1), std::invalid_argument);
  EXPECT_THROW(rx::subjects::replay<int>(-1), std::invalid_argument);
  EXPECT_THROW(rx::subjects::replay<int>(-1, 1s), std::invalid_argument);
  EXPECT_THROW(observe_on(rx::immediate(), rx::overflow::block, -1), std::invalid_argument);
  EXPECT_THROW(
    observe_on(rx::immediate(), rx::overflow::block, ~std::size_t{0}), std::invalid_argument);
  EXPECT_THROW(flat_map([](int i) { return rx::sources::just(i); }, -1), std::invalid_argument);
  EXPECT_THROW(rx::thread_pool(-1), std::invalid_argument);
  EXPECT_THROW(rx::schedulers::thread_pool(0), std::invalid_argument);
  EXPECT_THROW(
    rx::run([]() -> rx::task<> {
      rx::listen_reliable(rx::sources::never<int>(), -1);
      co_return;
    }),
    std::invalid_argument);
  try {
    buffer(-1);
  } catch (const std::invalid_argument & e) {
    EXPECT_STREQ(e.what(), "rx::buffer: the count must be positive, and is -1");
  }
}

TEST(Counts, AcceptAnySize)
{
  constexpr auto most = std::numeric_limits<std::uint64_t>::max();
  const ints source = rx::observable<>::just(1, 2, 3);
  EXPECT_EQ(text_of(ints(source | take(most))), "1 2 3 |");
  EXPECT_EQ(text_of(ints(source | skip(most))), "|");
  EXPECT_EQ(text_of(ints(source | take_last(most))), "1 2 3 |");
  EXPECT_EQ(text_of(ints(source | skip_last(most))), "|");
  EXPECT_EQ(text_of(ints(source | buffer(most) | as_int)), "1 |");
  EXPECT_EQ(text_of(ints(source | buffer(most, 1) | as_int)), "1 1 1 |");
  EXPECT_EQ(text_of(ints(source | buffer(1, most) | as_int)), "1 |");
  EXPECT_EQ(text_of(ints(source | share_replay(most))), "1 2 3 |");
}

TEST(Windows, RejectTooManyOverlappingWindows)
{
  EXPECT_THROW(buffer_with_time(1h, 1ns), std::invalid_argument);
  EXPECT_THROW(window_with_time(1h, 1ns), std::invalid_argument);
  EXPECT_THROW(buffer_with_time(rx::duration::max(), 1s), std::invalid_argument);
  EXPECT_NO_THROW(buffer_with_time(1h, 1s));
  EXPECT_NO_THROW(buffer_with_time(1ns, 1h));
  try {
    buffer_with_time(1h, 1us);
  } catch (const std::invalid_argument & e) {
    EXPECT_STREQ(
      e.what(),
      "rx::buffer_with_time: a period of 3600000000000 ns every 1000 ns would be 3600000000 at "
      "once; "
      "at most 10000 may overlap");
  }
}

// After a jump: the previously open window, then the period that contains the clock's time.
TEST(Windows, KeepTheirPhaseAfterAJump)
{
  auto clock = new_clock();
  rx::subject<int> source;
  recorder<std::vector<int>> buffers, overlapping, apart;
  source.get_observable().buffer_with_time(10ms, clock).subscribe(buffers.observer());
  source.get_observable().buffer_with_time(20ms, 10ms, clock).subscribe(overlapping.observer());
  source.get_observable().buffer_with_time(10ms, 20ms, clock).subscribe(apart.observer());
  clock->advance_by(0s);
  source.on_next(1);
  clock->pass(std::chrono::hours(24) + 5ms);
  clock->advance_by(0s);
  EXPECT_EQ(buffers.items, (std::vector<std::vector<int>>{{1}}));
  EXPECT_EQ(overlapping.items, (std::vector<std::vector<int>>{{1}}));
  EXPECT_EQ(apart.items, (std::vector<std::vector<int>>{{1}}));
  source.on_next(2);
  clock->advance_by(5ms);
  EXPECT_EQ(buffers.items, (std::vector<std::vector<int>>{{1}, {2}}));
  EXPECT_EQ(overlapping.items, (std::vector<std::vector<int>>{{1}, {2}}));
  EXPECT_EQ(apart.items, (std::vector<std::vector<int>>{{1}, {2}}));
  source.on_next(3);
  clock->advance_by(10ms);
  EXPECT_EQ(buffers.items.back(), (std::vector<int>{3}));
  EXPECT_EQ(overlapping.items.back(), (std::vector<int>{2, 3}));
  EXPECT_EQ(apart.items.size(), 2u);
}

}  // namespace
