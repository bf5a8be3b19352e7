// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Operators without a node: max_age, freshness and synchronize, by stamps in virtual time; traced
// stages.

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "rx/rx.hpp"
#include "rxros2/time/max_age.hpp"
#include "rxros2/time/synchronize.hpp"
#include "rxros2/tracing/trace.hpp"

using namespace rx::operators;
using namespace rxros2::operators;
using namespace std::chrono_literals;
using rxros2::observable::synchronize;

namespace
{

struct Reading
{
  struct
  {
    struct
    {
      std::int32_t sec = 0;
      std::uint32_t nanosec = 0;
    } stamp;
  } header;
  int value = 0;
};

std::shared_ptr<const Reading> reading(std::chrono::nanoseconds stamp, int value = 0)
{
  auto made = std::make_shared<Reading>();
  made->header.stamp.sec = static_cast<std::int32_t>(stamp / 1s);
  made->header.stamp.nanosec = static_cast<std::uint32_t>((stamp % 1s).count());
  made->value = value;
  return made;
}

using Item = std::shared_ptr<const Reading>;

struct AgeTest : testing::Test
{
  /// A message that was created that long ago.
  void send(std::chrono::nanoseconds age)
  {
    readings.on_next(reading(clock->now().time_since_epoch() - age, ++made));
  }

  std::shared_ptr<rx::schedulers::virtual_time> clock = [] {
    auto made = std::make_shared<rx::schedulers::virtual_time>();
    made->advance_by(1h);
    return made;
  }();
  rx::subject<Item> readings;
  int made = 0;
  std::string got;
};

struct MaxAge : AgeTest
{
  MaxAge()
  {
    running =
      (readings.get_observable() | max_age(100ms, clock))
        .subscribe(
          [this](const Item & r) { got += std::to_string(r->value); },
          [this](std::exception_ptr e) { got += "X " + rx::what(e); }, [this] { got += "|"; });
  }
  rx::subscription running;
};

TEST_F(MaxAge, FreshMessagesPass)
{
  for (int i = 0; i < 5; ++i) {
    clock->advance_by(100ms);
    send(0ms);
  }
  send(100ms);  // exactly the maximum age
  readings.on_completed();
  EXPECT_EQ(got, "123456|");
  EXPECT_TRUE(clock->empty());
}

TEST_F(MaxAge, SilenceIsAnError)
{
  clock->advance_by(50ms);
  send(30ms);
  clock->advance_by(70ms);
  EXPECT_EQ(got, "1");
  clock->advance_by(1ms);
  EXPECT_EQ(got.substr(0, 31), "1X max_age: the newest message ") << got;
  EXPECT_TRUE(clock->empty());
  EXPECT_FALSE(readings.has_observers());
}

TEST_F(MaxAge, SilenceFromTheBeginningIsAnError)
{
  clock->advance_by(101ms);
  EXPECT_EQ(got, "X max_age: no message within 100.000000 ms");
}

TEST_F(MaxAge, AMessageThatIsTooOldIsAnError)
{
  send(0ms);
  send(101ms);  // late, but not the newest
  EXPECT_NE(got.find("1X max_age: the newest message is 0.0"), std::string::npos) << got;
}

TEST_F(MaxAge, DisposalRemovesTheTimer)
{
  send(0ms);
  running.dispose();
  EXPECT_TRUE(clock->empty());
  clock->advance_by(1s);
  EXPECT_EQ(got, "1");
}

TEST_F(MaxAge, RejectsAZeroAge)
{
  EXPECT_THROW(max_age(0ms), std::invalid_argument);
  EXPECT_THROW(freshness(-1ms), std::invalid_argument);
}

TEST_F(AgeTest, FreshnessReportsChanges)
{
  const auto running =
    (readings.get_observable() | freshness(100ms, clock)).subscribe([this](bool fresh) {
      got += fresh ? "T" : "F";
    });
  clock->advance_by(101ms);
  EXPECT_EQ(got, "F");  // no message has arrived
  send(101ms);
  clock->advance_by(1s);
  EXPECT_EQ(got, "F");  // no fresh message has arrived
  send(20ms);
  EXPECT_EQ(got, "FT");
  for (int i = 0; i < 10; ++i) {
    clock->advance_by(80ms);
    send(20ms);
    send(500ms);  // is irrelevant next to it
  }
  clock->advance_by(80ms);
  EXPECT_EQ(got, "FT");
  clock->advance_by(1ms);
  EXPECT_EQ(got, "FTF");
  EXPECT_TRUE(clock->empty());
  send(0ms);
  EXPECT_EQ(got, "FTFT");
  readings.on_completed();
  EXPECT_TRUE(clock->empty());
}

struct SynchronizeTest : testing::Test
{
  template <typename Options = rxros2::synchronization_options>
  auto subscribe(const Options & options)
  {
    auto sync = synchronize(options, a.get_observable(), b.get_observable());
    sync.unmatched().subscribe([this](const std::variant<Item, Item> & leftover) {
      std::visit(
        [&](const Item & r) {
          got += (leftover.index() == 0 ? "a" : "b") + std::to_string(r->value) + " ";
        },
        leftover);
    });
    running = sync.matched().subscribe(
      [this](const std::tuple<Item, Item> & set) {
        got += std::to_string(std::get<0>(set)->value) + "=" +
               std::to_string(std::get<1>(set)->value) + " ";
      },
      [this](std::exception_ptr e) { got += rx::what(e); }, [this] { got += "|"; });
    return sync;
  }
  void send(rx::subject<Item> & to, int milliseconds)
  {
    to.on_next(reading(std::chrono::milliseconds(milliseconds), milliseconds));
  }

