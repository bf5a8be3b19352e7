// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The operators that look at one item at a time: map, filter, scan, take, take_while, tap,
// start_with, distinct_until_changed.

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "count_allocations.hpp"
#include "probe.hpp"
#include "rx/testing/marbles.hpp"

namespace
{

using namespace rx::operators;
using rx::testing::marbles;

char upper(char c)
{
  return static_cast<char>(std::toupper(c));
}

// Sends one tracked item through a pipe, as an rvalue or an lvalue, and returns the result.
template <class Attach>
tracked through(Attach attach, bool as_rvalue)
{
  rx::subject<tracked> source;
  tracked out(-1);
  attach(source.get_observable()).subscribe([&](auto && item) {
    out.value = item.value;
    out.copies = item.copies;
    out.moves = item.moves;
  });
  tracked item(1);
  if (as_rvalue) {
    source.on_next(std::move(item));
  } else {
    source.on_next(item);
  }
  return out;
}

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

TEST(Filter, Items)
{
  marbles m;
  EXPECT_EQ(m.of(m.cold("-a-B-c-D|").filter([](char c) { return c >= 'a'; })), "-a---c--|");
}

TEST(Filter, CopiesAndMoves)
{
  auto pipe = [](auto s) { return s.filter([](const tracked &) { return true; }); };
  EXPECT_EQ(through(pipe, true).copies + through(pipe, true).moves, 0);
  EXPECT_EQ(through(pipe, false).copies + through(pipe, false).moves, 0);
}

TEST(Scan, Items)
{
  marbles m;
  auto latest = [](char a, char b) { return std::max(a, b); };
  EXPECT_EQ(m.of(m.cold("-b-a-c|").scan('0', latest)), "-b-b-c|");
}

TEST(Scan, TheAccumulatorIsMovedNotCopied)
{
  int copies = -1;
  rx::observable<>::just(1, 2, 3)
    .scan(
      tracked(0),
      [](tracked acc, int i) {
        acc.value += i;
        return acc;
      })
    .subscribe([&](const tracked & t) { copies = t.copies; });
  EXPECT_EQ(copies, 0);
}

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

TEST(TakeWhile, Items)
{
  marbles m;
  EXPECT_EQ(m.of(m.cold("-a-b-Z-c|").take_while([](char c) { return c >= 'a'; })), "-a-b-|");
}

TEST(Tap, SeesEverythingBeforeItPasses)
{
  std::string log;
  rx::observable<>::just(1, 2)
    .tap(
      [&](int i) { log += 't' + std::to_string(i); }, [&](std::exception_ptr) { log += 'e'; },
      [&] { log += 'c'; })
    .subscribe([&](int i) { log += 's' + std::to_string(i); }, [&] { log += '|'; });
  EXPECT_EQ(log, "t1s1t2s2c|");
  log.clear();
  rx::observable<>::error<int>(std::runtime_error("x"))
    .tap([](int) {}, [&](std::exception_ptr) { log += 'e'; })
    .subscribe([](int) {}, [&](std::exception_ptr) { log += 'X'; });
  EXPECT_EQ(log, "eX");
}

TEST(Tap, ThrowingAtTheEndIsAnError)
{
  std::string error;
  rx::observable<>::empty<int>()
    .tap([](int) {}, [] { throw std::runtime_error("at the end"); })
    .subscribe([](int) {}, [&](std::exception_ptr e) { error = rx::what(e); });
  EXPECT_EQ(error, "at the end");
}

TEST(Tap, CopiesAndMoves)
{
  auto pipe = [](auto s) { return s.tap([](const tracked &) {}); };
  EXPECT_EQ(through(pipe, true).copies + through(pipe, true).moves, 0);
}

TEST(StartWith, Items)
{
  marbles m;
  EXPECT_EQ(m.of(m.cold("-a|").start_with('x', 'y')), "(xy)a|");
  EXPECT_EQ(m.of(m.cold("-a|").start_with('x', 'y').take(1)), "(x|)");
}

TEST(StartWith, EachSubscriptionAgain)
{
  auto pipe = rx::observable<>::just(std::string("b")).start_with("a");
  for (int i = 0; i < 2; ++i) {
    std::string got;
    pipe.subscribe([&](const std::string & s) { got += s; });
    EXPECT_EQ(got, "ab");
  }
}

TEST(DistinctUntilChanged, Items)
{
  marbles m;
  EXPECT_EQ(m.of(m.cold("-a-a-b-b-a|").distinct_until_changed()), "-a---b---a|");
  auto same_letter = [](char a, char b) { return upper(a) == upper(b); };
  EXPECT_EQ(m.of(m.cold("-a-A-b|").distinct_until_changed(same_letter)), "-a---b|");
}

TEST(DistinctUntilChanged, MakesOneCopyOfTheKeptItem)
{
  auto pipe = [](auto s) { return s.distinct_until_changed(); };
  EXPECT_EQ(through(pipe, true).copies + through(pipe, true).moves, 0) << "the item itself goes on";
}

TEST(Stages, NeedNoHeap)
{
  int sum = 0;
  const long before = allocations();
  (rx::observable<>::range(1, 10) | map([](int i) { return i * 2; }) |
   filter([](int i) { return i % 4 == 0; }) | scan(0, [](int a, int b) { return a + b; }) |
   tap([](int) {}) | start_with(1) | distinct_until_changed() |
   take_while([](int i) { return i < 1000; }) | take(10))
    .subscribe([&](int i) { sum += i; });
  EXPECT_EQ(allocations() - before, 0);
  EXPECT_EQ(sum, 1 + 4 + 12 + 24 + 40 + 60);
}

// snippet reuse
TEST(Stages, AFunctionOfPipesIsAnOperator)
{
  auto clamp_and_smooth = [](auto source) {
    return source.map([](double v) { return std::min(v, 1.0); })
      .scan(0.0, [](double acc, double v) { return 0.5 * acc + 0.5 * v; });
  };
  std::vector<double> got;
  (rx::observable<>::just(1.0, 5.0) | clamp_and_smooth).subscribe([&](double v) {
    got.push_back(v);
  });
  EXPECT_EQ(got, (std::vector{0.5, 0.75}));
}
// end snippet

}  // namespace
