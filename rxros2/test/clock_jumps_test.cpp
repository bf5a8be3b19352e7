// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Every timed operator, source and wait of a coroutine on a node whose clock jumps: each keeps its
// remaining wait, and the start of simulated time wakes none of them. Inside a node's stream, parts
// without their own environment run on the node, too; otherwise subscribe() would not return.

#include <chrono>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "clock_jumps_test.hpp"

using clock_jumps_test::Rig;
using clock_jumps_test::Stamped;
using clock_jumps_test::timers_fire_while_the_clock_jumps;
using namespace rx::operators;
using namespace rxros2::operators;
using namespace std::chrono_literals;
using rxros2::on_callback_group;

namespace
{

/// A case fires once `Rig::wait` after begin().
struct Row
{
  const char * name;
  void (*begin)(Rig & rig);
};

rx::time_point from_now(const Rig & rig)
{
  return rx::saturated_add(rig.env.clock_now(), rig.wait);
}

rx::task<> sleep(Rig & rig)
{
  co_await rx::sleep_for(rig.wait);
  ++rig.fired;
}
rx::task<> sleep_till(Rig & rig)
{
  co_await rx::sleep_until(from_now(rig));
  ++rig.fired;
}
rx::task<> for_ever()
{
  co_await rx::sleep_until(rx::time_point::max());
}
rx::task<> wait_softly(Rig & rig)
{
  co_await rx::soft_wait_for(for_ever(), rig.wait);
  ++rig.fired;
}
rx::task<> wait_hard(Rig & rig)
{
  try {
    co_await rx::wait_for(for_ever(), rig.wait);
  } catch (const rx::timeout_error &) {
    ++rig.fired;
  }
}

template <typename Pipe>
void run(Rig & rig, Pipe && pipe)
{
  rig.running = std::forward<Pipe>(pipe).subscribe(rig.count(), [](std::exception_ptr) {});
}
template <typename Pipe>
void run_to_error(Rig & rig, Pipe && pipe)
{
  rig.running =
    std::forward<Pipe>(pipe).subscribe([](auto &&) {}, [&rig](std::exception_ptr) { ++rig.fired; });
}
template <typename Pipe>
void run_to_end(Rig & rig, Pipe && pipe)
{
  rig.running =
    std::forward<Pipe>(pipe).subscribe([](auto &&) {}, [](std::exception_ptr) {}, rig.fire());
}
void item(Rig & rig)
{
  rig.items.get_subscriber().on_next(1);
}
auto later(const Rig & rig)
{
  return rx::sources::timer(rig.wait);
}

const Row rows[] = {
  // operators
  {"debounce",
   [](Rig & r) {
     run(r, r.source() | debounce(r.wait));
     item(r);
   }},
  {"audit",
   [](Rig & r) {
     run(r, r.source() | audit(r.wait));
     item(r);
   }},
  {"delay",
   [](Rig & r) {
     run(r, r.source() | delay(r.wait));
     item(r);
   }},
  {"timeout",
   [](Rig & r) {
     run_to_error(r, r.source() | timeout(r.wait));
     item(r);
   }},
  {"timeout_other", [](Rig & r) { run(r, r.source() | timeout(r.wait, rx::sources::just(1))); }},
  {"max_age",
   [](Rig & r) {
     run_to_error(r, r.on_node(r.messages) | max_age(r.wait));
     r.messages.get_subscriber().on_next(r.message());
   }},
  {"freshness",
   [](Rig & r) {
     run(r, r.on_node(r.messages) | freshness(r.wait) | filter([](bool fresh) { return !fresh; }));
     r.messages.get_subscriber().on_next(r.message());
   }},
  {"buffer_with_time", [](Rig & r) { run(r, r.source() | buffer_with_time(r.wait)); }},
  {"buffer_with_time_or_count",
   [](Rig & r) { run(r, r.source() | buffer_with_time_or_count(r.wait, 5)); }},
  {"window_with_time", [](Rig & r) { run(r, r.source() | window_with_time(r.wait) | skip(1)); }},
  {"window_with_time_or_count",
   [](Rig & r) { run(r, r.source() | window_with_time_or_count(r.wait, 5) | skip(1)); }},
  {"sample_with_time",
   [](Rig & r) {
     run(r, r.source() | sample_with_time(r.wait));
     r.flush();
     item(r);
   }},
  {"sample_latest",
   [](Rig & r) {
     run(r, r.source() | sample_latest(r.wait));
     r.flush();
     item(r);
   }},
  {"throttle_last",
   [](Rig & r) {
     run(r, r.source() | throttle_last(r.wait));
     r.flush();
     item(r);
   }},
  {"throttle_first",
   [](Rig & r) {
     run(r, r.source() | throttle_first(r.wait));
     item(r);
     r.poke = [&r] { item(r); };
   }},
  {"time_interval",
   [](Rig & r) {
     r.running = (r.source() | time_interval())
                   .subscribe([&r, passed = rx::duration::zero()](rx::duration since) mutable {
                     passed += since;
                     r.fired = passed >= r.wait ? 1 : 0;
                   });
     r.poke = [&r] { item(r); };
   }},
  {"take_until_time", [](Rig & r) { run_to_end(r, r.source() | take_until(from_now(r))); }},
  {"skip_until_time",
   [](Rig & r) {
     run(r, r.source() | skip_until(from_now(r)) | take(1));
     r.poke = [&r] { item(r); };
   }},
  {"delay_subscription",
   [](Rig & r) { run(r, rx::sources::just(1) | delay_subscription(r.wait, r.env)); }},
  {"retry_with_backoff",
   [](Rig & r) {
     r.running = (rx::sources::defer([&r] {
                    ++r.fired;
                    return rx::sources::error<int>(std::runtime_error("busy"));
                  }) |
                  retry_with_backoff({.initial = r.wait, .maximum = r.wait, .attempts = 2}, r.env))
                   .subscribe([](int) {}, [](std::exception_ptr) {});
   }},
  {"replay_by_age",
   [](Rig & r) {
     auto replayed = r.source() | replay(r.wait, r.env);
     r.running = replayed.connect();
     item(r);
     r.poke = [&r, replayed] {
       int seen = 0;
       replayed.subscribe([&seen](int) { ++seen; }).dispose();
       r.fired = 1 - seen;
     };
   }},
  // sources
  {"interval", [](Rig & r) { run(r, rx::sources::interval(r.wait, r.env)); }},
  {"interval_from", [](Rig & r) { run(r, rx::sources::interval(from_now(r), r.wait, r.env)); }},
  {"from_timer", [](Rig & r) { run(r, rxros2::observable::from_timer(r.node, r.wait)); }},
  {"timer", [](Rig & r) { run(r, rx::sources::timer(r.wait, r.env)); }},
  {"timer_at", [](Rig & r) { run(r, rx::sources::timer(from_now(r), r.env)); }},
  {"worker",
   [](Rig & r) {
     r.env.create_worker().schedule(
       rx::saturated_add(r.env.now(), r.wait), [&r](const auto &) { ++r.fired; });
   }},
  // coroutines
  {"sleep_for", [](Rig & r) { r.running = rxros2::start(r.node, sleep(r)); }},
  {"sleep_until", [](Rig & r) { r.running = rxros2::start(r.node, sleep_till(r)); }},
  {"soft_wait_for", [](Rig & r) { r.running = rxros2::start(r.node, wait_softly(r)); }},
  {"wait_for", [](Rig & r) { r.running = rxros2::start(r.node, wait_hard(r)); }},
  {"await_a_timer",
   [](Rig & r) {
     r.running = rxros2::start(r.node, [&r]() -> rx::task<> {
       co_await later(r);
       ++r.fired;
     });
   }},
  // time within a stream that has another stream's environment
  {"flat_map",
   [](Rig & r) {
     run(r, r.source() | flat_map([&r](int) { return later(r); }));
     item(r);
   }},
  {"concat_map",
   [](Rig & r) {
     run(r, r.source() | concat_map([&r](int) { return later(r); }));
     item(r);
   }},
  {"switch_map",
   [](Rig & r) {
     run(r, r.source() | switch_map([&r](int) { return later(r); }));
     item(r);
   }},
  {"exhaust_map",
   [](Rig & r) {
     run(r, r.source() | exhaust_map([&r](int) { return later(r); }));
     item(r);
   }},
  {"flat_map_of_delay",
   [](Rig & r) {
     run(r, r.source() | flat_map([&r](int i) { return rx::sources::just(i) | delay(r.wait); }));
     item(r);
   }},
  {"flat_map_within",
   [](Rig & r) {
     run(r, r.source() | flat_map([&r](int i) {
              return rx::sources::just(i) | concat_map([&r](int) { return later(r); });
            }));
     item(r);
   }},
  {"flat_map_of_a_dynamic_stream",
   [](Rig & r) {
     const rx::observable<long> inner = later(r);
     run(r, rx::observable<int>(r.source()) | flat_map([inner](int) { return inner; }));
     item(r);
   }},
  {"flat_map_of_a_task",
   [](Rig & r) {
     run(r, r.source() | flat_map([&r](int) -> rx::task<int> {
              co_await rx::sleep_for(r.wait);
              co_return 1;
            }));
     item(r);
   }},
  {"merge",
   [](Rig & r) { run(r, r.source().map([](int i) -> long { return i; }) | merge(later(r))); }},
  {"merge_in_front", [](Rig & r) { run(r, later(r) | merge(r.source())); }},
  {"concat",
   [](Rig & r) {
     run(r, r.source().map([](int i) -> long { return i; }) | take(1) | concat(later(r)) | skip(1));
     item(r);
   }},
  {"combine_latest",
   [](Rig & r) {
     run(r, r.source() | combine_latest(later(r)));
     item(r);
   }},
  {"zip",
   [](Rig & r) {
     run(r, r.source() | zip(later(r)));
     item(r);
   }},
  {"with_latest_from",
   [](Rig & r) {
     run(r, later(r) | with_latest_from(r.source()));
     item(r);
   }},
  {"amb", [](Rig & r) { run(r, later(r) | amb(r.source().map([](int i) -> long { return i; }))); }},
  {"take_until", [](Rig & r) { run_to_end(r, r.source() | take_until(later(r))); }},
  {"skip_until",
   [](Rig & r) {
     run(r, r.source() | skip_until(later(r)) | take(1));
     r.poke = [&r] { item(r); };
   }},
  {"sample",
   [](Rig & r) {
     run(r, r.source() | sample(later(r)));
     item(r);
   }},
  {"buffer_by_boundary",
   [](Rig & r) {
     run(r, r.source() | buffer(later(r)) | take(1));
     item(r);
   }},
  {"window_by_boundary", [](Rig & r) { run(r, r.source() | window(later(r)) | skip(1)); }},
  {"buffer_toggle",
   [](Rig & r) {
     run(r, r.source() | buffer_toggle(rx::sources::just(1), [&r](int) { return later(r); }));
     item(r);
   }},
  {"on_error_resume_next",
   [](Rig & r) {
     run(
       r, r.source() | map([](int) -> long { throw std::runtime_error("broken"); }) |
            on_error_resume_next([&r](std::exception_ptr) { return later(r); }));
     item(r);
   }},
  {"retry_when",
   [](Rig & r) {
     run(
       r, rx::sources::just(1) | concat(rx::sources::error<int>(std::runtime_error("busy"))) |
            merge(r.source()) | retry_when([&r](std::exception_ptr) { return later(r); }) |
            skip(1) | take(1));
   }},
  {"switch_if_empty",
   [](Rig & r) {
     run(
       r, r.source().map([](int i) -> long { return i; }) | ignore_elements() |
            take_until(r.source()) | switch_if_empty(later(r)));
     item(r);
   }},
};

struct ClockJumps : RosContext, testing::TestWithParam<Row>
{
  ClockJumps() { begin(1000s); }

