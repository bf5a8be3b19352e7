// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A table of all operators, sources and waits that depend on time, and the tests of the
// requirements for each: with a normal clock, with a clock that is set back or jumps ahead, with
// infinite spans, with many at once.

#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <ostream>
#include <random>
#include <string>
#include <vector>

#include "operators_test.hpp"
#include "rx/coroutines.hpp"

// Named, because their types are parts of coroutines of headers.
namespace tasks
{

struct sleeping_for
{
  rx::task<int> operator()() const
  {
    co_await rx::sleep_for(span);
    co_return 1;
  }
  rx::duration span;
};
struct sleeping_until
{
  rx::task<int> operator()() const
  {
    co_await rx::sleep_until(rx::saturated_add(env.clock_now(), span));
    co_return 1;
  }
  rx::duration span;
  rx::environment env;
};
inline rx::task<int> never_ending()
{
  co_return co_await rx::observable<>::never<int>();
}
struct waiting_for
{
  rx::task<int> operator()() const { co_return co_await rx::wait_for(never_ending(), span); }
  rx::duration span;
};
struct waiting_softly
{
  rx::task<int> operator()() const
  {
    const auto result = co_await rx::soft_wait_for(never_ending(), span);
    co_return result ? *result : 2;
  }
  rx::duration span;
};

}  // namespace tasks

namespace
{

constexpr auto fifty_years = std::chrono::hours(24 * 365 * 50);

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr int many = 5'000;
#else
constexpr int many = 100'000;
#endif

// A scheduler whose clock can be set to any time, like a simulator's: waits keep their remaining
// time when the clock is set back. It counts the calls.
class simulated final : public rx::scheduler
{
public:
  rx::time_point now() const noexcept override { return time->now(); }
  rx::time_point clock_now() const noexcept override
  {
    return rx::saturated_add(time->now(), offset_);
  }
  using scheduler::schedule;
  void schedule(
    std::shared_ptr<rx::schedulable> work, rx::time_point due, rx::duration period) override
  {
    ++scheduled;
    time->schedule(std::move(work), due, period);
  }
  void cancel(rx::schedulable & work) noexcept override { time->cancel(work); }
  bool any_thread() const noexcept override { return false; }
  bool is_current() const noexcept override { return true; }

  // Shifts the time that the clock shows; the scheduler's time does not change.
  void set_clock_by(rx::duration by) { offset_ += by; }

  const std::shared_ptr<rx::schedulers::virtual_time> time =
    std::make_shared<rx::schedulers::virtual_time>();
  int scheduled = 0;

private:
  rx::duration offset_{};
};

struct timed
{
  std::string name;
  std::function<ints(const ints & in, rx::duration span, const rx::environment & env)> make;
  // An item must arrive before the operator shows that the span is over.
  bool shown_by_item = false;

