// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tests sources of time and schedulers in virtual time: interval, timer, timestamps, loops.

#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "operators_test.hpp"

namespace
{

TEST(Interval, NanosecondPeriodsDoNotDrift)
{
  auto clock = new_clock();
  std::vector<rx::duration> at;
  auto stream = rx::observable<>::interval(16666667ns, clock).subscribe([&](long) {
    at.push_back(clock->now().time_since_epoch());
  });
  clock->advance_by(1s);
  ASSERT_EQ(at.size(), 60u);
  for (std::size_t k = 0; k < at.size(); ++k) {
    EXPECT_EQ(at[k], static_cast<long>(k) * 16666667ns);
  }
  stream.dispose();
  EXPECT_TRUE(clock->empty()) << "the task is still queued";
}

TEST(Interval, LateTicksAreLeftOutWithoutBurstOrDrift)
{
  auto clock = new_clock();
  std::vector<long> at;
  rx::observable<>::interval(10ms, clock).subscribe([&](long i) {
    at.push_back(clock->now().time_since_epoch() / 1ms);
    if (i == 2) {
      clock->advance_by(25ms);  // the subscriber is busy beyond two ticks
    }
  });
  clock->advance_by(60ms);
  EXPECT_EQ(at, (std::vector<long>{0, 10, 40, 50, 60}));
}

TEST(Interval, CountsFromOneAndStopsInTheMiddle)
{
  auto clock = new_clock();
  recorder<long> r;
  auto alive = std::make_shared<int>();
  auto stream = rx::observable<>::interval(rx::time_point(5ms), 10ms, clock)
                  .tap([alive](long) {})
                  .subscribe(r.observer());
  clock->advance_by(16ms);
  EXPECT_EQ(r.items, (std::vector{1L, 2L}));
  stream.dispose();
  EXPECT_EQ(alive.use_count(), 1);
  clock->advance_by(100ms);
  EXPECT_EQ(r.items.size(), 2u);
  EXPECT_THROW(static_cast<void>(rx::observable<>::interval(0ms)), std::invalid_argument);
}

TEST(Interval, DisposedByItsOwnTick)
{
  auto clock = new_clock();
  int ticks = 0;
  rx::subscription stream;
  stream = rx::observable<>::interval(1ms, clock).subscribe([&](long) {
    ++ticks;
    stream.dispose();
  });
  clock->advance_by(10ms);
  EXPECT_EQ(ticks, 1);
  EXPECT_TRUE(clock->empty());
}

TEST(Timer, OnceAfterADelayOrAtAPointOfTime)
{
  auto clock = new_clock();
  clock->advance_by(3ms);
  recorder<long> after, at;
  rx::observable<>::timer(5ms, clock).subscribe(after.observer());
  rx::observable<>::timer(rx::time_point(5ms), clock).subscribe(at.observer());
  clock->advance_by(2ms);
  EXPECT_EQ(at.completions, 1);
  EXPECT_EQ(after.completions, 0);
  clock->advance_by(3ms);
  EXPECT_EQ(after.items, (std::vector{1L}));
  EXPECT_EQ(after.completions, 1);
  EXPECT_TRUE(clock->empty());
}

// A scheduler whose clock was set back by one hour: its time continues, the clock shows less.
class set_back final : public rx::scheduler
{
public:
  static constexpr rx::duration behind = 1h;

  rx::time_point now() const noexcept override { return time.now(); }
  rx::time_point clock_now() const noexcept override { return time.now() - behind; }
  using scheduler::schedule;
  void schedule(
    std::shared_ptr<rx::schedulable> work, rx::time_point due, rx::duration period) override
  {
    time.schedule(std::move(work), due, period);
  }
  void cancel(rx::schedulable & work) noexcept override { time.cancel(work); }
  bool is_current() const noexcept override { return true; }

  rx::schedulers::virtual_time time;
};

TEST(Clock, TimestampsAndNamedPointsOfTimeAreWhatTheClockShows)
{
  auto scheduler = std::make_shared<set_back>();
  const rx::environment env(scheduler);
  scheduler->time.advance_by(2h);
  EXPECT_EQ(env.now().time_since_epoch(), 2h);
  EXPECT_EQ(env.clock_now().time_since_epoch(), 1h);
  rx::subject<int> source;
  recorder<rx::duration> stamps, intervals;
  recorder<long> timer, never;
  recorder<int> until, from;
  const rx::time_point in_5s = env.clock_now() + 5s;
  source.get_observable()
    .timestamp(env)
    .map([](const auto & item) { return item.second.time_since_epoch(); })
    .subscribe(stamps.observer());
  source.get_observable().time_interval(env).subscribe(intervals.observer());
  source.get_observable().take_until(in_5s, env).subscribe(until.observer());
  source.get_observable().skip_until(in_5s, env).subscribe(from.observer());
  rx::observable<>::timer(in_5s, env).subscribe(timer.observer());
  rx::observable<>::timer(rx::time_point::max(), env).subscribe(never.observer());
  scheduler->time.advance_by(4s);
  source.on_next(1);
  EXPECT_EQ(stamps.items, (std::vector<rx::duration>{1h + 4s}));
  EXPECT_EQ(intervals.items, (std::vector<rx::duration>{4s}));
  EXPECT_FALSE(timer.ended());
  scheduler->time.advance_by(1s);
  source.on_next(2);
  EXPECT_TRUE(timer.ended());
  EXPECT_EQ(until.items, (std::vector{1}));
  EXPECT_EQ(from.items, (std::vector{2}));
  scheduler->time.advance_to(rx::time_point::max());
  EXPECT_FALSE(never.ended());
}

TEST(VirtualTime, TasksOfOneTimeKeepTheirOrder)
{
  auto clock = new_clock();
  std::string log;
  for (char c : std::string("abc")) {
    rx::observable<>::timer(1ms, clock).subscribe([&log, c](long) { log += c; });
  }
  clock->run();
  EXPECT_EQ(log, "abc");
  EXPECT_EQ(clock->now().time_since_epoch(), 1ms);
}

TEST(Loop, ItsEndCompletesItsStreams)
{
  auto loop = std::make_shared<rx::loop>();
  rx::subject<int> source;
  recorder<long> ticks, after;
  recorder<int> sampled, handed_over;
  rx::observable<>::interval(1h, loop).subscribe(ticks.observer());
  source.get_observable().sample_latest(1h, loop).subscribe(sampled.observer());
  source.get_observable().observe_on(loop).subscribe(handed_over.observer());
  source.on_next(1);
  loop->close();
  EXPECT_EQ(ticks.completions, 1);
  EXPECT_EQ(sampled.completions, 1);
  EXPECT_EQ(handed_over.completions, 1);
  EXPECT_FALSE(source.has_observers());
  rx::observable<>::interval(1h, loop).subscribe(after.observer());
  EXPECT_EQ(after.completions, 1);
}

TEST(Loop, CancelRemovesATaskThatIsQueuedTwice)
{
  struct counting : rx::schedulable
  {
    void run() noexcept override { ++runs; }
    void dispose() noexcept override {}
    bool disposed() const noexcept override { return false; }
    int runs = 0;
  };
  auto clock = new_clock();
  auto task = std::make_shared<counting>();
  clock->schedule(task, rx::time_point::max(), 0ns);
  clock->schedule(task, clock->now() + 1ms, 0ns);
  clock->cancel(*task);
  clock->advance_by(1s);
  EXPECT_EQ(task->runs, 0);
  EXPECT_EQ(task.use_count(), 1);
}

}  // namespace