  rx::subject<Item> a, b;
  rx::subscription running;
  std::string got;
};

TEST_F(SynchronizeTest, ExactlyTheSameStamp)
{
  const auto sync = subscribe({});
  send(a, 1);
  send(b, 1);
  send(a, 2);
  send(b, 3);
  send(a, 3);
  send(b, 5);
  send(b, 4);  // out of order
  send(a, 4);
  EXPECT_EQ(got, "1=1 a2 3=3 4=4 ");
  EXPECT_EQ(sync.statistics().matched, 3u);
  EXPECT_EQ(sync.statistics().unmatched, (std::array<std::uint64_t, 2>{1, 0}));
  a.on_completed();
  EXPECT_EQ(got, "1=1 a2 3=3 4=4 b5 |");
  EXPECT_FALSE(b.has_observers());
}

TEST_F(SynchronizeTest, WithinATolerance)
{
  const auto sync = subscribe({.tolerance = 10ms});
  send(a, 100);
  send(b, 110);  // just within the tolerance
  send(a, 200);
  send(b, 211);  // just outside the tolerance
  send(a, 215);
  send(a, 300);
  send(a, 304);
  send(b, 308);  // 304 is closer than 300
  send(b, 400);
  EXPECT_EQ(got, "100=110 a200 215=211 a300 304=308 ");
  b.on_completed();
  EXPECT_EQ(got, "100=110 a200 215=211 a300 304=308 ");
  send(a, 390);
  EXPECT_EQ(got, "100=110 a200 215=211 a300 304=308 390=400 |");
}

TEST_F(SynchronizeTest, QueuesAreBounded)
{
  const auto sync = subscribe({.queue_size = 3});
  for (int i = 1; i <= 5; ++i) {
    send(a, i);
  }
  EXPECT_EQ(got, "a1 a2 ");
  send(b, 4);
  EXPECT_EQ(got, "a1 a2 a3 4=4 ");
  EXPECT_EQ(sync.statistics().unmatched[0], 3u);
}

TEST_F(SynchronizeTest, AnErrorOfAStreamEndsIt)
{
  subscribe({});
  send(a, 1);
  b.on_error(std::make_exception_ptr(std::runtime_error("b failed")));
  EXPECT_EQ(got, "b failed");
  EXPECT_FALSE(a.has_observers());
}

TEST_F(SynchronizeTest, DisposalInTheMiddleOfASet)
{
  const auto sync = synchronize({}, a.get_observable(), b.get_observable());
  running = sync.matched().subscribe([this](const auto &) {
    got += "+";
    running.dispose();
  });
  send(a, 1);
  send(a, 2);
  send(b, 1);
  send(b, 2);
  EXPECT_EQ(got, "+");
  EXPECT_FALSE(a.has_observers());
  EXPECT_FALSE(b.has_observers());
}

TEST_F(SynchronizeTest, ThreeStreamsOfTwoTypes)
{
  rx::subject<Reading> c;
  const auto sync = synchronize({}, a.get_observable(), b.get_observable(), c.get_observable());
  sync.matched().subscribe([this](const std::tuple<Item, Item, Reading> & set) {
    got += std::to_string(std::get<0>(set)->value + std::get<2>(set).value) + " ";
  });
  for (int i = 1; i <= 2; ++i) {
    send(a, i);
    send(b, i);
    EXPECT_EQ(got, i == 1 ? "" : "2 ");
    c.on_next(*reading(std::chrono::milliseconds(i), i));
  }
  EXPECT_EQ(got, "2 4 ");
}

TEST_F(SynchronizeTest, RejectsInvalidOptions)
{
  const auto s = a.get_observable();
  EXPECT_THROW(static_cast<void>(synchronize({.tolerance = -1ms}, s, s)), std::invalid_argument);
  EXPECT_THROW(static_cast<void>(synchronize({.queue_size = 0}, s, s)), std::invalid_argument);
}

TEST_F(SynchronizeTest, ApproximatelyTheClosestOnes)
{
  const auto sync = subscribe(rxros2::approximate_options{});
  send(a, 10);
  send(b, 14);
  EXPECT_EQ(got, "");  // the next of a may be closer
  send(a, 15);
  EXPECT_EQ(got, "a10 15=14 ");  // it is, and the next of b would be farther from both
  send(b, 30);
  send(a, 31);
  EXPECT_EQ(got, "a10 15=14 ");
  send(b, 50);
  send(a, 48);
  EXPECT_EQ(got, "a10 15=14 31=30 ");
  EXPECT_EQ(sync.statistics().matched, 2U);
  EXPECT_EQ(sync.statistics().unmatched, (std::array<std::uint64_t, 2>{1, 0}));
  a.on_completed();
  EXPECT_EQ(got, "a10 15=14 31=30 48=50 |");  // no set can be better now
}

TEST_F(SynchronizeTest, ApproximatelyWithinAnInterval)
{
  const auto sync = subscribe(rxros2::approximate_options{.max_interval = 5ms});
  send(a, 10);
  send(b, 20);
  EXPECT_EQ(got, "a10 ");
  send(a, 24);
  send(b, 40);
  EXPECT_EQ(got, "a10 24=20 ");
  a.on_completed();
  b.on_completed();
  EXPECT_EQ(got, "a10 24=20 b40 |");
}

TEST_F(SynchronizeTest, ApproximatelyWithLowerBoundsSetsAreFoundEarlier)
{
  const auto sync = subscribe(rxros2::approximate_options{.lower_bounds = {50ms, 50ms}});
  send(a, 10);
  send(b, 14);
  EXPECT_EQ(got, "10=14 ");
  send(b, 64);
  send(a, 61);
  EXPECT_EQ(got, "10=14 61=64 ");
}

TEST_F(SynchronizeTest, ApproximatelyAnOlderSetIsPreferred)
{
  const auto sync = subscribe(rxros2::approximate_options{.age_penalty = 1});
  send(a, 10);
  send(b, 14);
  send(a, 17);  // as close
  send(b, 30);
  EXPECT_EQ(got, "10=14 ");
}

TEST_F(SynchronizeTest, ApproximatelyTheOldestOfTooManyAreUnmatched)
{
  const auto sync = subscribe(rxros2::approximate_options{.queue_size = 2});
  for (const int stamp : {10, 20, 30, 40}) {
    send(a, stamp);
  }
  EXPECT_EQ(got, "a10 a20 ");
  send(b, 11);  // the dropped message would have been better than the waiting one
  EXPECT_EQ(got, "a10 a20 b11 ");
  send(b, 31);
  send(b, 42);
  EXPECT_EQ(got, "a10 a20 b11 30=31 ");
  b.on_completed();
  EXPECT_EQ(got, "a10 a20 b11 30=31 ");  // the next of a may be closer to 42
  a.on_completed();
  EXPECT_EQ(got, "a10 a20 b11 30=31 40=42 |");
}

TEST_F(SynchronizeTest, ApproximatelyEachMessageIsInOneSetOrUnmatched)
{
  std::mt19937 random(7);
  const auto below = [&random](unsigned n) { return static_cast<int>(random() % n); };
  for (int round = 0; round < 200; ++round) {
    got.clear();
    rxros2::approximate_options options{.queue_size = static_cast<std::size_t>(1 + below(6))};
    options.age_penalty = 0.5 * below(3);
    rx::subject<Item> leftover, right;
    const auto sync = synchronize(options, leftover.get_observable(), right.get_observable());
    std::uint64_t lost = 0;
    int last_left = -1, last_right = -1;
    bool completed = false;
    sync.unmatched().subscribe([&lost](const auto &) { ++lost; });
    sync.matched().subscribe(
      [&](const std::tuple<Item, Item> & set) {
        const auto & [l, r] = set;
        EXPECT_GT(l->value, last_left);
        EXPECT_GT(r->value, last_right);
        last_left = l->value;
        last_right = r->value;
      },
      [&completed] { completed = true; });
    int times[2] = {0, 0};
    std::uint64_t sent = 0;
    for (int i = 0; i < 200; ++i, ++sent) {
      const int which = below(2);
      send(which == 0 ? leftover : right, times[which] += 1 + below(20));
    }
    leftover.on_completed();
    right.on_completed();
    EXPECT_TRUE(completed);
    EXPECT_EQ(2 * sync.statistics().matched + lost, sent);
    EXPECT_EQ(sync.statistics().unmatched[0] + sync.statistics().unmatched[1], lost);
  }
}

TEST_F(SynchronizeTest, ApproximatelyRejectsInvalidOptions)
{
  using options = rxros2::approximate_options;
  const auto s = a.get_observable();
  EXPECT_THROW(
    static_cast<void>(synchronize(options{.queue_size = 0}, s, s)), std::invalid_argument);
  EXPECT_THROW(
    static_cast<void>(synchronize(options{.age_penalty = -1}, s, s)), std::invalid_argument);
  EXPECT_THROW(
    static_cast<void>(synchronize(options{.max_interval = -1ms}, s, s)), std::invalid_argument);
  EXPECT_THROW(
    static_cast<void>(synchronize(options{.lower_bounds = {1ms}}, s, s)), std::invalid_argument);
  EXPECT_THROW(
    static_cast<void>(synchronize(options{.lower_bounds = {1ms, -1ms}}, s, s)),
    std::invalid_argument);
}

// In any order of arrival, each message is in one set or unmatched, and sets keep the tolerance.
TEST_F(SynchronizeTest, NothingIsLostOrPairedTwice)
{
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    rx::subject<Item> x, y;
    std::vector<int> seen_x, seen_y;
    const int tolerance = static_cast<int>(random() % 4);
    const auto sync = synchronize(
      {.tolerance = std::chrono::milliseconds(tolerance), .queue_size = 1 + random() % 8},
      x.get_observable(), y.get_observable());
    sync.unmatched().subscribe([&](const std::variant<Item, Item> & leftover) {
      (leftover.index() == 0 ? seen_x : seen_y)
        .push_back(
          std::get_if<0>(&leftover) ? std::get<0>(leftover)->value : std::get<1>(leftover)->value);
    });
    int sets = 0;
    sync.matched().subscribe([&](const std::tuple<Item, Item> & set) {
      ++sets;
      const int p = std::get<0>(set)->value;
      const int q = std::get<1>(set)->value;
      EXPECT_LE(std::abs(p - q), tolerance);
      seen_x.push_back(p);
      seen_y.push_back(q);
    });
    std::vector<int> sent_x, sent_y;
    for (int i = 0; i < 60; ++i) {
      const int stamp = 10 + i + static_cast<int>(random() % 5);
      const bool first = random() % 2;
      (first ? sent_x : sent_y).push_back(stamp);
      send(first ? x : y, stamp);
    }
    x.on_completed();
    y.on_completed();
    for (auto * each : {&seen_x, &seen_y, &sent_x, &sent_y}) {
      std::sort(each->begin(), each->end());
    }
    EXPECT_EQ(seen_x, sent_x);
    EXPECT_EQ(seen_y, sent_y);
    const auto totals = sync.statistics();
    EXPECT_EQ(totals.matched, static_cast<std::uint64_t>(sets));
    EXPECT_EQ(totals.matched + totals.unmatched[0], sent_x.size());
    EXPECT_EQ(totals.matched + totals.unmatched[1], sent_y.size());
  }
}