  friend std::ostream & operator<<(std::ostream & out, const timed & t) { return out << t.name; }
};

ints once_and_never()
{
  return rx::observable<>::never<int>().start_with(1);
}

// The first subscription fails, later ones emit an item.
ints failing_once()
{
  auto attempts = std::make_shared<int>(0);
  return rx::observable<>::defer([attempts] {
    return ++*attempts == 1 ? ints(rx::observable<>::error<int>(std::runtime_error("busy")))
                            : once_and_never();
  });
}

// A stream that emits an item when a worker has run a function.
template <class Schedule>
ints of_worker(Schedule schedule, const rx::environment & env)
{
  return rx::observable<>::create<int>([schedule, env](rx::subscriber<int> out) {
    const auto lifetime = rx::composite_subscription();
    out.add(rx::subscription(lifetime));
    schedule(
      env.create_worker(lifetime), [out](const rx::schedulers::schedulable &) { out.on_next(1); });
  });
}

const auto as_int = rx::operators::map([](const auto &) { return 1; });

// Each case emits or ends for the first time when the span is over, counted from the subscription
// or from an item, if one arrives at the subscription.
std::vector<timed> table()
{
  std::vector<timed> t;
  t.push_back({"audit", [](const ints & in, rx::duration span, const rx::environment & env) {
                 return in.audit(span, env);
               }});
  t.push_back(
    {"buffer_with_time", [](const ints & in, rx::duration span, const rx::environment & env) {
       return in.buffer_with_time(span, env) | as_int;
     }});
  t.push_back(
    {"buffer_with_time_skip", [](const ints & in, rx::duration span, const rx::environment & env) {
       return in.buffer_with_time(span, rx::duration::max(), env) | as_int;
     }});
  t.push_back(
    {"buffer_with_time_or_count",
     [](const ints & in, rx::duration span, const rx::environment & env) {
       return in.buffer_with_time_or_count(span, 10, env) | as_int;
     }});
  t.push_back({"debounce", [](const ints & in, rx::duration span, const rx::environment & env) {
                 return in.debounce(span, env);
               }});
  t.push_back({"delay", [](const ints & in, rx::duration span, const rx::environment & env) {
                 return in.delay(span, env);
               }});
  t.push_back(
    {"delay_subscription", [](const ints &, rx::duration span, const rx::environment & env) {
       return once_and_never().delay_subscription(span, env);
     }});
  t.push_back({"interval_at", [](const ints &, rx::duration span, const rx::environment & env) {
                 return rx::observable<>::interval(
                          rx::saturated_add(env.clock_now(), span), 1h, env) |
                        as_int;
               }});
  t.push_back({"interval_again", [](const ints &, rx::duration span, const rx::environment & env) {
                 return rx::observable<>::interval(span, env).skip(1) | as_int;
               }});
  t.push_back(
    {"retry_with_backoff", [](const ints &, rx::duration span, const rx::environment & env) {
       return failing_once().retry_with_backoff(rx::backoff{.initial = span, .maximum = span}, env);
     }});
  t.push_back({"retry_when", [](const ints &, rx::duration span, const rx::environment & env) {
                 return failing_once().retry_when(
                   [=](const std::exception_ptr &) { return rx::observable<>::timer(span, env); });
               }});
  t.push_back(
    {"sample_latest_again", [](const ints & in, rx::duration span, const rx::environment & env) {
       return in.sample_latest(span, env);
     }});
  t.push_back(
    {"sample_with_time_again", [](const ints & in, rx::duration span, const rx::environment & env) {
       return in.sample_with_time(span, env);
     }});
  t.push_back(
    {"skip_until",
     [](const ints & in, rx::duration span, const rx::environment & env) {
       return in.skip_until(rx::saturated_add(env.clock_now(), span), env);
     },
     true});
  t.push_back({"take_until", [](const ints &, rx::duration span, const rx::environment & env) {
                 return rx::observable<>::never<int>().take_until(
                   rx::saturated_add(env.clock_now(), span), env);
               }});
  t.push_back(
    {"take_until_timer", [](const ints &, rx::duration span, const rx::environment & env) {
       return rx::observable<>::never<int>().take_until(rx::observable<>::timer(span, env));
     }});
  t.push_back(
    {"throttle_first",
     [](const ints & in, rx::duration span, const rx::environment & env) {
       return in.throttle_first(span, env).skip(1);
     },
     true});
  t.push_back({"timeout", [](const ints & in, rx::duration span, const rx::environment & env) {
                 return in.timeout(span, env).ignore_elements();
               }});
  t.push_back(
    {"timeout_other", [](const ints & in, rx::duration span, const rx::environment & env) {
       return in.timeout(span, once_and_never(), env).skip(1);
     }});
  t.push_back({"timer", [](const ints &, rx::duration span, const rx::environment & env) {
                 return rx::observable<>::timer(span, env) | as_int;
               }});
  t.push_back({"timer_at", [](const ints &, rx::duration span, const rx::environment & env) {
                 return rx::observable<>::timer(rx::saturated_add(env.clock_now(), span), env) |
                        as_int;
               }});
  t.push_back(
    {"window_with_time", [](const ints & in, rx::duration span, const rx::environment & env) {
       return in.window_with_time(span, env).skip(1) | as_int;
     }});
  t.push_back(
    {"window_with_time_or_count",
     [](const ints & in, rx::duration span, const rx::environment & env) {
       return in.window_with_time_or_count(span, 10, env).skip(1) | as_int;
     }});
  t.push_back({"sleep_for", [](const ints &, rx::duration span, const rx::environment & env) {
                 return ints(rx::sources::from_task(tasks::sleeping_for{span}, env));
               }});
  t.push_back({"sleep_until", [](const ints &, rx::duration span, const rx::environment & env) {
                 return ints(rx::sources::from_task(tasks::sleeping_until{span, env}, env));
               }});
  t.push_back({"wait_for", [](const ints &, rx::duration span, const rx::environment & env) {
                 return ints(rx::sources::from_task(tasks::waiting_for{span}, env));
               }});
  t.push_back({"soft_wait_for", [](const ints &, rx::duration span, const rx::environment & env) {
                 return ints(rx::sources::from_task(tasks::waiting_softly{span}, env));
               }});
  t.push_back({"worker_schedule", [](const ints &, rx::duration span, const rx::environment & env) {
                 return of_worker(
                   [span](const rx::schedulers::worker & w, auto f) {
                     w.schedule(rx::saturated_add(w.now(), span), f);
                   },
                   env);
               }});
  t.push_back(
    {"worker_schedule_periodically",
     [](const ints &, rx::duration span, const rx::environment & env) {
       return of_worker(
         [span](const rx::schedulers::worker & w, auto f) {
           w.schedule_periodically(rx::saturated_add(w.now(), span), 1h, f);
         },
         env);
     }});
  return t;
}

// One subscription, and the item from which spans count if the operator counts from items.
struct trial
{
  explicit trial(const timed & t, rx::duration begin = fifty_years) : what(t)
  {
    scheduler->time->pass(begin);
  }
  ~trial()
  {
    stream.dispose();
    scheduler->time->advance_by(0s);  // a task must run to see that it is cancelled
  }

