// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Time in virtual time: interval, timer, sampling, hand-over, schedulers.

#include <gtest/gtest.h>

#include <cstdint>
#include <future>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "probe.hpp"
#include "rx/testing/marbles.hpp"

namespace
{

using namespace rx::operators;
using namespace std::chrono_literals;
using rx::testing::marbles;

std::shared_ptr<rx::schedulers::virtual_time> new_clock()
{
  return std::make_shared<rx::schedulers::virtual_time>();
}

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
  EXPECT_THROW(rx::observable<>::interval(0ms), std::invalid_argument);
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

TEST(AsBlocking, ItemsErrorsAndTimeout)
{
  EXPECT_EQ((rx::observable<>::range(1, 3) | to_vector()), (std::vector{1, 2, 3}));
  EXPECT_EQ(
    rx::observable<>::interval(1us, rx::new_thread()).take(3).to_vector(60s),
    (std::vector{1L, 2L, 3L}));
  EXPECT_EQ(rx::observable<>::interval(1us).take(3).to_vector(60s), (std::vector{1L, 2L, 3L}));
  EXPECT_EQ(rx::observable<>::range(1, 3).as_blocking().last(), 3);
  EXPECT_EQ(rx::observable<>::range(1).as_blocking().first(), 1);  // of a stream without an end
  EXPECT_EQ(rx::observable<>::range(1, 3).as_blocking().count(), 3);
  EXPECT_EQ(rx::observable<>::range(1, 3).as_blocking().sum(), 6);
  EXPECT_EQ(rx::observable<>::range(1, 4).as_blocking().average(), 2.5);
  const auto nothing = rx::observable<>::empty<int>().as_blocking();
  EXPECT_THROW(nothing.first(), rx::empty_error);
  EXPECT_THROW(nothing.last(), rx::empty_error);
  EXPECT_THROW(nothing.average(), rx::empty_error);
  EXPECT_EQ(nothing.count(), 0);
  EXPECT_THROW(rx::observable<>::error<int>(std::out_of_range("x")).to_vector(), std::out_of_range);
  EXPECT_THROW(rx::observable<>::never<int>().to_vector(1ms), std::runtime_error);
  EXPECT_THROW(rx::observable<>::interval(1h).to_vector(1ms), std::runtime_error);
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

TEST(Marbles, BadDiagrams)
{
  marbles m;
  EXPECT_THROW(m.cold("-(a"), std::invalid_argument);
  EXPECT_THROW(m.cold("-a)"), std::invalid_argument);
  EXPECT_EQ(m.of(m.cold("- a - (bc) |")), "-a-(bc)|");
}

// A stream whose producer drops it: it neither ends nor emits.
template <class... Operators>
auto dropped(Operators... operators)
{
  return (rx::observable<>::create<int>([](const rx::subscriber<int> &) {}) | ... | operators);
}

TEST(AsBlocking, ReturnsWhenItsObserverThrows)
{
  const auto throwing = [](auto) { throw std::out_of_range("of the observer"); };
  std::string error;
  const auto on_error = [&](std::exception_ptr e) { error = rx::what(e); };
  EXPECT_THROW(rx::observable<>::range(1).as_blocking().subscribe(throwing), std::out_of_range);
  EXPECT_THROW(
    rx::observable<>::range(1).as_blocking().subscribe(throwing, [] {}), std::out_of_range);
  EXPECT_THROW(
    rx::observable<>::interval(1us, rx::new_thread()).as_blocking().subscribe(throwing),
    std::out_of_range);
  rx::observable<>::range(1).as_blocking().subscribe(throwing, on_error);
  EXPECT_EQ(std::exchange(error, ""), "of the observer");
  rx::observable<>::interval(1us, rx::new_thread()).as_blocking().subscribe(throwing, on_error);
  EXPECT_EQ(std::exchange(error, ""), "of the observer");
  rx::observable<>::range(1).as_blocking().subscribe(
    rx::composite_subscription(), throwing, on_error);
  EXPECT_EQ(std::exchange(error, ""), "of the observer");
  EXPECT_THROW(
    rx::observable<>::range(1).as_blocking().subscribe(rx::composite_subscription(), throwing),
    std::out_of_range);
  try {
    rx::observable<>::just(1).as_blocking().subscribe([](int) { throw 7; });
    FAIL();
  } catch (int thrown) {
    EXPECT_EQ(thrown, 7);
  }
}

TEST(AsBlocking, AnObserverGetsTheErrorItself)
{
  recorder<int> r;
  rx::observable<>::error<int>(std::runtime_error("x")).as_blocking().subscribe(r.observer());
  EXPECT_EQ(r.error, "x");
  r.during = [](int) { throw std::runtime_error("y"); };
  rx::observable<>::range(1).as_blocking().subscribe(r.observer());
  EXPECT_EQ(r.error, "y");
  EXPECT_FALSE(r.observer_exists());
}

TEST(AsBlocking, ReturnsWhenItsSubscriberUnsubscribes)
{
  int items = 0;
  auto to = rx::make_subscriber<int>([&](int) { ++items; });
  to.unsubscribe();
  rx::observable<>::range(1).as_blocking().subscribe(to);
  EXPECT_EQ(items, 0);
}

TEST(AsBlocking, AStreamWithoutProducersIsAnError)
{
  EXPECT_THROW(dropped().as_blocking().first(), rx::stream_dropped);
  EXPECT_THROW(dropped().as_blocking().count(), rx::stream_dropped);
  EXPECT_THROW(dropped().to_vector(), rx::stream_dropped);
  EXPECT_THROW(dropped(start_with(1)).to_vector(), rx::stream_dropped);
  EXPECT_THROW(dropped(debounce(1h)).as_blocking().first(), rx::stream_dropped);
  EXPECT_THROW(dropped(merge(dropped())).as_blocking().first(), rx::stream_dropped);
  EXPECT_THROW(dropped(concat(rx::observable<>::just(1))).to_vector(), rx::stream_dropped);
  EXPECT_THROW(dropped(observe_on(rx::new_thread())).as_blocking().first(), rx::stream_dropped);
  EXPECT_THROW(dropped(share()).as_blocking().first(), rx::stream_dropped);
  EXPECT_THROW(dropped(finally([] {}), as_dynamic()).as_blocking().first(), rx::stream_dropped);
  EXPECT_THROW(
    rx::observable<>::just(1).flat_map([](int) { return dropped(); }).as_blocking().first(),
    rx::stream_dropped);
  std::string error;
  dropped().as_blocking().subscribe([](int) {}, [&](std::exception_ptr e) { error = rx::what(e); });
  EXPECT_NE(
    error.find("rx::as_blocking: the last producer of the stream was destroyed"), std::string::npos)
    << error;
  std::thread other;
  {
    auto last = std::make_shared<rx::subject<int>>();
    const auto pipe = rx::observable<>::defer(
      [last = std::weak_ptr(last)] { return last.lock()->get_observable(); });
    other = std::thread([last = std::move(last)]() mutable {
      while (!last->has_observers()) {
        std::this_thread::yield();
      }
      last->on_next(1);
      last.reset();
    });
    EXPECT_THROW(pipe.as_blocking().last(), rx::stream_dropped);
  }
  other.join();
}

TEST(AsBlocking, DestroyingASubjectEndsTheWait)
{
  // Even if the pipe, and an operator that may subscribe again, refer to it.
  const auto check = [](auto made) {
    auto source = std::make_unique<rx::subject<int>>();
    const auto pipe = made(source->get_observable()).as_blocking();
    std::thread other([source = std::move(source)]() mutable {
      EXPECT_TRUE(eventually([&] { return source->has_observers(); }));
      source.reset();
    });
    EXPECT_THROW(pipe.last(), rx::stream_dropped);
    other.join();
  };
  check([](auto items) { return items; });
  check([](auto items) { return items.retry(); });
  check([](auto items) { return items.concat(items); });
  check([](auto items) { return items.share(); });
  check([](auto items) { return items.sample_with_time(1ms); });
  check([](auto items) { return items.flat_map([items](int) { return items; }); });
}

TEST(Subject, APipeOfADestroyedSubjectGivesOnlyItsRememberedItems)
{
  std::vector<int> seen;
  auto alive = std::make_shared<int>();
  std::optional<rx::subjects::replay<int>> source(std::in_place);
  const auto items = source->get_observable();
  source->on_next(1);
  source.reset();
  items.subscribe([&, alive](int i) { seen.push_back(i); });
  EXPECT_EQ(seen, (std::vector{1}));
  EXPECT_EQ(alive.use_count(), 1);
  EXPECT_THROW(items.last().as_blocking().first(), rx::stream_dropped);
}

TEST(AsBlocking, ASilentStreamIsWaitedFor)
{
  const auto never = rx::observable<>::never<int>();
  EXPECT_THROW(never.as_blocking(1ms).first(), rx::timeout_error);
  EXPECT_THROW((never | map([](int i) { return i; })).to_vector(1ms), rx::timeout_error);
  EXPECT_THROW(never.as_dynamic().to_vector(1ms), rx::timeout_error);
  EXPECT_THROW((never | finally([] {})).to_vector(1ms), rx::timeout_error);
  EXPECT_THROW((never | merge(dropped())).to_vector(1ms), rx::stream_dropped);
  bool got_error = false;
  EXPECT_THROW(
    never.as_blocking(1ms).subscribe([](int) {}, [&](std::exception_ptr) { got_error = true; }),
    rx::timeout_error);
  EXPECT_FALSE(got_error) << "a disposal is not an error";
}

TEST(AsBlocking, AnEarlyEndNamesTheReason)
{
  const auto loop = std::make_shared<rx::loop>();
  rx::observable<>::timer(1us, rx::new_thread()).subscribe([loop](long) { loop->close(); });
  try {
    rx::observable<>::interval(1h, loop).skip(1).as_blocking().first();
    FAIL();
  } catch (const rx::empty_error & e) {
    EXPECT_NE(std::string(e.what()).find("rx::as_blocking"), std::string::npos) << e.what();
    EXPECT_NE(std::string(e.what()).find("shut down"), std::string::npos) << e.what();
  }
}

TEST(ToFuture, AStreamWithoutProducersIsAnError)
{
  EXPECT_THROW(dropped().to_future().get(), rx::stream_dropped);
  EXPECT_THROW(dropped(debounce(1h), as_dynamic()).to_future().get(), rx::stream_dropped);
  std::future<int> future;
  {
    rx::subject<int> source;
    future = source.get_observable().to_future();
    source.on_next(1);
    EXPECT_EQ(future.wait_for(0s), std::future_status::timeout);
  }
  EXPECT_THROW(future.get(), rx::stream_dropped);
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

}  // namespace
