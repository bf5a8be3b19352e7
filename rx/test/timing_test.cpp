// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The operators that depend on time, in virtual time: debounce, audit, throttle, delay, timeout,
// timestamp, sample, take_until, skip_until.

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
  auto clock = new_clock();
  EXPECT_TRUE(clock->empty()) << "a task of a disposed stream is queued";
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
  auto clock = new_clock();
}

TEST(Throttle, FirstAndLastOfAPeriod)
{
  marbles m;
  EXPECT_EQ(drawn(m, cold(m, "-ab-cd-----e|").throttle_first(m.frames(3))), "-a--c------e|");
  EXPECT_EQ(drawn(m, cold(m, "-a-X").throttle_first(m.frames(3))), "-a-X");
  EXPECT_EQ(drawn(m, cold(m, "-ab-cd-----e|").throttle_last(m.frames(3))), "---b--d-----(e|)");
  EXPECT_THROW(throttle_first(0ms), std::invalid_argument);
}

TEST(Delay, ItemsAndCompletionLaterErrorsAtOnce)
{
  marbles m;
  const auto of = [&](const char * diagram, std::size_t frames) {
    return drawn(m, cold(m, diagram).delay(m.frames(frames)));
  };
  EXPECT_EQ(of("-a-(bc)---|", 2), "---a-(bc)---|");
  EXPECT_EQ(of("-a-b-X", 3), "----aX");
  EXPECT_EQ(of("|", 2), "--|");
  EXPECT_EQ(of("abcdefghijklmnopqrstuvwxyz|", 9), "---------abcdefghijklmnopqrstuvwxyz|");
  EXPECT_EQ(drawn(m, cold(m, "abcd|").delay(m.frames(2)).take(2)), "--a(b|)");
  EXPECT_THROW(delay(-1ms), std::invalid_argument);
  auto clock = new_clock();
  EXPECT_TRUE(clock->empty());
}

TEST(Timeout, AnErrorOrAnotherStream)
{
  marbles m;
  EXPECT_EQ(drawn(m, cold(m, "-a-b------c|").timeout(m.frames(3))), "-a-b--X");
  EXPECT_EQ(drawn(m, cold(m, "-a-b-c|").timeout(m.frames(3))), "-a-b-c|");
  EXPECT_EQ(drawn(m, cold(m, "------a|").timeout(m.frames(3))), "---X");
  EXPECT_EQ(drawn(m, cold(m, "-a-b------c|").timeout(m.frames(3), m.cold("x-y|"))), "-a-b--x-y|");
  EXPECT_EQ(drawn(m, cold(m, "-a-X").timeout(m.frames(3), m.cold("x|"))), "-a-X")
    << "other errors pass";
  auto clock = new_clock();
  bool right = false;
  rx::observable<>::never<int>()
    .timeout(1500ms, clock)
    .subscribe(
      [](int) {},
      [&](std::exception_ptr e) {
        try {
          std::rethrow_exception(e);
        } catch (const rx::timeout_error & t) {
          right = std::string(t.what()).find("1.5") != std::string::npos;
        }
      });
  clock->run();
  EXPECT_TRUE(right);
  EXPECT_THROW(timeout(0ms), std::invalid_argument);
}

TEST(Timestamp, AndTimeInterval)
{
  auto clock = new_clock();
  rx::subject<char> source;
  std::vector<long> at, between;
  source.get_observable().timestamp(clock).subscribe(
    [&](const std::pair<char, rx::time_point> & p) {
      at.push_back(p.second.time_since_epoch() / 1ms);
    });
  clock->advance_by(2ms);
  source.get_observable().time_interval(clock).subscribe(
    [&](rx::duration d) { between.push_back(d / 1ms); });
  clock->advance_by(1ms);
  source.on_next('a');
  clock->advance_by(5ms);
  source.on_next('b');
  EXPECT_EQ(at, (std::vector<long>{3, 8}));
  EXPECT_EQ(between, (std::vector<long>{1, 5}));
}

TEST(SampleWhen, EmitsTheLatestItemWhenTheOtherStreamEmits)
{
  marbles m;
  EXPECT_EQ(drawn(m, cold(m, "-a-bc----d|").sample(m.cold("--x--x-x--x|"))), "--a--c----(d|)");
  EXPECT_EQ(drawn(m, cold(m, "-a-b").sample(m.cold("--X"))), "--X");
  EXPECT_EQ(drawn(m, cold(m, "-ab-|").sample(m.frames(2))), "--a-(b|)");
}

TEST(TakeUntil, AnotherStreamOrAPointOfTime)
{
  marbles m;
  EXPECT_EQ(drawn(m, cold(m, "-a-b-c|").take_until(m.cold("----x"))), "-a-b|");
  EXPECT_EQ(drawn(m, cold(m, "-a-b-c|").take_until(m.cold("--|"))), "-a-b-c|");
  EXPECT_EQ(drawn(m, cold(m, "-a-b-c|").take_until(m.cold("--X"))), "-aX");
  EXPECT_EQ(drawn(m, cold(m, "-a-b-c|").take_until(m.cold("x"))), "|");
  marbles fresh;
  EXPECT_EQ(
    drawn(fresh, cold(fresh, "-a-b-c|").take_until(rx::time_point(fresh.frames(4)))), "-a-b|");
  rx::subject<int> stop;
  rx::subject<int> source;
  source.get_observable().take_until(stop.get_observable()).subscribe([](int) {});
  EXPECT_TRUE(stop.has_observers());
  stop.on_next(1);
  EXPECT_FALSE(stop.has_observers());
  EXPECT_FALSE(source.has_observers());
}

TEST(SkipUntil, AnotherStreamOrAPointOfTime)
{
  marbles m;
  EXPECT_EQ(drawn(m, cold(m, "-a-b-c|").skip_until(m.cold("--x"))), "---b-c|");
  EXPECT_EQ(drawn(m, cold(m, "-a-b-c|").skip_until(m.cold("--|"))), "------|");
  marbles fresh;
  EXPECT_EQ(
    drawn(fresh, cold(fresh, "-a-b-c|").skip_until(rx::time_point(fresh.frames(3)))), "---b-c|");
  rx::subject<int> start, source;
  auto stream = source.get_observable().skip_until(start.get_observable()).subscribe([](int) {});
  start.on_next(1);
  EXPECT_FALSE(start.has_observers()) << "it is not needed any more";
  EXPECT_TRUE(source.has_observers());
}

}  // namespace
