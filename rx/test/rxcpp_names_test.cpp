// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// RxCpp's names, for programs written for RxCpp, and the differences that such programs notice.

#include "rxcpp/operators/rx-map.hpp"
#include "rxcpp/rx-lite.hpp"
#include "rxcpp/schedulers/rx-newthread.hpp"
#include "rxcpp/sources/rx-range.hpp"
#include "rxcpp/subjects/rx-synchronize.hpp"

#include <gtest/gtest.h>

#include "rxcpp/rx-test.hpp"

#if !RXCPP_USE_EXCEPTIONS || !RXCPP_USE_RTTI
#error "programs ask for these"
#endif

namespace
{

using namespace std::chrono_literals;
namespace rxu = rxcpp::util;
namespace rxs = rxcpp::sources;
namespace rxo = rxcpp::operators;
namespace rxsc = rxcpp::schedulers;
namespace rxt = rxcpp::test;
namespace rxn = rxcpp::notifications;

template <class Stream>
std::string shown(const Stream & stream)
{
  std::ostringstream out;
  stream.subscribe(
    [&](const auto & item) { out << item << ' '; },
    [&](const rxu::error_ptr & e) { out << "X " << rxu::what(e); }, [&] { out << '|'; });
  return out.str();
}

const auto here = rxcpp::identity_current_thread();

TEST(RxcppNames, Errors)
{
  try {
    rxu::throw_exception(std::runtime_error("no grip"));
  } catch (...) {
    EXPECT_EQ(rxu::what(rxu::current_exception()), "no grip");
    EXPECT_THROW(rxu::rethrow_exception(rxu::current_exception()), std::runtime_error);
  }
  EXPECT_EQ(rxu::what(rxu::make_error_ptr(std::runtime_error("slipped"))), "slipped");
  EXPECT_EQ(shown(rxs::error<int>(std::runtime_error("slipped"), here)), "X slipped");
  rxcpp::composite_exception errors;
  EXPECT_TRUE(errors.empty());
  errors.add(rxu::make_error_ptr(std::runtime_error("a")))
    .add(rxu::make_error_ptr(std::runtime_error("b")));
  EXPECT_STREQ(errors.what(), "2 failed: a; b");
}

TEST(RxcppNames, Observers)
{
  std::string log;
  const auto to = rxcpp::make_observer<int>(
    [&](int i) { log += std::to_string(i); }, [&](rxu::error_ptr) { log += 'X'; },
    [&] { log += '|'; });
  rxcpp::observable<>::just(1).subscribe(to);
  rxcpp::observable<>::just(2).tap(to).subscribe();
  rxcpp::observable<>::just(3).subscribe(rxcpp::make_subscriber<int>(to));
  rxcpp::observer<int> kept;
  kept.on_next(4);  // ignored
  kept = rxcpp::make_observer_dynamic<int>([&] { log += '.'; });
  rxcpp::observable<>::just(5).subscribe(kept);
  EXPECT_EQ(log, "1|2|3|.");

  std::unique_ptr<int> moved;
  rxcpp::make_observer<std::unique_ptr<int>>([&](std::unique_ptr<int> i) {
    moved = std::move(i);
  }).on_next(std::make_unique<int>(6));
  EXPECT_EQ(*moved, 6);

  static_assert(rxcpp::is_observer<rxcpp::observer<int>>::value);
  static_assert(rxcpp::is_observer<rxcpp::subscriber<int>>::value);
  static_assert(!rxcpp::is_observer<int>::value);
  static_assert(rxcpp::is_subscriber<rxcpp::subscriber<int>>::value);
  static_assert(rxcpp::is_subscription<rxcpp::composite_subscription>::value);
  static_assert(rxcpp::is_subscription<rxcpp::subscription>::value);
  static_assert(!rxcpp::is_subscription<rxcpp::observer<int>>::value);
  static_assert(rxcpp::is_observable<rxcpp::observable<int>>::value);
  static_assert(
    std::is_same_v<rxcpp::observable<int, rxcpp::dynamic_observable<int>>, rxcpp::observable<int>>);
}

TEST(RxcppNames, ReportsAnErrorThatAnObserverDoesNotHandle)
{
  static std::string reported;
  const auto before = rxcpp::on_unhandled_error(
    [](const std::exception_ptr & e) noexcept { reported = rxcpp::what(e); });
  rxs::error<int>(std::runtime_error("unseen")).subscribe(rxcpp::make_observer<int>([](int) {}));
  rxcpp::on_unhandled_error(before);
  EXPECT_EQ(reported, "unseen");
}

TEST(RxcppNames, StreamsThatAreAssignedLater)
{
  struct
  {
    rxcpp::observable<int> readings;
    rxcpp::connectable_observable<int> shared;
  } robot;
  EXPECT_NE(shown(robot.readings).find("X rx::observable"), std::string::npos);
  EXPECT_NE(shown(robot.shared).find("X rx::connectable_observable"), std::string::npos);
  EXPECT_THROW(robot.shared.connect(), std::logic_error);
  robot.readings = rxcpp::observable<>::just(1, 2);
  EXPECT_EQ(shown(robot.readings), "1 2 |");
  int runs = 0;
  robot.shared = robot.readings.finally([&] { ++runs; }).publish();
  std::string seen;
  robot.shared.subscribe([&](int i) { seen += std::to_string(i); });
  const rxcpp::connectable_observable<int> copy = robot.shared;
  copy.connect();
  EXPECT_EQ(seen, "12");
  EXPECT_EQ(shown(robot.readings.publish().as_dynamic().ref_count()), "1 2 |");
  EXPECT_EQ(runs, 1);
}

TEST(RxcppNames, RefCountOfAnother)
{
  int runs = 0;
  const auto source = rxcpp::observable<>::just(1, 2).finally([&] { ++runs; }).publish();
  EXPECT_EQ(shown(source.map([](int i) { return 10 * i; }).ref_count(source)), "10 20 |");
  EXPECT_EQ(runs, 1);
}

TEST(RxcppNames, ConnectAfterTheEndDoesNothing)
{
  int runs = 0;
  const auto source = rxcpp::observable<>::just(1).finally([&] { ++runs; }).publish();
  source.connect();
  EXPECT_FALSE(source.connect().is_subscribed());
  EXPECT_EQ(runs, 1);

  rxcpp::subject<int> readings;
  const auto again = readings.get_observable().publish();
  again.connect().dispose();
  again.connect();
  EXPECT_TRUE(readings.has_observers());
}

TEST(RxcppNames, PointsOfTimeOfTheSteadyClock)
{
  const auto clock = std::make_shared<rxsc::virtual_time>();
  const auto soon = std::chrono::steady_clock::now() + 1h;
  std::string log;
  const auto write = [&](const char * what) { return [&log, what](auto) { log += what; }; };
  rxcpp::observable<>::interval(soon, 1h, clock).take(2).subscribe(write("i"));
  rxcpp::observable<>::timer(soon, clock).subscribe(write("t"));
  rxcpp::observable<>::interval(40min, clock)
    .take_until(soon, rxcpp::environment(clock))
    .subscribe(write("u"));
  rxcpp::observable<>::interval(40min, clock)
    .take(3)
    .skip_until(soon, rxcpp::environment(clock))
    .subscribe(write("s"));
  clock->advance_by(59min);
  EXPECT_EQ(log, "uu");
  clock->advance_by(1h);
  std::sort(log.begin(), log.end());
  EXPECT_EQ(log, "istuu");
  const auto now = std::chrono::steady_clock::now();
  EXPECT_EQ(shown(rxcpp::observable<>::interval(now, 1ms).take(2)), "1 2 |");
  EXPECT_EQ(shown(rxcpp::observable<>::timer(now + 1ms)), "1 |");
  EXPECT_EQ(shown(rxcpp::observable<>::never<int>().take_until(now + 1ms)), "|");
}

TEST(RxcppNames, CoordinationsInAllPlaces)
{
  using rxcpp::observable;
  EXPECT_EQ(shown(observable<>::range(1, 3, here)), "1 2 3 |");
  EXPECT_EQ(shown(observable<>::range(1, 5, 2, here)), "1 3 5 |");
  EXPECT_EQ(shown(observable<>::range(1, here).take(2)), "1 2 |");
  EXPECT_EQ(shown(rxs::range(1, 3, here)), "1 2 3 |");
  EXPECT_EQ(shown(observable<>::just(1, here)), "1 |");
  EXPECT_EQ(shown(rxs::from(here, 1, 2)), "1 2 |");
  EXPECT_EQ(shown(rxs::iterate(std::vector{1, 2}, here)), "1 2 |");
  EXPECT_EQ(shown(observable<>::empty<int>(here)), "|");
  EXPECT_EQ(shown(observable<>::error<int>(std::runtime_error("e"), here)), "X e");
  const auto two = observable<>::just(1, 2);
  EXPECT_EQ(shown(two.take_until(observable<>::never<int>(), here)), "1 2 |");
  EXPECT_EQ(shown(two.skip_until(observable<>::just(0), here)), "1 2 |");
  const auto streams = observable<>::just(two.as_dynamic(), two.as_dynamic());
  EXPECT_EQ(shown(streams.merge(here)), "1 2 1 2 |");
  EXPECT_EQ(shown(streams.concat(here)), "1 2 1 2 |");
  EXPECT_EQ(shown(streams.switch_on_next(here)), "1 2 1 2 |");
  EXPECT_EQ(shown(streams.amb(here)), "1 2 |");
  const auto tens = [](int i) { return rxcpp::observable<>::just(10 * i); };
  const auto sum = [](int a, int b) { return a + b; };
  EXPECT_EQ(shown(two.flat_map(tens, here)), "10 20 |");
  EXPECT_EQ(shown(two.flat_map(tens, sum, here)), "11 22 |");
  EXPECT_EQ(shown(two.concat_map(tens, here)), "10 20 |");
  EXPECT_EQ(shown(two.concat_map(tens, sum, here)), "11 22 |");
  EXPECT_EQ(shown(two.delay(here, 1ms)), "1 2 |");
  EXPECT_EQ(shown(two.debounce(here, 1ms)), "2 |");
  EXPECT_EQ(shown(two.timeout(here, 1h)), "1 2 |");
  const rxcpp::identity_one_worker one(rxsc::make_current_thread());
  EXPECT_EQ(shown(two.observe_on(one)), "1 2 |");
  EXPECT_EQ(shown(observable<>::just(1, one)), "1 |");
  EXPECT_EQ(shown(observable<>::start_with(two, 8, 9)), "8 9 1 2 |");
}

TEST(RxcppNames, AmbOfAStreamOfStreams)
{
  rxcpp::subject<rxcpp::observable<int>> streams;
  rxcpp::subject<int> slow, fast, late;
  std::string log;
  const auto whole = streams.get_observable().amb().subscribe(
    [&](int i) { log += std::to_string(i); }, [&] { log += '|'; });
  streams.on_next(slow.get_observable());
  streams.on_next(fast.get_observable());
  fast.on_next(1);
  EXPECT_FALSE(slow.has_observers());
  EXPECT_FALSE(streams.has_observers());
  fast.on_next(2);
  fast.on_completed();
  EXPECT_EQ(log, "12|");
  EXPECT_FALSE(whole.is_subscribed());
  EXPECT_EQ(
    shown(rxcpp::observable<>::just(
            rxcpp::observable<>::never<int>().as_dynamic(),
            rxs::error<int>(std::runtime_error("first")).as_dynamic())
            .amb()),
    "X first");
}

TEST(RxcppNames, SubscribersAndSubjects)
{
  std::string log;
  rxcpp::subjects::subject<int> readings;
  const auto to = readings.get_subscriber();
  readings.get_observable().subscribe(
    [&](int i) { log += std::to_string(i); }, [&] { log += '|'; });
  to.add([&] { log += "added"; });
  EXPECT_TRUE(to.is_subscribed());
  to.get_observer().on_next(1);
  to.unsubscribe();
  EXPECT_FALSE(to.is_subscribed());
  EXPECT_FALSE(readings.has_observers());
  EXPECT_FALSE(to.on_next(2));
  EXPECT_EQ(log, "1added");

  const rxcpp::composite_subscription lifetime;
  const rxcpp::subjects::subject<int> ended_with(lifetime);
  lifetime.unsubscribe();
  EXPECT_FALSE(ended_with.is_subscribed());
  const rxcpp::subjects::behavior<int> ends(0);
  ends.add([&] { log += " ended"; });
  ends.on_completed();
  EXPECT_EQ(log, "1added ended");

  rxcpp::observable<>::create<int>([](const rxcpp::subscriber<int> & s) {
    s.get_observer().on_next(1);
    s.as_dynamic().on_completed();
  }).subscribe([&](int) { log += " created"; });
  EXPECT_EQ(log, "1added ended created");
}

TEST(RxcppNames, TapAndTheEndsOfBlocking)
{
  std::string log;
  const auto broken = rxs::error<int>(std::runtime_error("e"));
  broken.tap([&](const std::exception_ptr &) { log += 'X'; })
    .subscribe([](int) {}, [](const std::exception_ptr &) {});
  rxcpp::observable<>::just(1).tap([&] { log += '|'; }).subscribe();
  rxcpp::observable<>::just(1)
    .tap([&](std::exception_ptr) { log += 'X'; }, [&] { log += '.'; })
    .subscribe();
  EXPECT_EQ(log, "X|.");
  const auto numbers = rxcpp::observable<>::just(2, 3, 1).as_blocking();
  EXPECT_EQ(numbers.min(), 1);
  EXPECT_EQ(numbers.max(), 3);
  const rxcpp::composite_subscription lifetime, other;
  numbers.subscribe(lifetime, [&](int i) { log += std::to_string(i); }, [&] { log += '|'; });
  EXPECT_EQ(log, "X|.231|");
  EXPECT_FALSE(lifetime.is_subscribed());
  rxcpp::observable<>::never<int>()
    .merge(rxcpp::observable<>::timer(0ms).map([](long i) { return static_cast<int>(i); }))
    .as_blocking()
    .subscribe(other, [&](int) { other.unsubscribe(); });
  EXPECT_FALSE(other.is_subscribed());
}

struct place
{
  int x;
  friend bool operator<(const place & a, const place & b) { return a.x < b.x; }
  friend bool operator==(const place &, const place &) = default;
};
struct only_equal
{
  int x;
  friend bool operator==(const only_equal &, const only_equal &) = default;
};

TEST(RxcppNames, KeysWithoutAHash)
{
  const auto x = [](const auto & p) { return p.x; };
  EXPECT_EQ(
    shown(rxcpp::observable<>::just(place{1}, place{2}, place{1}).distinct().map(x)), "1 2 |");
  EXPECT_EQ(
    shown(rxcpp::observable<>::just(only_equal{1}, only_equal{2}, only_equal{1}).distinct().map(x)),
    "1 2 |");
  const auto count = [](const auto & group) { return group.count(); };
  EXPECT_EQ(
    shown(rxcpp::observable<>::range(1, 5)
            .group_by([](int i) { return place{i % 2}; })
            .flat_map(count)),
    "2 3 |");
  const auto by_tens = [](int a, int b) { return a / 10 < b / 10; };
  EXPECT_EQ(
    shown(rxcpp::observable<>::just(1, 11, 2, 12, 3)
            .group_by([](int i) { return i; }, [](int i) { return i; }, by_tens)
            .flat_map(count)),
    "3 2 |");
}

// Differences that programs have noticed.

TEST(RxcppDifferences, EndlessRangesTakeTurns)
{
  EXPECT_EQ(
    shown(rxcpp::observable<>::range(1).merge(rxcpp::observable<>::range(100)).take(6)),
    "1 100 2 101 3 102 |");
  EXPECT_EQ(
    shown(
      rxcpp::observable<>::range(1).zip(rxcpp::observable<>::just('a', 'b')).map([](auto errors) {
        return std::get<0>(errors);
      })),
    "1 2 |");
  EXPECT_EQ(shown(rxcpp::observable<>::range(std::int8_t(125)).count()), "3 |");
}

TEST(RxcppDifferences, ZeroAndNegativeNumbers)
{
  const auto two = rxcpp::observable<>::just(1, 2);
  EXPECT_EQ(shown(two.repeat(0)), "|");
  EXPECT_EQ(shown(rxs::error<int>(std::runtime_error("e")).retry(0)), "|");
  EXPECT_THROW(static_cast<void>(two.take(-1)), std::invalid_argument);
  EXPECT_THROW(static_cast<void>(two.skip(-1)), std::invalid_argument);
  EXPECT_THROW(static_cast<void>(two.take_last(-1)), std::invalid_argument);
  EXPECT_THROW(static_cast<void>(two.skip_last(-1)), std::invalid_argument);
  EXPECT_THROW(static_cast<void>(two.element_at(-1)), std::invalid_argument);
  EXPECT_THROW(static_cast<void>(two.repeat(-1)), std::invalid_argument);
  EXPECT_THROW(static_cast<void>(two.retry(-1)), std::invalid_argument);
}

TEST(RxcppDifferences, ASubjectsObserversLeaveInAnyOrder)
{
  // Each leaves in the time that it takes alone: all of them take linear time, not quadratic.
  constexpr int n = 50'000;
  rxcpp::subject<int> readings;
  std::vector<rxcpp::subscription> observers;
  long seen = 0;
  for (int i = 0; i < n; ++i) {
    observers.push_back(readings.get_observable().subscribe([&](int) { ++seen; }));
  }
  for (int i = 0; i < n; i += 2) {
    observers[static_cast<std::size_t>(i)].dispose();
  }
  readings.on_next(1);
  EXPECT_EQ(seen, n / 2);
  for (int i = n - 1; i > 0; i -= 2) {
    observers[static_cast<std::size_t>(i)].dispose();
  }
  EXPECT_FALSE(readings.has_observers());
  readings.on_next(2);
  EXPECT_EQ(seen, n / 2);
}

TEST(RxcppDifferences, TheOrderOfSubscriptionOutlivesObserversThatLeave)
{
  rxcpp::subject<int> readings;
  std::string order;
  std::vector<rxcpp::subscription> observers;
  for (char c = 'a'; c < 'i'; ++c) {
    observers.push_back(readings.get_observable().subscribe([&order, c](int) { order += c; }));
  }
  for (std::size_t i : {7, 0, 3, 4, 1}) {
    observers[i].dispose();
    readings.get_observable().take(1).subscribe([&order](int) { order += '.'; });
    order.clear();
    readings.on_next(1);
  }
  EXPECT_EQ(order, "cfg.");
  order.clear();
  readings.on_next(1);
  EXPECT_EQ(order, "cfg");
}

// The test kit.

class RxcppTestKit : public testing::Test
{
protected:
  using on = rxsc::test::messages<int>;
  const rxsc::test sc = rxsc::make_test();
  const rxsc::test::test_worker w = sc.create_worker();
};

TEST_F(RxcppTestKit, HotObservablesEmitWithoutSubscribers)
{
  const auto xs = sc.make_hot_observable(
    {on::next(150, 1), on::next(210, 2), on::next(220, 3), on::completed(250)});
  const auto res = w.start([&] { return xs.map([](int i) { return 10 * i; }); });
  EXPECT_EQ(
    res.get_observer().messages(),
    rxu::to_vector({on::next(210, 20), on::next(220, 30), on::completed(250)}));
  EXPECT_EQ(xs.subscriptions(), rxu::to_vector({on::subscribe(200, 250)}));
  EXPECT_EQ(xs.messages().size(), 4u);
}

TEST_F(RxcppTestKit, ColdObservablesStartForEachSubscriber)
{
  const auto xs =
    sc.make_cold_observable({on::next(10, 1), on::error(30, std::runtime_error("lost"))});
  const auto res = w.start<int>([&] { return xs.retry(2) | rxo::as_dynamic(); });
  EXPECT_EQ(
    res.get_observer().messages(),
    rxu::to_vector({on::next(210, 1), on::next(240, 1), on::error(260, std::logic_error("any"))}));
  EXPECT_EQ(xs.subscriptions(), rxu::to_vector({on::subscribe(200, 230), on::subscribe(230, 260)}));
}

TEST_F(RxcppTestKit, UnsubscribesAtItsTime)
{
  const auto xs = sc.make_hot_observable({on::next(210, 1), on::next(310, 2)});
  const auto res = w.start([&] { return xs; }, 300);
  EXPECT_EQ(res.get_observer().messages(), rxu::to_vector({on::next(210, 1)}));
  EXPECT_EQ(xs.subscriptions(), rxu::to_vector({on::subscribe(200, 300)}));
  EXPECT_FALSE(res.is_subscribed());
}

TEST_F(RxcppTestKit, RunsScheduledTasksOneTickLater)
{
  const rxcpp::identity_one_worker so(sc);
  const auto xs = sc.make_hot_observable({on::next(210, 1), on::completed(250)});
  const auto res =
    w.start([&] { return xs.observe_on(so).delay(std::chrono::milliseconds(5), so); });
  EXPECT_EQ(res.get_observer().messages(), rxu::to_vector({on::next(216, 1), on::completed(256)}));
}

TEST_F(RxcppTestKit, ByHand)
{
  rxcpp::subject<int> readings;
  const auto to = w.make_subscriber<int>();
  w.schedule_absolute(
    110, [&](const rxsc::schedulable &) { readings.get_observable().subscribe(to); });
  w.schedule_relative(120, [&](const rxsc::schedulable &) { readings.on_next(7); });
  w.schedule_absolute(130, [&](const rxsc::schedulable &) { w.stop(); });
  w.schedule_absolute(140, [&](const rxsc::schedulable &) { readings.on_next(8); });
  w.start();
  EXPECT_EQ(w.clock(), 130);
  EXPECT_EQ(to.get_observer().messages(), rxu::to_vector({on::next(120, 7)}));
  w.advance_by(10);
  EXPECT_EQ(to.get_observer().messages().back(), on::next(140, 8));
  w.sleep(3);
  EXPECT_EQ(sc.clock(), 143);
  std::ostringstream out;
  out << to.get_observer().messages().front() << ", " << on::subscribe(200, 250);
  EXPECT_EQ(out.str(), "120: on_next(7), 200-250");
}

}  // namespace
