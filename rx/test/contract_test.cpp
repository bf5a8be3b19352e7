// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The contract in rx/README.md: the points that are not about a single operator.

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "probe.hpp"
#include "rx/testing/marbles.hpp"
#include "rxcpp/rx.hpp"

namespace rx = rxcpp;  // as users of RxCpp write

namespace
{

using namespace rxcpp::operators;
using namespace std::chrono_literals;

TEST(Laziness, AssemblingRunsNothing)
{
  bool ran = false;
  auto pipe = rx::observable<>::create<int>([&](rx::subscriber<int>) { ran = true; }) |
              map([&](int i) { return i; }) | take(1) | observe_on(rx::new_thread()) |
              merge(rx::observable<>::defer([&] {
                ran = true;
                return rx::observable<>::just(1);
              })) |
              sample_latest(1ms) | share();
  auto erased = pipe.as_dynamic();
  EXPECT_FALSE(ran);
}

TEST(Laziness, EachSubscriptionRunsAnew)
{
  int runs = 0;
  auto pipe = rx::observable<>::defer([&] { return rx::observable<>::just(++runs); });
  std::vector<int> got;
  pipe.subscribe([&](int i) { got.push_back(i); });
  pipe.subscribe([&](int i) { got.push_back(i); });
  EXPECT_EQ(got, (std::vector{1, 2}));
}

TEST(Errors, AnUnhandledErrorGoesToTheHandlerAndEndsOnlyItsStream)
{
  unhandled caught;
  rx::subject<int> source;
  int others = 0;
  auto bad = source.get_observable()
               .map([](int i) { return i == 2 ? throw std::runtime_error("two") : i; })
               .subscribe([](int) {});
  source.get_observable().subscribe([&](int) { ++others; });
  for (int i = 1; i <= 3; ++i) {
    source.on_next(i);
  }
  EXPECT_EQ(others, 3);
  EXPECT_FALSE(bad.is_subscribed());
  EXPECT_EQ(unhandled::texts(), (std::vector<std::string>{"two"}));
}

TEST(Errors, ThrownByTheLastFunctions)
{
  unhandled caught;
  rx::observable<>::just(1).subscribe([](int) { throw 7; });
  rx::observable<>::just(1).subscribe([](int) {}, [] { throw std::runtime_error("completed"); });
  rx::observable<>::error<int>(std::runtime_error("first"))
    .subscribe([](int) {}, [](std::exception_ptr) { throw std::runtime_error("second"); });
  EXPECT_EQ(
    unhandled::texts(),
    (std::vector<std::string>{"an exception that is not a std::exception", "completed", "second"}));
}

TEST(Errors, ThrowingCopiesOfItemsEndTheStream)
{
  struct uncopyable_now
  {
    uncopyable_now() = default;
    uncopyable_now(const uncopyable_now &) { throw std::runtime_error("copy"); }
    uncopyable_now(uncopyable_now &&) noexcept = default;
  };
  rx::subject<uncopyable_now> source;
  std::string error;
  source.get_observable().subscribe(
    [](uncopyable_now) {}, [&](std::exception_ptr e) { error = rx::what(e); });
  uncopyable_now item;
  source.on_next(item);
  EXPECT_EQ(error, "copy");
}

TEST(Subscription, ACompositeGivenToSubscribeEndsWithTheStream)
{
  for (const bool fails : {false, true}) {
    rx::subject<int> source;
    rx::composite_subscription lifetime;
    bool torn = false;
    lifetime.add([&] { torn = true; });
    const auto counted = std::make_shared<int>();
    source.get_observable().subscribe(
      lifetime, [counted](int) {},
      [&, counted](std::exception_ptr) { EXPECT_TRUE(lifetime.is_subscribed()); },
      [&, counted] { EXPECT_TRUE(lifetime.is_subscribed()); });
    EXPECT_TRUE(lifetime.is_subscribed());
    if (fails) {
      source.on_error(std::make_exception_ptr(std::runtime_error("x")));
    } else {
      source.on_completed();
    }
    EXPECT_FALSE(lifetime.is_subscribed());
    EXPECT_TRUE(torn);
    EXPECT_EQ(counted.use_count(), 1) << "the functions were destroyed";
  }
  rx::composite_subscription lifetime;
  rx::observable<>::range(1, 3).subscribe(lifetime, [](int) {});
  EXPECT_FALSE(lifetime.is_subscribed()) << "of a stream that ends within subscribe()";
}

TEST(Subscription, OnlyAScopedHandleDisposesOnDestruction)
{
  rx::subject<int> source;
  int got = 0;
  source.get_observable().subscribe([&](int) { ++got; });
  source.on_next(1);
  EXPECT_EQ(got, 1);
  {
    rx::scoped_subscription scoped = source.get_observable().subscribe([&](int) { ++got; });
    source.on_next(2);
    EXPECT_EQ(got, 3);
  }
  source.on_next(3);
  EXPECT_EQ(got, 4);
}

TEST(Subscription, CompositeTearsDownOnce)
{
  int torn = 0;
  rx::composite_subscription group;
  group.add([&] { ++torn; });
  auto kept = group.add([&] { torn += 10; });
  group.remove(kept);
  group.unsubscribe();
  group.unsubscribe();
  EXPECT_EQ(torn, 1);
  EXPECT_FALSE(group.is_subscribed());
  group.add([&] { torn += 100; });
  EXPECT_EQ(torn, 101) << "what is added to a disposed group is disposed at once";
}

TEST(Subscription, CompositeDoesNotGrowWithStreamsThatHaveEnded)
{
  rx::composite_subscription group;
  std::weak_ptr<int> first;
  for (int i = 0; i < 100; ++i) {
    rx::subject<int> source;
    auto alive = std::make_shared<int>(i);
    if (i == 0) {
      first = alive;
    }
    group.add(source.get_observable().subscribe([alive](int) {}));
    source.on_completed();
  }
  EXPECT_TRUE(first.expired());
}

// An environment that differs from all others.
rx::environment named()
{
  return std::make_shared<rx::schedulers::virtual_time>();
}

// A source with an environment; it records the environment that its subscriber offered.
struct source_in
{
  using value_type = int;
  template <class Out>
  rx::subscription start(Out && out) const
  {
    *offered = rx::env_of(out);
    return {};
  }
  rx::environment env() const { return own; }
  rx::environment own;
  rx::environment * offered;
};

// An operator that offers an environment to its source, like publish_to_topic.
struct offer : rx::stage
{
  explicit offer(rx::environment e) : own(std::move(e)) {}
  template <class T>
  using emits = T;
  template <class U, class Out>
  bool on_next(U && item, Out & out)
  {
    return out.on_next(std::forward<U>(item));
  }
  rx::environment env() const { return own; }
  rx::environment own;
};

TEST(Environment, TravelsDownstreamThroughEveryStage)
{
  rx::environment offered, own = named();
  auto source = rx::make_observable(source_in{own, &offered});
  auto pipe = source | map([](int i) { return i; }) | filter([](int) { return true; }) |
              scan(0, [](int a, int) { return a; }) | take(1) | tap([](int) {}) | start_with(1) |
              distinct_until_changed() | share() | merge(rx::observable<>::just(1)) |
              with_latest_from([](int a, int) { return a; }, rx::observable<>::just(1));
  EXPECT_EQ(pipe.env(), own);
  EXPECT_EQ(pipe.as_dynamic().env(), own);
  const rx::environment other = named();
  EXPECT_EQ((pipe | observe_on(other)).env(), other);
}

TEST(Environment, TravelsUpstreamThroughEveryStage)
{
  const rx::environment own = named();
  auto offered_through = [&](auto op) {
    rx::environment offered;
    (rx::make_observable(source_in{{}, &offered}) | op | offer(own)).subscribe([](int) {});
    return offered;
  };
  EXPECT_EQ(offered_through(map([](int i) { return i; })), own);
  EXPECT_EQ(offered_through(take(1)), own);
  EXPECT_EQ(offered_through(start_with(1)), own);
  EXPECT_EQ(offered_through(share()), own);
  EXPECT_EQ(offered_through(merge(rx::observable<>::just(1))), own);
  EXPECT_EQ(offered_through(merge(rx::observable<>::never<int>())), own);
  EXPECT_EQ(offered_through(sample_latest(1ms, named())), own);
  EXPECT_EQ(offered_through(observe_on(named())), own);
  EXPECT_EQ(offered_through([](auto source) { return source.as_dynamic(); }), own);
  EXPECT_EQ(
    offered_through(with_latest_from([](int a, int) { return a; }, rx::observable<>::just(1))),
    own);
}

TEST(Environment, ArgumentThenSourceThenSubscriberThenCurrentThread)
{
  auto passed = std::make_shared<rx::schedulers::virtual_time>();
  auto of_source = std::make_shared<rx::schedulers::virtual_time>();
  auto of_subscriber = std::make_shared<rx::schedulers::virtual_time>();
  rx::environment ignored;
  auto used = [&](auto sampled) {
    auto stream = (sampled | offer(of_subscriber)).subscribe([](int) {});
    std::string names;
    names += passed->empty() ? "" : "passed";
    names += of_source->empty() ? "" : "source";
    names += of_subscriber->empty() ? "" : "subscriber";
    stream.dispose();
    return names;
  };
  auto with = rx::make_observable(source_in{of_source, &ignored});
  auto without = rx::make_observable(source_in{{}, &ignored});
  EXPECT_EQ(used(with | sample_latest(1ms, passed)), "passed");
  EXPECT_EQ(used(with | sample_latest(1ms)), "source");
  EXPECT_EQ(used(without | sample_latest(1ms)), "subscriber");

  const auto here = std::this_thread::get_id();
  int ticks = 0;
  rx::observable<>::interval(1us).take(3).subscribe([&](long) {
    ++ticks;
    EXPECT_EQ(std::this_thread::get_id(), here);
  });
  EXPECT_EQ(ticks, 3) << "current_thread blocks until the stream has ended";
}

TEST(CurrentThread, SeveralSourcesTakeTurns)
{
  std::vector<long> got;
  rx::observable<>::interval(1ms)
    .map([](long i) { return i; })
    .merge(rx::observable<>::interval(1ms).map([](long i) { return -i; }))
    .take(6)
    .subscribe([&](long i) { got.push_back(i); });
  EXPECT_EQ(got.size(), 6u);
  EXPECT_GT(*std::max_element(got.begin(), got.end()), 0);
  EXPECT_LT(*std::min_element(got.begin(), got.end()), 0);
}

TEST(CurrentThread, BlocksAlsoAfterAWaitThatEndedAtOnce)
{
  rx::observable<>::just(1).as_blocking().subscribe();
  int ticks = 0;
  rx::observable<>::interval(1ms).take(2).subscribe([&](long) { ++ticks; });
  EXPECT_EQ(ticks, 2);
}

TEST(Autostart, DestroyedUnconsumed)
{
  int runs = 0, owned = 0;
  auto source = rx::observable<>::defer([&] {
    ++runs;
    return rx::observable<>::just(1);
  });
  auto clock = std::make_shared<rx::schedulers::virtual_time>();
  {
    auto pipe = rx::autostart(source, clock, [&](rx::subscription) { ++owned; }) |
                map([](int i) { return i; });
    EXPECT_EQ(runs, 0);
  }
  EXPECT_EQ(runs, 1);
  EXPECT_EQ(owned, 1);
  clock->run();
  EXPECT_EQ(runs, 1) << "started twice";
}

TEST(Autostart, KeptInAVariableStartsWithTheNextTurn)
{
  int runs = 0;
  rx::subject<int> subject;
  auto source = rx::observable<>::defer([&] {
    ++runs;
    return subject.get_observable();
  });
  auto clock = std::make_shared<rx::schedulers::virtual_time>();
  rx::composite_subscription owner;
  auto pipe = rx::autostart(source, clock, [&](rx::subscription s) { owner.add(s); });
  EXPECT_EQ(runs, 0);
  clock->run();
  EXPECT_EQ(runs, 1);
  int got = 0;
  pipe.subscribe([&](int i) { got = i; });
  EXPECT_EQ(runs, 1) << "a later subscriber shares the running stream";
  subject.on_next(5);
  EXPECT_EQ(got, 5);
}

TEST(Autostart, SubscribedToIsNotStartedAgain)
{
  int runs = 0, owned = 0;
  auto clock = std::make_shared<rx::schedulers::virtual_time>();
  {
    auto pipe = rx::autostart(
      rx::observable<>::defer([&] {
        ++runs;
        return rx::observable<>::just(1);
      }),
      clock, [&](rx::subscription) { ++owned; });
    pipe.map([](int i) { return i; }).subscribe([](int) {});
  }
  clock->run();
  EXPECT_EQ(runs, 1);
  EXPECT_EQ(owned, 0);
}

TEST(RxCpp, NamesOfRxCppCompile)
{
  rxcpp::subjects::subject<int> wages, rent;
  std::vector<int> balance;
  const auto paid = rent.get_observable() | map([](int euros) { return -euros; });
  auto account = (wages.get_observable().merge(paid) |
                  scan(
                    std::tuple(100, 0),
                    [](const auto & now, int euros) {
                      return std::tuple(std::get<0>(now) + euros, std::get<1>(now) + 1);
                    }) |
                  map([](auto now) { return std::get<0>(now); }))
                   .subscribe([&](int euros) { balance.push_back(euros); });
  wages.get_subscriber().on_next(50);
  rent.on_next(30);
  account.unsubscribe();
  wages.on_next(1);
  EXPECT_EQ(balance, (std::vector{150, 120}));
  for (const rx::environment & e :
       {rxcpp::identity_immediate(), rxcpp::identity_current_thread(),
        rxcpp::observe_on_new_thread(), rxcpp::synchronize_new_thread(),
        rxcpp::serialize_new_thread(), rxcpp::observe_on_event_loop(),
        rxcpp::synchronize_event_loop(), rxcpp::serialize_event_loop()}) {
    std::vector<long> ticks;
    rxcpp::observable<>::interval(std::chrono::microseconds(1), e)
      .take(2)
      .as_blocking(60s)
      .subscribe([&](long i) { ticks.push_back(i); });
    EXPECT_EQ(ticks, (std::vector{1L, 2L}));
  }
}

TEST(Errors, ACopyThatThrowsWhileTheItemWaitsEndsTheStream)
{
  struct fragile
  {
    explicit fragile(int v) : value(v) {}
    fragile(const fragile & other) : value(other.value)
    {
      if (value == 2) {
        throw std::runtime_error("copy");
      }
    }
    int value;
  };
  rx::subject<fragile> source;
  int items = 0;
  std::string error;
  source.get_observable()
    .merge(rx::observable<>::never<fragile>())
    .subscribe(
      [&](const fragile & f) {
        ++items;
        if (f.value == 1) {
          source.on_next(fragile(2));  // waits for the end of this call
        }
      },
      [&](std::exception_ptr e) { error = rx::what(e); });
  source.on_next(fragile(1));
  EXPECT_EQ(items, 1);
  EXPECT_FALSE(source.has_observers() && error.empty());
}

TEST(Errors, AFunctionThatCannotBeCopiedEndsItsStreams)
{
  // Subscribing copies it: a stream that already runs must not be left running without an owner.
  struct fragile
  {
    fragile() = default;
    fragile(const fragile & other) : copies_left(other.copies_left)
    {
      if (*copies_left == 0) {
        throw std::runtime_error("copy");
      }
    }
    int operator()(int i) const { return i; }
    std::shared_ptr<int> copies_left = std::make_shared<int>(1000);
  };
  const fragile f;
  rx::subject<int> first;
  auto clock = std::make_shared<rx::schedulers::virtual_time>();
  const auto second = rx::observable<>::just(1).map(f);
  const auto merged = first.get_observable().merge(second);
  const auto shared = second.share();
  const auto counted = second.publish().ref_count();
  const auto handed = second.observe_on(clock);
  const auto sampled = second.sample_with_time(std::chrono::milliseconds(1), clock);
  const auto mapped = first.get_observable().flat_map([second](int) { return second; });
  const auto error_of = [](const auto & stream) {
    std::string error = "none";
    stream.subscribe([](int) {}, [&](std::exception_ptr e) { error = rx::what(e); });
    return error;
  };
  *f.copies_left = 0;
  EXPECT_EQ(error_of(merged), "copy");
  EXPECT_FALSE(first.has_observers());
  EXPECT_EQ(error_of(shared), "copy");
  EXPECT_EQ(error_of(shared), "copy") << "the first failure blocks the next subscription";
  EXPECT_EQ(error_of(handed), "copy");
  EXPECT_EQ(error_of(sampled), "copy");
  EXPECT_THROW(counted.subscribe([](int) {}), std::runtime_error);
  EXPECT_THROW(counted.subscribe([](int) {}), std::runtime_error);
  EXPECT_THROW(second.as_blocking().first(), std::runtime_error);
  *f.copies_left = 1000;
  int items = 0;
  counted.subscribe([&](int) { ++items; });
  EXPECT_EQ(items, 1) << "a failed subscription is counted for ever";
  // The failed wait must not keep later tasks of this thread from running.
  rx::observable<>::timer(std::chrono::microseconds(1)).subscribe([&](long) { ++items; });
  EXPECT_EQ(items, 2);
}

TEST(Subscription, AMemberDestroyedByItsGroupMayUseIt)
{
  struct device final : rx::lifetime
  {
    explicit device(rx::composite_subscription g) : group(std::move(g)) {}
    ~device() override
    {
      group.remove({});
      group.add([] {});
    }
    void dispose() noexcept override { closed = true; }
    bool disposed() const noexcept override { return closed; }
    rx::composite_subscription group;
    bool closed = false;
  };
  rx::composite_subscription group;
  const auto add = [&] { return group.add(rx::subscription(std::make_shared<device>(group))); };
  add().dispose();
  for (int i = 0; i < 100; ++i) {  // removes the ended members
    group.add([] {});
  }
  rx::subscription removed = add();
  std::thread([&group, removed = std::exchange(removed, {})] { group.remove(removed); }).join();
  add();
  group.clear();
  EXPECT_TRUE(group.is_subscribed());
}

TEST(Subscription, ManyMembersComeAndGoInAnyOrder)
{
  constexpr int many = 100'000;
  rx::composite_subscription group;
  std::vector<int> torn;
  std::vector<rx::subscription> members;
  for (int i = 0; i < many; ++i) {
    members.push_back(group.add([&torn, i] { torn.push_back(i); }));
  }
  for (int i = 1; i < many; i += 2) {  // the gaps are between those that remain
    group.remove(members[static_cast<std::size_t>(i)]);
  }
  for (int i = 0; i < many - 10; i += 2) {
    group.remove(members[static_cast<std::size_t>(i)]);
    if (i % 100 == 0) {
      group.remove(group.add([] {}));
    }
  }
  group.add(members[0]);
  group.add(members[0]);
  group.add(members[0]);
  group.remove_one(members[0]);
  group.remove_one(members[1]);  // which is not in it
  group.add([&torn] { torn.push_back(-1); });
  group.clear();
  EXPECT_EQ(torn, (std::vector{many - 10, many - 8, many - 6, many - 4, many - 2, 0, -1}));
  group.add([&torn] { torn.push_back(-2); });
  group.dispose();
  EXPECT_EQ(torn.back(), -2);
}

TEST(Subscription, AMemberIsRemovedHoweverOftenItWasAdded)
{
  for (const int others : {0, 100}) {
    rx::composite_subscription group;
    for (int i = 0; i < others; ++i) {
      group.add(rx::observable<>::never<int>().subscribe([](int) {}));
    }
    int torn = 0;
    const auto member = rx::make_subscription([&] { ++torn; });
    for (int i = 0; i < 40; ++i) {
      group.add(member);
    }
    group.remove(member);
    group.dispose();
    EXPECT_EQ(torn, 0);
  }
}

TEST(Subscription, ATeardownIsReleasedOnceItHasRun)
{
  auto alive = std::make_shared<int>();
  const auto handle = rx::make_subscription([alive] {});
  handle.dispose();
  EXPECT_EQ(alive.use_count(), 1);
}

TEST(Subscription, AGroupDoesNotKeepAStreamWithoutProducers)
{
  rx::composite_subscription group;
  auto alive = std::make_shared<int>();
  group.add(rx::observable<>::create<int>([](rx::subscriber<int>) {}).subscribe([alive](int) {}));
  EXPECT_EQ(alive.use_count(), 1);
}

}  // namespace
