// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A table of all operators, sources and waits that depend on time, and the tests of the
// requirements for each: with a normal clock, with a clock that is set back or jumps ahead, with
// infinite spans, with many at once.

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <ostream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "timed_test.hpp"

namespace
{

constexpr auto fifty_years = std::chrono::hours(24 * 365 * 50);

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

}  // namespace