  void start(rx::duration span)
  {
    stream = what.make(source.get_observable(), span, scheduler).subscribe(seen.observer());
    scheduler->time->advance_by(0s);
    source.on_next(1);
  }
  bool happened()
  {
    if (what.shown_by_item) {
      source.on_next(2);
    }
    return !seen.items.empty() || seen.ended();
  }

  const timed & what;
  std::shared_ptr<simulated> scheduler = std::make_shared<simulated>();
  rx::subject<int> source;
  recorder<int> seen;
  rx::subscription stream;
};

class Timed : public testing::TestWithParam<timed>
{
};

TEST_P(Timed, ComesWhenTheSpanIsOver)
{
  trial t(GetParam());
  t.start(1s);
  EXPECT_FALSE(t.happened());
  t.scheduler->time->advance_by(1s - 1ns);
  EXPECT_FALSE(t.happened());
  t.scheduler->time->advance_by(1ns);
  EXPECT_TRUE(t.happened());
}

TEST_P(Timed, KeepsTheRemainingTimeWhenTheClockIsSet)
{
  for (const rx::duration by :
       {-rx::duration(1h), -rx::duration(fifty_years), rx::duration(1h),
        rx::duration(fifty_years)}) {
    trial t(GetParam());
    t.start(1s);
    t.scheduler->time->advance_by(400ms);
    t.scheduler->set_clock_by(by);
    t.scheduler->time->advance_by(300ms);
    t.scheduler->set_clock_by(by);
    t.scheduler->time->advance_by(300ms - 1ns);
    EXPECT_FALSE(t.happened());
    t.scheduler->time->advance_by(1ns);
    EXPECT_TRUE(t.happened());
  }
}

TEST_P(Timed, BeginsAfterTheClockWasSet)
{
  for (const rx::duration by : {-rx::duration(1h), rx::duration(fifty_years)}) {
    trial t(GetParam());
    t.scheduler->set_clock_by(by);
    t.start(1s);
    t.scheduler->time->advance_by(1s - 1ns);
    EXPECT_FALSE(t.happened());
    t.scheduler->time->advance_by(1ns);
    EXPECT_TRUE(t.happened());
  }
}

TEST_P(Timed, AJumpAheadCostsNoMoreThanOnePeriod)
{
  trial t(GetParam());
  t.start(1us);
  t.scheduler->scheduled = 0;
  t.scheduler->time->pass(fifty_years);
  t.scheduler->time->advance_by(0s);
  EXPECT_TRUE(t.happened());
  EXPECT_LE(t.seen.items.size(), 1u);
  EXPECT_LE(t.scheduler->scheduled, 2);
}

TEST_P(Timed, NeverFiresIfTheSpanExceedsTheRangeOfTime)
{
  constexpr rx::duration longest = rx::duration::max();
  for (const auto & [begin, span] : std::vector<std::pair<rx::duration, rx::duration>>{
         {0s, longest},
         {fifty_years, longest},
         {fifty_years, longest - 1ns},
         {longest - 1h, longest},
         {longest - 1h, 1h}}) {
    trial t(GetParam(), begin);
    t.start(span);
    t.scheduler->time->advance_to(rx::time_point::max() - 1ns);
    EXPECT_FALSE(t.happened());
    t.scheduler->time->advance_to(rx::time_point::max());
    EXPECT_TRUE(GetParam().shown_by_item || !t.happened());
  }
}

TEST_P(Timed, AnExpiredSpanFiresAtOnceOrIsRejected)
{
  for (const rx::duration span :
       {rx::duration::min(), rx::duration::min() + 1ns, rx::duration(-1s), rx::duration(-1ns),
        rx::duration(0), rx::duration(1ns)}) {
    trial t(GetParam());
    try {
      t.start(span);
    } catch (const std::invalid_argument & e) {
      EXPECT_LE(span, 0s);
      EXPECT_NE(std::string(e.what()).find("must"), std::string::npos) << e.what();
      continue;
    }
    t.scheduler->time->advance_by(1ns);
    EXPECT_TRUE(t.happened()) << span.count() << " ns";
  }
}

TEST_P(Timed, ManyAreCancelledWithoutLeftovers)
{
  auto clock = new_clock();
  const ints made = GetParam().make(once_and_never(), 1h, clock);
  std::vector<rx::subscription> streams;
  streams.reserve(many);
  for (int i = 0; i < many; ++i) {
    streams.push_back(made.subscribe([](int) {}, [](const std::exception_ptr &) {}));
  }
  clock->advance_by(1s);
  for (std::size_t i = 0; i < streams.size(); i += 2) {
    streams[i].dispose();
  }
  for (std::size_t i = streams.size(); i-- > 0;) {
    streams[i].dispose();
  }
  clock->advance_by(1s);
  EXPECT_TRUE(clock->empty());
}

TEST_P(Timed, AnUndisposedStreamDoesNotKeepItsVirtualClock)
{
  auto clock = new_clock();
  const std::weak_ptr<rx::schedulers::virtual_time> living = clock;
  recorder<int> seen;
  const auto stream = GetParam().make(once_and_never(), 1h, clock).subscribe(seen.observer());
  clock->advance_by(1s);
  clock.reset();
  EXPECT_TRUE(living.expired());
  stream.dispose();
}

INSTANTIATE_TEST_SUITE_P(
  All, Timed, testing::ValuesIn(table()),
  [](const testing::TestParamInfo<timed> & info) { return info.param.name; });

// Pipes whose parts have the clock as their environment in different places.
TEST(VirtualClock, IsNotKeptByStreamsThatUseIt)
{
  using rx::sources::timer;
  using clock_pointer = std::shared_ptr<rx::schedulers::virtual_time>;
  const std::vector<std::function<rx::subscription(const clock_pointer &)>> uses{
    [](const auto & k) { return (timer(1h, k) | repeat()).subscribe([](long) {}); },
    [](const auto & k) {
      return (rx::sources::just(1L) | concat(timer(1h, k), timer(1h, k))).subscribe([](long) {});
    },
    [](const auto & k) {
      return (rx::sources::just(1) |
              flat_map([env = rx::environment(k)](int) { return timer(1h, env); }))
        .subscribe([](long) {});
    },
    [](const auto & k) { return (timer(1h, k) | merge(timer(2h, k))).subscribe([](long) {}); },
    [](const auto & k) {
      return (timer(1h, k) | timeout(1min, timer(1h, k), k)).subscribe([](long) {});
    },
    [](const auto & k) {
      return (rx::sources::never<int>() | buffer(timer(1h, k))).subscribe([](const auto &) {});
    },
    [](const auto & k) {
      return (timer(1h, k) | observe_on(k) | subscribe_on(k)).subscribe([](long) {});
    },
    [](const auto & k) {
      return (timer(1h, k) | replay(1, 1h, k) | ref_count()).subscribe([](long) {});
    },
    [](const auto & k) { return (timer(1h, k) | share()).subscribe([](long) {}); },
    [](const auto & k) { return rx::start(k, []() -> rx::task<> { co_await rx::sleep_for(1h); }); },
    [](const auto & k) {
      const auto worker = rx::environment(k).create_worker();
      worker.schedule([](const auto &) {});
      return rx::subscription(worker.get_subscription());
    }};
  for (std::size_t i = 0; i < uses.size(); ++i) {
    auto clock = new_clock();
    const std::weak_ptr<rx::schedulers::virtual_time> living = clock;
    const rx::subscription stream = uses[i](clock);
    clock->advance_by(2min);
    clock.reset();
    EXPECT_TRUE(living.expired()) << "use " << i;
    stream.dispose();
  }
}

TEST(VirtualClock, TasksScheduledAfterItsEndAreNotified)
{
  rx::environment env(new_clock());
  EXPECT_EQ(env, env);
  recorder<long> seen;
  rx::observable<>::timer(1h, env).subscribe(seen.observer());
  EXPECT_EQ(seen.completions, 1);
  auto clock = new_clock();
  EXPECT_EQ(rx::environment(clock), rx::environment(clock));
}

TEST(ManyTimers, OfEachSchedulerAreCancelled)
{
  const rx::schedulers::run_loop run_loop;
  for (const auto & env : {run_loop.get_environment(), rx::event_loop(), rx::thread_pool(2)}) {
    std::vector<rx::subscription> streams;
    for (int i = 0; i < many; ++i) {
      streams.push_back(
        rx::observable<>::timer(1h + std::chrono::nanoseconds(i % 7), env).subscribe([](long) {}));
    }
    for (const rx::subscription & each : streams) {
      each.dispose();
      EXPECT_FALSE(each.is_subscribed());
    }
  }
  EXPECT_TRUE(run_loop.empty());
}

TEST(ManyTimers, FunctionsOfOneWorker)
{
  auto clock = new_clock();
  const auto worker = rx::environment(clock).create_worker();
  int runs = 0;
  for (int i = 0; i < many; ++i) {
    worker.schedule(worker.now() + 1h, [&](const rx::schedulers::schedulable &) { ++runs; });
  }
  clock->advance_by(1h);
  EXPECT_EQ(runs, many);
  for (int i = 0; i < many; ++i) {
    worker.schedule(worker.now() + 1h, [&](const rx::schedulers::schedulable &) { ++runs; });
  }
  worker.unsubscribe();
  EXPECT_TRUE(clock->empty());
}

TEST(ManyTasks, SleepAndAreCancelled)
{
  auto clock = new_clock();
  int woken = 0;
  auto nap = [&](rx::duration span) -> rx::task<> {
    co_await rx::sleep_for(span);
    ++woken;
  };
  for (int i = 0; i < many; ++i) {
    rx::start(clock, nap(10ms));
  }
  clock->advance_by(10ms);
  EXPECT_EQ(woken, many);
  EXPECT_TRUE(clock->empty());
  std::vector<rx::subscription> tasks;
  for (int i = 0; i < many; ++i) {
    tasks.push_back(rx::start(clock, nap(1h)));
  }
  clock->advance_by(1s);
  for (const rx::subscription & each : tasks) {
    each.dispose();
  }
  clock->advance_by(1s);
  EXPECT_EQ(woken, many);
  EXPECT_TRUE(clock->empty());
}

TEST(ManyTasks, AreChildrenOfOneScope)
{
  int ended = 0;
  auto child = [&]() -> rx::task<> {
    co_await rx::sleep_for(10ms);
    ++ended;
  };
  auto forever = []() -> rx::task<> { co_await rx::sleep_for(rx::duration::max()); };
  rx::run([&]() -> rx::task<> {
    co_await rx::with_scope([&](rx::task_scope scope) -> rx::task<> {
      for (int i = 0; i < many; ++i) {
        scope.start(child());
      }
      co_return;
    });
    co_await rx::with_scope([&](rx::task_scope scope) -> rx::task<> {
      for (int i = 0; i < many; ++i) {
        scope.start(forever());
      }
      co_await rx::sleep_for(1ms);
      scope.cancel();
    });
  });
  EXPECT_EQ(ended, many);
}

// Compares the queue of the schedulers with a list that is searched linearly.
TEST(TimedQueue, BehavesLikeASortedList)
{
  struct counted : rx::schedulable
  {
    void run() noexcept override { ++runs; }
    void dispose() noexcept override {}
    bool disposed() const noexcept override { return false; }
    int runs = 0;
  };
  struct listed
  {
    rx::time_point due;
    std::size_t order;
    std::size_t work;
  };
  std::mt19937 random(1);
  const auto below = [&](std::size_t n) { return random() % n; };
  rx::timed_queue queue;
  std::vector<std::shared_ptr<counted>> works(200);
  std::vector<int> expected(works.size(), 0);
  for (auto & each : works) {
    each = std::make_shared<counted>();
  }
  std::vector<listed> list;
  std::size_t order = 0;
  const auto earlier = [](const listed & a, const listed & b) {
    return std::pair(a.due, a.order) < std::pair(b.due, b.order);
  };
  for (int step = 0; step < 50'000; ++step) {
    const std::size_t work = below(works.size());
    const bool grows = step % 10'000 < 5'000;
    switch (below(grows ? 4 : 8)) {
      case 0:
      case 1: {
        const rx::time_point due(std::chrono::nanoseconds(below(1000)));
        queue.push(works[work], due, 0ns);
        list.push_back({due, ++order, work});
        break;
      }
      case 2: {
        const bool removed = queue.cancel(*works[work]) != nullptr;
        EXPECT_EQ(
          std::erase_if(list, [&](const listed & l) { return l.work == work; }) > 0, removed);
        break;
      }
      default: {
        if (list.empty()) {
          break;
        }
        const auto first = std::min_element(list.begin(), list.end(), earlier);
        ASSERT_EQ(queue.next_due(), first->due);
        ++expected[first->work];
        queue.run_next([](auto && f) { f(); }, [] { return rx::time_point(); });
        ASSERT_EQ(works[first->work]->runs, expected[first->work]);
        list.erase(first);
      }
    }
    ASSERT_EQ(queue.size(), list.size());
  }
  for (const auto & each : works) {
    queue.cancel(*each);
    EXPECT_EQ(each.use_count(), 1);
  }
  EXPECT_TRUE(queue.empty());
}

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