TEST_F(SynchronizeTest, StreamsMayComeFromTwoThreads)
{
  constexpr int count = 5000;
  const auto sync = synchronize({.queue_size = count}, a.get_observable(), b.get_observable());
  std::atomic<int> inside = 0;
  int sets = 0;
  sync.matched().subscribe([&](const std::tuple<Item, Item> & set) {
    EXPECT_EQ(++inside, 1);
    EXPECT_EQ(std::get<0>(set)->value, std::get<1>(set)->value);
    ++sets;
    --inside;
  });
  const auto feed = [&](rx::subject<Item> & to) {
    for (int i = 1; i <= count; ++i) {
      send(to, i);
    }
  };
  std::thread other([&] { feed(b); });
  feed(a);
  other.join();
  EXPECT_EQ(sets, count);
}

struct TraceTest : testing::Test
{
  TraceTest()
  {
    rxros2::trace::reset();
    rxros2::trace::enable();
  }
  ~TraceTest() override { rxros2::trace::enable(false); }

  static rxros2::trace::stage_statistics of(const std::string & name)
  {
    for (const auto & each : rxros2::trace::statistics()) {
      if (each.name == name) {
        return each;
      }
    }
    return {};
  }
};

TEST_F(TraceTest, StagesCountItems)
{
  rx::subject<int> numbers;
  int sum = 0;
  (numbers.get_observable() | traced("numbers") |
   traced("even", filter([](int i) { return i % 2 == 0; })) | map([](int i) { return i; }) |
   traced("positive", map([](int i) {
            if (i < 0) {
              throw std::runtime_error("negative");
            }
            return i;
          })))
    .subscribe([&](int i) { sum += i; }, [](std::exception_ptr) {});
  for (int i : {1, 2, 3, 4, 5}) {
    numbers.on_next(i);
  }
  EXPECT_EQ(sum, 6);
  EXPECT_EQ(of("numbers").in, 5u);
  EXPECT_EQ(of("numbers").out, 5u);
  EXPECT_EQ(of("numbers").feeds, std::vector<std::string>{"even"});
  EXPECT_EQ(of("even").in, 5u);
  EXPECT_EQ(of("even").out, 2u);
  EXPECT_EQ(of("even").feeds, std::vector<std::string>{"positive"});  // through an unnamed stage
  numbers.on_next(-2);
  EXPECT_EQ(of("positive").in, 3u);
  EXPECT_EQ(of("positive").out, 2u);
  EXPECT_EQ(of("positive").errors, 1u);
  EXPECT_EQ(of("even").errors, 0u);
  EXPECT_EQ(of("positive").subscriptions, 1u);
  EXPECT_GT(of("even").longest.count(), 0);
  EXPECT_GE(of("even").longest, of("even").mean);
}

