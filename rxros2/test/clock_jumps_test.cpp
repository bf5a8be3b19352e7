// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Every timed operator, source and wait of a coroutine on a node whose clock jumps: each keeps its
// remaining wait, and the start of simulated time wakes none of them. Inside a node's stream, parts
// without their own environment run on the node, too; otherwise subscribe() would not return.

#include <chrono>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "ros_test.hpp"

using namespace rx::operators;
using namespace rxros2::operators;
using namespace std::chrono_literals;
using rxros2::on_callback_group;

namespace
{

struct Stamped
{
  struct
  {
    struct
    {
      std::int32_t sec = 0;
      std::uint32_t nanosec = 0;
    } stamp;
  } header;
};

/// A stream whose environment is a node, like the stream of a topic.
template <typename T, typename Source>
struct placed
{
  using value_type = T;

  template <typename Out>
  rx::subscription start(Out && out) const
  {
    return source.start(std::forward<Out>(out));
  }
  rx::environment env() const { return where; }

  Source source;
  rx::environment where;
};

/// A node with a clock that the test sets, and the events of one wait on it.
struct Rig
{
  explicit Rig(std::chrono::nanoseconds how_long) : wait(how_long) { executor.add_node(node); }

  template <typename T>
  auto on_node(const rx::subject<T> & subject) const
  {
    auto source = subject.get_observable().source();
    return rx::make_observable(placed<T, decltype(source)>{std::move(source), env});
  }
  auto source() const { return on_node(items); }

  /// Like simulated time, but in this thread.
  void simulate(bool enable)
  {
    rcl_clock_t * const handle = clock->get_clock_handle();
    with_lock([&] {
      return enable ? rcl_enable_ros_time_override(handle) : rcl_disable_ros_time_override(handle);
    });
    flush();
  }
  void set(std::chrono::nanoseconds time)
  {
    with_lock([&] { return rcl_set_ros_time_override(clock->get_clock_handle(), time.count()); });
    flush();
    if (poke) {
      poke();
      flush();
    }
  }
  void flush()
  {
    for (int i = 0; i < 10; ++i) {
      executor.spin_some();
    }
  }