  void begin(std::chrono::nanoseconds wait) { rig = std::make_unique<Rig>(wait); }
  void start()
  {
    GetParam().begin(*rig);
    rig->flush();
    rig->fired = 0;
  }

  std::unique_ptr<Rig> rig;
};

TEST_P(ClockJumps, AWaitLastsItsFullTime)
{
  rig->simulate(true);
  rig->set(5000s);
  start();
  rig->set(5999s);
  EXPECT_EQ(rig->fired, 0);
  rig->set(6001s);
  EXPECT_EQ(rig->fired, 1);
}

TEST_P(ClockJumps, AClockThatIsSetFarBackDoesNotShortenAWait)
{
  rig->simulate(true);
  rig->set(5000s);
  start();
  rig->set(5400s);
  rig->set(5s);
  EXPECT_EQ(rig->fired, 0);
  rig->set(604s);
  EXPECT_EQ(rig->fired, 0);
  rig->set(606s);
  EXPECT_EQ(rig->fired, 1);
}

TEST_P(ClockJumps, AClockThatIsSetBackALittleDoesNotShortenAWait)
{
  rig->simulate(true);
  rig->set(5000s);
  start();
  rig->set(5400s);
  rig->set(5200s);
  EXPECT_EQ(rig->fired, 0);
  rig->set(5799s);
  EXPECT_EQ(rig->fired, 0);
  rig->set(5801s);
  EXPECT_EQ(rig->fired, 1);
}

TEST_P(ClockJumps, ALoopingClockDoesNotShortenAWait)
{
  rig->simulate(true);
  rig->set(5000s);
  start();
  for (int i = 0; i < 9; ++i) {
    rig->set(5100s);
    rig->set(5000s);
  }
  rig->set(5099s);
  EXPECT_EQ(rig->fired, 0);
  rig->set(5101s);
  EXPECT_EQ(rig->fired, 1);
}

TEST_P(ClockJumps, AJumpAheadEndsAWaitOnce)
{
  rig->simulate(true);
  rig->set(5000s);
  start();
  rig->set(5000s + std::chrono::hours(24 * 365 * 50));
  EXPECT_EQ(rig->fired, 1);
}

TEST_P(ClockJumps, TheFirstTimeOfAClockDoesNotCountAsElapsed)
{
  rig->simulate(true);  // and shows 0
  start();
  rig->set(1'700'000'000s);
  EXPECT_EQ(rig->fired, 0);
  rig->set(1'700'000'999s);
  EXPECT_EQ(rig->fired, 0);
  rig->set(1'700'001'001s);
  EXPECT_EQ(rig->fired, 1);
}

TEST_P(ClockJumps, TheStartOfSimulatedTimeDoesNotShortenAWait)
{
  start();
  rig->simulate(true);
  EXPECT_EQ(rig->fired, 0);
  rig->set(50s);
  EXPECT_EQ(rig->fired, 0);
  rig->set(550s);  // a part of the rest was real time
  EXPECT_EQ(rig->fired, 0);
  rig->set(1051s);
  EXPECT_EQ(rig->fired, 1);
}

TEST_P(ClockJumps, TheEndOfSimulatedTimeDoesNotShortenAWait)
{
  rig->simulate(true);
  rig->set(5000s);
  start();
  rig->set(5400s);
  rig->simulate(false);
  EXPECT_EQ(rig->fired, 0);
  rig->simulate(true);
  rig->set(5700s);
  EXPECT_EQ(rig->fired, 0);
  rig->set(6001s);
  EXPECT_EQ(rig->fired, 1);
}

TEST_P(ClockJumps, ATimerThatFiresWhileTheClockJumpsDoesNotEndAWait)
{
  if (!timers_fire_while_the_clock_jumps) {
    GTEST_SKIP();
  }
  rig->simulate(true);
  rig->set(5000s);
  start();
  rig->set(5400s);
  rig->while_it_jumps = [this] { rig->flush(); };
  rig->simulate(false);  // the clock shows a time that is decades later
  EXPECT_EQ(rig->fired, 0);
  rig->simulate(true);
  rig->set(5700s);
  EXPECT_EQ(rig->fired, 0);
  rig->set(6001s);
  EXPECT_EQ(rig->fired, 1);
}

TEST_P(ClockJumps, AClockThatGoesOnWhileTimersAreMadeAnewTakesNothingFromAWait)
{
  if (!timers_fire_while_the_clock_jumps) {
    GTEST_SKIP();
  }
  rig->simulate(true);
  rig->set(5000s);
  start();
  rig->set(5400s);
  rig->jump(5s);  // no callback runs until the clock goes on
  rig->while_it_jumps = [this] { rig->flush(); };
  rig->set(300s);
  rig->while_it_jumps = nullptr;
  rig->set(604s);
  EXPECT_EQ(rig->fired, 0);
  rig->set(606s);
  EXPECT_EQ(rig->fired, 1);
}

TEST_P(ClockJumps, TheLongestWaitHasNoEnd)
{
  begin(rx::duration::max());
  rig->simulate(true);
  rig->set(5000s);
  start();
  rig->set(5s);
  rig->set(5s + std::chrono::hours(24 * 365 * 50));
  EXPECT_EQ(rig->fired, 0);
  rig->running.dispose();
}

INSTANTIATE_TEST_SUITE_P(
  Waits, ClockJumps, testing::ValuesIn(rows),
  [](const testing::TestParamInfo<Row> & row) { return std::string(row.param.name); });

}  // namespace
