// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The sources and subjects.

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <future>
#include <limits>
#include <list>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "conformance.hpp"
#include "operators_test.hpp"

namespace
{

template <class Observable>
auto items_of(const Observable & source)
{
  recorder<typename Observable::value_type> r;
  source.subscribe(r.observer());
  EXPECT_EQ(r.completions, 1);
  return r.items;
}

TEST(Just, ValuesAndMoves)
{
  EXPECT_EQ(items_of(rx::observable<>::just(1)), (std::vector{1}));
  EXPECT_EQ(items_of(rx::observable<>::just(1, 2, 3)), (std::vector{1, 2, 3}));
  auto pipe = rx::observable<>::just(std::string("a"));
  EXPECT_EQ(items_of(pipe), items_of(pipe));
  int copies = -1;
  rx::observable<>::just(tracked(1)).subscribe([&](tracked t) { copies = t.copies; });
  EXPECT_EQ(copies, 0) << "a temporary pipe gives its item away";
  int got = 0;
  rx::observable<>::just(std::make_unique<int>(4)).subscribe([&](std::unique_ptr<int> p) {
    got = *p;
  });
  EXPECT_EQ(got, 4);
}

TEST(From, ContainersIteratorsListsAndValues)
{
  const std::vector<int> v{1, 2, 3};
  EXPECT_EQ(items_of(rx::observable<>::from(v)), v);
  EXPECT_EQ(items_of(rx::observable<>::iterate(v)), v);
  EXPECT_EQ(items_of(rx::observable<>::from(v.begin() + 1, v.end())), (std::vector{2, 3}));
  EXPECT_EQ(items_of(rx::observable<>::from({1, 2})), (std::vector{1, 2}));
  EXPECT_EQ(items_of(rx::observable<>::from(1, 2, 3)), v);
  EXPECT_EQ(items_of(rx::observable<>::from(std::list<char>{'a'})), (std::vector{'a'}));
  EXPECT_EQ(items_of(rx::observable<>::from(std::vector<int>{})), std::vector<int>{});
}

TEST(From, AThrowingIteratorIsAnError)
{
  struct bad
  {
    using iterator_category = std::input_iterator_tag;
    using value_type = int;
    using difference_type = std::ptrdiff_t;
    using pointer = int *;
    using reference = int;
    int at;
    int operator*() const { return at < 2 ? at : throw std::runtime_error("bad element"); }
    bad & operator++() { return ++at, *this; }
    bool operator!=(const bad & o) const { return at != o.at; }
    bool operator==(const bad & o) const { return at == o.at; }
  };
  recorder<int> r;
  rx::observable<>::from(bad{0}, bad{5}).subscribe(r.observer());
  EXPECT_EQ(r.items, (std::vector{0, 1}));
  EXPECT_EQ(r.error, "bad element");
}

TEST(Range, Bounds)
{
  EXPECT_EQ(items_of(rx::observable<>::range(1, 3)), (std::vector{1, 2, 3}));
  EXPECT_EQ(items_of(rx::observable<>::range(-3, 3, 3)), (std::vector{-3, 0, 3}));
  EXPECT_EQ(items_of(rx::observable<>::range(1, 6, 2)), (std::vector{1, 3, 5}));
  EXPECT_TRUE(items_of(rx::observable<>::range(2, 1)).empty());
  EXPECT_EQ(items_of(rx::observable<>::range<std::int8_t>(-128, 127)).size(), 256u);
  EXPECT_EQ(items_of(rx::observable<>::range<std::uint8_t>(0, 255)).size(), 256u);
  const int low = std::numeric_limits<int>::min(), high = std::numeric_limits<int>::max();
  EXPECT_EQ(items_of(rx::observable<>::range(low, high, high)), (std::vector{low, -1, high - 1}));
  EXPECT_THROW(static_cast<void>(rx::observable<>::range(1, 2, 0)), std::invalid_argument);
}

TEST(EmptyNeverError, End)
{
  EXPECT_TRUE(items_of(rx::observable<>::empty<int>()).empty());
  recorder<int> r;
  rx::observable<>::error<int>(std::runtime_error("x")).subscribe(r.observer());
  EXPECT_EQ(r.error, "x");
  auto alive = std::make_shared<int>();
  auto stream = rx::observable<>::never<int>().subscribe([alive](int) {});
  EXPECT_TRUE(stream.is_subscribed());
  EXPECT_EQ(alive.use_count(), 1) << "an observer that nothing can reach is not kept";
  stream.dispose();
  EXPECT_FALSE(stream.is_subscribed());
}

TEST(Defer, ErrorsOfTheFactory)
{
  recorder<int> r;
  rx::observable<>::defer([]() -> rx::observable<int> {
    throw std::runtime_error("factory");
  }).subscribe(r.observer());
  EXPECT_EQ(r.error, "factory");
}

TEST(Create, TeardownRunsOnceForEveryKindOfEnd)
{
  for (int end = 0; end < 4; ++end) {
    int torn = 0;
    std::optional<rx::subscriber<int>> feeder;
    auto source = rx::observable<>::create<int>([&](rx::subscriber<int> s) {
      feeder = s;
      return [&] { ++torn; };
    });
    unhandled caught;
    auto stream = source.take(2).subscribe([](int) {});
    EXPECT_TRUE(feeder->on_next(1));
    switch (end) {
      case 0:
        stream.dispose();
        break;
      case 1:
        feeder->on_completed();
        break;
      case 2:
        feeder->on_error(std::make_exception_ptr(std::runtime_error("x")));
        break;
      case 3:
        EXPECT_FALSE(feeder->on_next(2));
    }
    EXPECT_EQ(torn, 1) << end;
    EXPECT_FALSE(feeder->is_subscribed());
    EXPECT_FALSE(feeder->on_next(3));
    feeder->on_completed();
    stream.dispose();
    EXPECT_EQ(torn, 1) << end;
  }
}

TEST(Create, FunctionThrows)
{
  recorder<int> r;
  rx::observable<>::create<int>([](rx::subscriber<int> s) {
    s.on_next(1);
    throw std::runtime_error("boom");
  }).subscribe(r.observer());
  EXPECT_EQ(r.items, (std::vector{1}));
  EXPECT_EQ(r.error, "boom");
}

TEST(Create, EndlessLoopStopsWhenTheStreamIsOver)
{
  int sent = 0;
  rx::observable<>::create<int>([&](rx::subscriber<int> s) {
    while (s.is_subscribed()) {
      s.on_next(++sent);
    }
  })
    .take(3)
    .subscribe([](int) {});
  EXPECT_EQ(sent, 3);
}

TEST(Subject, Conforms)
{
  conforms([](auto source) { return source; });
}

TEST(Subject, AllObserversSeeAnItemBeforeTheNext)
{
  rx::subject<int> subject;
  std::string log;
  subject.get_observable().subscribe([&](int i) {
    log += 'a' + std::to_string(i);
    if (i == 1) {
      subject.on_next(2);
    }
  });
  subject.get_observable().subscribe([&](int i) { log += 'b' + std::to_string(i); });
  subject.on_next(1);
  EXPECT_EQ(log, "a1b1a2b2");
}

TEST(Subject, SubscribingAndDisposingWithinAnItem)
{
  rx::subject<int> subject;
  std::string log;
  rx::subscription second;
  subject.get_observable().subscribe([&](int i) {
    if (i == 1) {
      second.dispose();
      subject.get_observable().subscribe([&](int k) { log += 'c' + std::to_string(k); });
    }
  });
  second = subject.get_observable().subscribe([&](int i) { log += 'b' + std::to_string(i); });
  subject.on_next(1);
  subject.on_next(2);
  EXPECT_EQ(log, "c2");
}

TEST(Subject, TheLastConsumerGetsTheRvalue)
{
  rx::subject<tracked> subject;
  std::vector<tracked> got;
  got.reserve(2);
  auto keep = [&](tracked t) { got.push_back(std::move(t)); };
  subject.get_observable().subscribe(keep);
  subject.get_observable().subscribe(keep);
  subject.on_next(tracked(1));
  EXPECT_EQ(got[0].copies, 1);
  EXPECT_EQ(got[1].copies, 0);
}

TEST(Subject, MoveOnlyItemsHaveOneObserver)
{
  rx::subject<std::unique_ptr<int>> subject;
  std::string error;
  subject.get_observable().subscribe([](std::unique_ptr<int>) {});
  subject.get_observable().subscribe(
    [](std::unique_ptr<int>) {}, [&](std::exception_ptr e) { error = rx::what(e); });
  EXPECT_NE(error.find("only one observer"), std::string::npos);
}

TEST(Subject, LateSubscribersGetTheEnd)
{
  rx::subject<int> subject;
  subject.on_error(std::make_exception_ptr(std::runtime_error("x")));
  recorder<int> r;
  auto stream = subject.get_observable().subscribe(r.observer());
  EXPECT_EQ(r.error, "x");
  EXPECT_FALSE(stream.is_subscribed());
  EXPECT_FALSE(subject.on_next(1));
}

TEST(Subject, DroppingAllHandlesReleasesTheObservers)
{
  auto alive = std::make_shared<int>();
  rx::subscription stream;
  {
    rx::subject<int> subject;
    stream = subject.get_observable().subscribe([alive](int) {});
  }
  EXPECT_EQ(alive.use_count(), 1);
  EXPECT_FALSE(stream.is_subscribed());
  stream.dispose();
}

TEST(Subject, DroppedWithinItsOwnItem)
{
  auto subject = std::make_unique<rx::subject<int>>();
  auto alive = std::make_shared<int>(0);
  subject->get_observable().subscribe([&, alive](int) {
    ++*alive;
    subject.reset();
    ++*alive;
  });
  subject->on_next(1);
  EXPECT_EQ(*alive, 2);
  EXPECT_EQ(alive.use_count(), 1);
}

TEST(Behavior, StartsWithItsValue)
{
  rx::subjects::behavior<int> subject(1);
  recorder<int> early, late, after;
  subject.get_observable().subscribe(early.observer());
  subject.on_next(2);
  subject.get_observable().subscribe(late.observer());
  subject.on_next(3);
  EXPECT_EQ(early.items, (std::vector{1, 2, 3}));
  EXPECT_EQ(late.items, (std::vector{2, 3}));
  EXPECT_EQ(subject.get_value(), 3);
  subject.on_completed();
  subject.get_observable().subscribe(after.observer());
  EXPECT_TRUE(after.items.empty());
  EXPECT_EQ(after.completions, 1);
}

TEST(Replay, RepeatsTheLastItemsAlsoAfterTheEnd)
{
  rx::subjects::replay<int> subject(2);
  for (int i = 1; i <= 3; ++i) {
    subject.on_next(i);
  }
  recorder<int> running, ended, taking;
  subject.get_observable().subscribe(running.observer());
  subject.on_next(4);
  subject.on_completed();
  subject.get_observable().subscribe(ended.observer());
  EXPECT_EQ(running.items, (std::vector{2, 3, 4}));
  EXPECT_EQ(ended.items, (std::vector{3, 4}));
  EXPECT_EQ(ended.completions, 1);
  subject.get_observable().take(1).subscribe(taking.observer());
  EXPECT_EQ(taking.items, (std::vector{3}));
}

// --- RxCpp's names ---

TEST(RxCpp, SourcesWithACoordinationEmitThere)
{
  const auto here = std::this_thread::get_id();
  const auto elsewhere = [here](auto source) {
    std::thread::id there;
    std::vector<int> items;
    source
      .tap([&](int i) {
        there = std::this_thread::get_id();
        items.push_back(i);
      })
      .as_blocking()
      .subscribe([](int) {});
    EXPECT_NE(there, here);
    return items;
  };
  const auto loop = rx::observe_on_new_thread();
  EXPECT_EQ(elsewhere(rx::observable<>::range(1, 3, loop)), (std::vector{1, 2, 3}));
  EXPECT_EQ(elsewhere(rx::observable<>::range(1, 5, 2, loop)), (std::vector{1, 3, 5}));
  EXPECT_EQ(elsewhere(rx::observable<>::just(7, loop)), (std::vector{7}));
  EXPECT_EQ(elsewhere(rx::observable<>::iterate(std::vector{4, 5}, loop)), (std::vector{4, 5}));
}

TEST(RxCpp, MakeSubscriberAndApplyTo)
{
  std::vector<int> sums;
  bool completed = false;
  rx::observable<>::range(1, 3)
    .zip(rx::observable<>::range(10, 12))
    .map(rx::util::apply_to([](int a, int b) { return a + b; }))
    .subscribe(
      rx::make_subscriber<int>([&](int i) { sums.push_back(i); }, [&] { completed = true; }));
  EXPECT_EQ(sums, (std::vector{11, 13, 15}));
  EXPECT_TRUE(completed);

  rx::composite_subscription until;
  auto by_hand = rx::make_subscriber<int>(until, [&](int i) { sums.push_back(i); });
  EXPECT_TRUE(by_hand.on_next(1));
  until.unsubscribe();
  EXPECT_FALSE(by_hand.is_subscribed());
  by_hand.on_next(2);
  EXPECT_EQ(sums.size(), 4u);
}

TEST(RxCpp, TheLoopOfAProgramThatHasItsOwn)
{
  rx::schedulers::run_loop rl;
  std::vector<long> ticks;
  auto lifetime =
    rx::observable<>::interval(std::chrono::milliseconds(1), rx::observe_on_run_loop(rl))
      .take(3)
      .subscribe([&](long i) { ticks.push_back(i); });
  while (lifetime.is_subscribed() || !rl.empty()) {
    while (!rl.empty() && rl.peek().when < rl.now()) {
      rl.dispatch();
    }
    std::this_thread::yield();
  }
  EXPECT_EQ(ticks, (std::vector<long>{1, 2, 3}));
  EXPECT_EQ(rl.peek().when, rx::time_point::max());
}

TEST(RxCpp, PublishSynchronized)
{
  const auto here = std::this_thread::get_id();
  auto shared = rx::observable<>::range(1, 3).publish_synchronized(rx::synchronize_event_loop());
  std::promise<int> sum;
  shared.sum().subscribe([&](int s) {
    EXPECT_NE(std::this_thread::get_id(), here);
    sum.set_value(s);
  });
  shared.connect();
  EXPECT_EQ(sum.get_future().get(), 6);
}

TEST(Range, BoundsOfDifferentTypes)
{
  const auto numbers = rx::observable<>::range(-1, 2u);
  static_assert(std::is_same_v<decltype(numbers)::value_type, int>);
  EXPECT_EQ(numbers.to_vector(), (std::vector{-1, 0, 1, 2}));
  EXPECT_EQ(rx::observable<>::range(0u, 2).to_vector().size(), 3u);
  EXPECT_EQ(rx::observable<>::range(std::uint8_t(0), 200, 100).to_vector().size(), 3u);
  EXPECT_THROW(static_cast<void>(rx::observable<>::range(0u, -1)), std::invalid_argument);
  EXPECT_THROW(
    static_cast<void>(rx::observable<>::range(0, 3'000'000'000u)), std::invalid_argument);
  EXPECT_THROW(
    static_cast<void>(rx::observable<>::range(std::int8_t(0), 128)), std::invalid_argument);
}

TEST(Create, RunsTheTeardownWhenTheProducerDropsIt)
{
  int teardowns = 0;
  rx::observable<>::create<int>([&](rx::subscriber<int> s) {
    s.add([&] { ++teardowns; });
  }).subscribe([](int) {});
  EXPECT_EQ(teardowns, 1);
}

TEST(Subject, ObserversThatThrowLeaveOrJoinWithinAnItemDoNotDisturbOthers)
{
  rx::subject<int> source;
  unhandled caught;
  std::vector<int> first, last, late;
  rx::subscription leaving, gone;
  source.get_observable().subscribe([&](int i) { first.push_back(i); });
  source.get_observable().subscribe([](int i) { throw i; });
  leaving = source.get_observable().subscribe([&](int) {
    leaving.dispose();
    gone.dispose();
    source.get_observable().subscribe([&](int i) { late.push_back(i); });
  });
  bool called = false;
  gone = source.get_observable().subscribe([&](int) { called = true; });
  source.get_observable().subscribe([&](int i) { last.push_back(i); });
  source.on_next(1);
  source.on_next(2);
  EXPECT_EQ(first, (std::vector{1, 2}));
  EXPECT_EQ(last, (std::vector{1, 2}));
  EXPECT_EQ(late, (std::vector{2}));
  EXPECT_FALSE(called);
  EXPECT_EQ(unhandled::texts().size(), 1u);
}

TEST(Behavior, ItemsMayUseItInTheirCopyConstructorAndDestructor)
{
  struct curious
  {
    explicit curious(int v) : value(v) {}
    curious(const curious & other) : value(other.value), of(other.of) { ask(); }
    ~curious() { ask(); }
    curious & operator=(const curious &) = delete;
    void ask() const
    {
      if (of && !std::exchange(asking(), true)) {
        of->get_value();
        asking() = false;
      }
    }
    static bool & asking()
    {
      static bool now = false;
      return now;
    }
    int value;
    const rx::subjects::behavior<curious> * of = nullptr;
  };
  {
    rx::subjects::behavior<curious> subject{curious(0)};
    for (int i = 1; i < 5; ++i) {
      curious item(i);
      item.of = &subject;
      subject.on_next(item);
      EXPECT_EQ(subject.get_value().value, i);
    }
    curious::asking() = true;  // no code can ask now
  }
}

TEST(Behavior, KeepsOneItem)
{
  const long before = tracked::alive;
  rx::subjects::behavior<tracked> subject(tracked(0));
  for (int i = 1; i < 5; ++i) {
    subject.on_next(tracked(i));
    EXPECT_EQ(tracked::alive, before + 1);
  }
}

TEST(Async, TheLastItemAtTheEnd)
{
  rx::subjects::async<int> subject;
  recorder<int> early, late, failed;
  subject.get_observable().subscribe(early.observer());
  subject.on_next(1);
  subject.on_next(2);
  EXPECT_TRUE(early.items.empty());
  subject.on_completed();
  subject.get_observable().subscribe(late.observer());
  EXPECT_EQ(early.items, (std::vector{2}));
  EXPECT_EQ(late.items, (std::vector{2}));
  EXPECT_EQ(early.completions + late.completions, 2);
  rx::subjects::async<int> bad;
  bad.on_next(1);
  bad.on_error(std::make_exception_ptr(std::runtime_error("x")));
  bad.get_observable().subscribe(failed.observer());
  EXPECT_TRUE(failed.items.empty());
  EXPECT_EQ(failed.error, "x");
}

TEST(Scope, TheResourceLivesAsLongAsTheStream)
{
  auto resource = std::make_shared<int>(5);
  rx::subject<int> source;
  auto pipe = rx::observable<>::scope(
    [&] { return resource; },
    [&](std::shared_ptr<int> & r) {
      return source.get_observable().map([n = *r](int i) { return i + n; });
    });
  EXPECT_EQ(resource.use_count(), 1);
  for (int end = 0; end < 2; ++end) {
    recorder<int> r;
    auto stream = pipe.subscribe(r.observer());
    EXPECT_EQ(resource.use_count(), 2);
    source.on_next(1);
    EXPECT_EQ(r.items, (std::vector{6}));
    end == 0 ? stream.dispose() : source.on_completed();
    EXPECT_EQ(resource.use_count(), 1);
  }
  recorder<int> r;
  rx::observable<>::scope(
    []() -> int { throw std::runtime_error("no resource"); },
    [](int &) { return rx::observable<>::just(1); })
    .subscribe(r.observer());
  EXPECT_EQ(r.error, "no resource");
}

TEST(Generate, EndsWhenItIsEmptyOrDisposed)
{
  auto counter = rx::observable<>::generate([i = 0]() mutable -> std::optional<int> {
    return ++i == 7 ? throw std::runtime_error("seven") : i;
  });
  EXPECT_EQ(text_of(ints(counter.take(2))), "1 2 |");
  EXPECT_EQ(text_of(ints(counter)), "1 2 3 4 5 6 X seven");
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

}  // namespace