TEST_F(TraceTest, MeasuresTheTimeWithinTheStage)
{
  const auto clock = std::make_shared<rx::schedulers::virtual_time>();
  rx::subject<int> numbers;
  (numbers.get_observable() |
   traced("both", [&](auto s) { return s | delay(10ms, clock) | take(1); }))
    .subscribe([](int) {});
  const auto began = std::chrono::steady_clock::now();
  numbers.on_next(1);
  const auto until = std::chrono::steady_clock::now() + 2ms;
  while (std::chrono::steady_clock::now() < until) {
  }
  clock->advance_by(10ms);
  const auto took = std::chrono::steady_clock::now() - began;
  EXPECT_GE(of("both").longest, 2ms);
  EXPECT_LE(of("both").longest, took);
  EXPECT_EQ(of("both").completed, 1u);
}

TEST_F(TraceTest, CanBeShown)
{
  (rx::observable<>::range(1, 3) | traced("a \"source\"") |
   traced("shown", filter([](int i) { return i > 1; })))
    .subscribe([](int) {});
  const std::string table = rxros2::trace::table();
  EXPECT_EQ(table.find("stage "), 0u) << table;
  EXPECT_NE(table.find("\nshown "), std::string::npos) << table;
  const std::string dot = rxros2::trace::dot();
  EXPECT_NE(dot.find("\"shown\" [label=\"shown\\n2 out, 1 dropped\"];"), std::string::npos) << dot;
  EXPECT_NE(dot.find("\"a \\\"source\\\"\" -> \"shown\";"), std::string::npos) << dot;
  const std::string json = rxros2::trace::json();
  EXPECT_NE(
    json.find("{\"name\": \"shown\", \"subscriptions\": 1, \"in\": 3, \"out\": 2, \"errors\": 0, "
              "\"completed\": 1, "),
    std::string::npos)
    << json;
}