  Stamped message() const
  {
    const auto now = clock->now().nanoseconds();
    Stamped made;
    made.header.stamp.sec = static_cast<std::int32_t>(now / 1'000'000'000);
    made.header.stamp.nanosec = static_cast<std::uint32_t>(now % 1'000'000'000);
    return made;
  }
  std::function<void()> fire()
  {
    return [this] { ++fired; };
  }
  auto count()
  {
    return [this](auto &&...) { ++fired; };
  }

  const std::chrono::nanoseconds wait;
  std::shared_ptr<rxros2::Node> node = rxros2::create_node("waiting");
  rclcpp::Clock::SharedPtr clock = node->get_clock();
  rx::environment env = on_callback_group(node);
  rclcpp::executors::SingleThreadedExecutor executor;
  rx::subject<int> items;
  rx::subject<Stamped> messages;
  std::function<void()> poke;  // called at each time, for cases that only read the clock
  rx::subscription running;
  int fired = 0;

private:
  template <typename Set>
  void with_lock(Set call)
  {
    std::unique_lock lock(clock->get_clock_mutex(), std::defer_lock);
    if constexpr (!rxros2::detail::nodes_tell_of_their_end<>) {
      lock.lock();  // an installed rclcpp leaves that to its time source
    }
    ASSERT_EQ(call(), RCL_RET_OK);
  }
};

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

struct NodeClock : RosContext, testing::Test
{
  Rig rig{1000s};
};

TEST_F(NodeClock, ASchedulersTimeNeverGoesBackAndItsClockTimeIsSeparate)
{
  rig.simulate(true);
  rig.set(100s);
  const rx::time_point before = rig.env.now();
  rig.set(130s);
  EXPECT_EQ(rig.env.now() - before, 30s);
  rig.set(10s);
  EXPECT_EQ(rig.env.now() - before, 30s);
  EXPECT_EQ(rig.env.clock_now().time_since_epoch(), 10s);
  rig.set(11s);
  EXPECT_EQ(rig.env.now() - before, 31s);
}

TEST_F(NodeClock, NoNumberOfJumpsAheadUsesUpItsTime)
{
  rig.simulate(true);
  for (int i = 0; i < 250; ++i) {
    rig.set(1s + std::chrono::hours(24 * 365 * 50));
    rig.set(1s);
  }
  const rx::time_point before = rig.env.now();
  rig.set(2s);
  EXPECT_EQ(rig.env.now() - before, 1s);
}

TEST_F(NodeClock, AJumpCallbackSeesTimeThatStandsStill)
{
  rig.simulate(true);
  rig.set(100s);
  const rx::time_point before = rig.env.now();
  std::vector<rx::time_point> seen;
  rcl_jump_threshold_t threshold{};
  threshold.min_forward.nanoseconds = 1;
  threshold.min_backward.nanoseconds = -1;
  const auto handler = rig.clock->create_jump_callback(
    [&] { seen.push_back(rig.env.now()); },
    [&](const rcl_time_jump_t &) { seen.push_back(rig.env.now()); }, threshold);
  rig.set(10s);
  ASSERT_EQ(seen.size(), 2U);
  EXPECT_EQ(seen[0], before);
  EXPECT_EQ(seen[1], before);
}

TEST_F(NodeClock, AJumpDoesNotChangeTheAgeOfMessages)
{
  rig.simulate(true);
  std::string error;
  rig.running =
    (rig.on_node(rig.messages) | max_age(10s))
      .subscribe(
        [&](const Stamped &) { ++rig.fired; }, [&](std::exception_ptr e) { error = rx::what(e); });
  const auto send = [&](int stamp) {
    Stamped message;
    message.header.stamp.sec = stamp;
    rig.messages.get_subscriber().on_next(message);
  };
  send(1'700'000'000);  // before the first /clock
  rig.set(1'700'000'000s);
  send(1'700'000'000);
  rig.set(100s);
  send(1'700'000'000);  // was on its way when the clock was set back
  send(99);
  rig.set(109s);
  send(105);
  EXPECT_EQ(error, "");
  EXPECT_EQ(rig.fired, 5);
  send(90);
  EXPECT_EQ(error.substr(0, 40), "max_age: the newest message is 4000.0000") << error;
}

struct SynchronizeJumps : NodeClock
{
  template <typename Options>
  void match(const Options & options)
  {
    rig.simulate(true);
    rig.set(100s);
    const auto sync = rxros2::observable::synchronize(options, rig.on_node(a), rig.on_node(b));
    sync.unmatched().subscribe([this](const auto & leftover) {
      std::visit(
        [&](const Stamped & m) { got += "-" + std::to_string(m.header.stamp.sec) + " "; },
        leftover);
    });
    rig.running = sync.matched().subscribe([this](const auto & set) {
      got += std::to_string(std::get<0>(set).header.stamp.sec) + "=" +
             std::to_string(std::get<1>(set).header.stamp.sec) + " ";
    });
  }
  static void send(rx::subject<Stamped> & to, int stamp)
  {
    Stamped message;
    message.header.stamp.sec = stamp;
    to.get_subscriber().on_next(message);
  }

  rx::subject<Stamped> a, b;
  std::string got;
};

TEST_F(SynchronizeJumps, WaitingMessagesAreUnmatchedWhenTheClockIsSetBack)
{
  match(rxros2::synchronization_options{.queue_size = 3});
  for (int i = 90; i < 93; ++i) {
    send(a, i);
  }
  rig.set(1s);
  send(a, 1);
  send(a, 2);
  send(b, 1);
  send(b, 2);
  send(b, 90);  // would match a message from before
  EXPECT_EQ(got, "-90 -91 -92 1=1 2=2 ");
}

TEST_F(SynchronizeJumps, LateMessagesFromBeforeAJumpTakeNoRoom)
{
  match(rxros2::synchronization_options{.queue_size = 2});
  send(a, 90);
  rig.set(1s);
  send(a, 1);
  send(a, 91);  // late
  send(b, 1);
  for (int i = 2; i < 5; ++i) {
    send(a, i);
  }
  send(b, 4);
  EXPECT_EQ(got, "-90 1=1 -91 -2 -3 4=4 ");
}

TEST_F(SynchronizeJumps, TheApproximateSearchRestartsWhenTheClockIsSetBack)
{
  match(rxros2::approximate_options{});
  for (int i = 90; i < 93; ++i) {
    send(a, i);
  }
  rig.set(1s);
  for (int i = 1; i < 4; ++i) {
    send(a, 10 * i);
    send(b, 10 * i + 1);
  }
  EXPECT_EQ(got, "-90 -91 -92 10=11 20=21 ");
}

}  // namespace