TEST_F(TraceTest, IsDrawn)
{
  (rx::observable<>::range(1, 3) | traced("a <source>") |
   traced("shown", filter([](int i) { return i > 1; })))
    .subscribe([](int) {});
  const std::string svg = rxros2::trace::svg();
  EXPECT_EQ(svg.find("<svg xmlns="), 0u) << svg;
  EXPECT_NE(svg.find(">a &lt;source&gt;</text>"), std::string::npos) << svg;
  EXPECT_NE(svg.find(">2 out, 1 dropped</text>"), std::string::npos) << svg;
  EXPECT_NE(svg.find("<title>subscriptions: 1\nin: 3\nout: 2\n"), std::string::npos) << svg;
}

TEST_F(TraceTest, CountsNothingWhenOff)
{
  rxros2::trace::enable(false);
  rx::observable<>::range(1, 3).map([](int i) { return i; }).subscribe([](int) {});
  (rx::observable<>::range(1, 3) | traced("unseen")).subscribe([](int) {});
  EXPECT_EQ(of("unseen").out, 0u);
}

TEST(TraceDeathTest, TheEnvironmentVariableShowsATableAtTheEnd)
{
  testing::FLAGS_gtest_death_test_style =
    "threadsafe";  // a new process, which has not read the variable yet
  EXPECT_EXIT(
    {
      ::setenv("RXROS2_TRACE", "1", 1);
      (rx::observable<>::range(1, 3) | traced("at the end")).subscribe([](int) {});
      std::exit(0);
    },
    testing::ExitedWithCode(0), "at the end +1 +3 +3 +0 ");
}

TEST(TraceDeathTest, OrWritesTheFileThatItNames)
{
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  for (const auto & [ending, begin] :
       {std::pair(".svg", "<svg "), {".dot", "digraph "}, {".json", "[{\"name\": "}}) {
    const std::string path = testing::TempDir() + "rxros2_trace" + ending;
    EXPECT_EXIT(
      {
        ::setenv("RXROS2_TRACE", path.c_str(), 1);
        (rx::observable<>::range(1, 3) | traced("written")).subscribe([](int) {});
        std::exit(0);
      },
      testing::ExitedWithCode(0), "");
    std::ifstream file(path);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    EXPECT_EQ(text.find(begin), 0u) << path << ": " << text;
    EXPECT_NE(text.find("written"), std::string::npos) << text;
    std::remove(path.c_str());
  }
}

}  // namespace
