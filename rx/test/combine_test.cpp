// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The operators that join streams or subscribers: merge, with_latest_from, share.

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "conformance.hpp"
#include "rx/testing/marbles.hpp"

namespace
{

using namespace rx::operators;
using rx::testing::marbles;

TEST(Merge, TreatsAllThreeSourcesAlike)
{
  // The stream completes when all sources have, so the others are empty.
  conforms([](auto source) {
    return rx::observable<>::empty<int>().merge(rx::observable<>::empty<int>(), source);
  });
}

TEST(Merge, Items)
{
  marbles m;
  auto a = m.cold("-a---b-|");
  auto b = m.cold("--x-y-----|");
  EXPECT_EQ(m.of(a.merge(b)), "-ax-yb----|");
  EXPECT_EQ(m.of(a | merge(b, m.cold("z|"))), "zax-yb----|");
  EXPECT_EQ(m.of(m.cold("-a-X").merge(b)), "-axX");
  EXPECT_EQ(m.of(a.merge(m.cold("X"))), "X");
}

TEST(Merge, ItemsOfATypeThatConverts)
{
  rx::subject<double> a;
  rx::subject<int> b;
  std::vector<double> got;
  a.get_observable().merge(b.get_observable()).subscribe([&](double d) { got.push_back(d); });
  a.on_next(0.5);
  b.on_next(2);
  EXPECT_EQ(got, (std::vector{0.5, 2.0}));
}

TEST(Merge, AnErrorReleasesTheOtherSources)
{
  rx::subject<int> a, b;
  std::string error;
  a.get_observable()
    .merge(b.get_observable())
    .subscribe([](int) {}, [&](std::exception_ptr e) { error = rx::what(e); });
  a.on_error(std::make_exception_ptr(std::runtime_error("a")));
  EXPECT_EQ(error, "a");
  EXPECT_FALSE(b.has_observers());
}

TEST(Merge, NoFurtherSubscriptionAfterTheEnd)
{
  bool subscribed = false;
  auto second = rx::observable<>::create<int>([&](auto) { subscribed = true; });
  recorder<int> r;
  rx::observable<>::just(1, 2, 3).merge(second).take(2).subscribe(r.observer());
  EXPECT_EQ(r.items, (std::vector{1, 2}));
  EXPECT_FALSE(subscribed);
}

TEST(Merge, CopiesAndMoves)
{
  rx::subject<tracked> a;
  tracked got;
  a.get_observable().merge(rx::observable<>::never<tracked>()).subscribe([&](tracked && t) {
    got = std::move(t);
  });
  a.on_next(tracked(1));
  EXPECT_EQ(got.copies, 0);
  EXPECT_EQ(got.moves, 1) << "the move into got";
}

TEST(Merge, MoveOnlyItems)
{
  rx::subject<std::unique_ptr<int>> a, b;
  int sum = 0;
  a.get_observable().merge(b.get_observable()).subscribe([&](std::unique_ptr<int> p) {
    sum += *p;
  });
  a.on_next(std::make_unique<int>(1));
  b.on_next(std::make_unique<int>(2));
  EXPECT_EQ(sum, 3);
}

TEST(Merge, LoopsBackWithoutOverflowingTheStack)
{
  rx::subject<int> source;
  rx::subject<int> back;
  int count = 0;
  source.get_observable().merge(back.get_observable()).subscribe([&](int i) {
    ++count;
    if (i < 100000) {
      back.on_next(i + 1);
      // a second item, so that the ring overflows into the holder's own list
      back.on_next(1000000);
    }
  });
  source.on_next(1);
  EXPECT_EQ(count, 1 + 2 * 99999);
}

// merge is commutative except for the order within a frame; checked with random diagrams.
TEST(Merge, LawOfCommutation)
{
  std::mt19937 random(7);
  for (int round = 0; round < 50; ++round) {
    auto diagram = [&](char first) {
      std::string d;
      for (int i = 0; i < 12; ++i) {
        d += random() % 3 == 0 ? static_cast<char>(first + random() % 5) : '-';
      }
      return d + (random() % 4 == 0 ? 'X' : '|');
    };
    marbles m;
    const std::string left = diagram('a'), right = diagram('p');
    auto sorted = [&](const auto & pipe) {
      std::string all;
      pipe.subscribe([&](char c) { all += c; }, [&](std::exception_ptr) { all += 'X'; });
      m.clock()->advance_by(m.frames(20));
      std::sort(all.begin(), all.end());
      return all;
    };
    const auto a = m.cold(left), b = m.cold(right);
    if (left.back() == right.back()) {  // an error cuts off the rest of its own frame
      EXPECT_EQ(sorted(a.merge(b)), sorted(b.merge(a))) << left << " and " << right;
    }
    // Map fusion: map(f) | map(g) is map(g after f).
    auto f = [](char c) { return static_cast<char>(c + 1); };
    auto g = [](char c) { return static_cast<char>(c ^ 1); };
    EXPECT_EQ(m.of(a.map(f).map(g)), m.of(a.map([&](char c) { return g(f(c)); }))) << left;
  }
}

TEST(WithLatestFrom, Items)
{
  marbles m;
  auto second = [](char, char b) { return b; };
  auto source = m.cold("-1---2--3--4|");
  EXPECT_EQ(m.of(source.with_latest_from(second, m.cold("---a--b--c|"))), "-----a--b--c|");
  EXPECT_EQ(m.of(source.with_latest_from(second, m.cold("---a--X"))), "-----aX");
  EXPECT_EQ(m.of(source.with_latest_from(second, m.cold("-|"))), "------------|");
}

TEST(WithLatestFrom, TuplesOfSeveral)
{
  rx::subject<int> a;
  rx::subject<std::string> b;
  rx::subject<double> c;
  std::vector<std::tuple<int, std::string, double>> got;
  a.get_observable()
    .with_latest_from(b.get_observable(), c.get_observable())
    .subscribe([&](const auto & t) { got.push_back(t); });
  a.on_next(1);
  b.on_next("b");
  a.on_next(2);
  c.on_next(0.5);
  a.on_next(3);
  ASSERT_EQ(got.size(), 1u);
  EXPECT_EQ(got[0], (std::tuple(3, std::string("b"), 0.5)));
}

TEST(WithLatestFrom, ReleasesTheOthersAtTheEnd)
{
  rx::subject<int> a, b;
  a.get_observable().with_latest_from(b.get_observable()).subscribe([](auto) {});
  EXPECT_TRUE(b.has_observers());
  a.on_completed();
  EXPECT_FALSE(b.has_observers());
}

TEST(Share, OneSubscriptionToTheSource)
{
  int running = 0, runs = 0;
  rx::subject<int> subject;
  auto source = rx::observable<>::create<int>([&](rx::subscriber<int> s) {
    ++running;
    ++runs;
    s.add([&] { --running; });
    s.add(subject.get_observable().subscribe(s));
  });
  auto shared = source.share();
  EXPECT_EQ(runs, 0);
  recorder<int> r1, r2;
  auto s1 = shared.subscribe(r1.observer());
  subject.on_next(1);
  auto s2 = shared.map([](int i) { return i; }).subscribe(r2.observer());
  subject.on_next(2);
  EXPECT_EQ(running, 1);
  EXPECT_EQ(r1.items, (std::vector{1, 2}));
  EXPECT_EQ(r2.items, (std::vector{2}));
  s1.dispose();
  EXPECT_EQ(running, 1);
  s2.dispose();
  EXPECT_EQ(running, 0);
  auto s3 = shared.subscribe(r1.observer());
  EXPECT_EQ(running, 1);
  EXPECT_EQ(runs, 2);
  subject.on_completed();
  EXPECT_EQ(r1.completions, 1);
  EXPECT_EQ(running, 0);
}

TEST(Share, LateSubscribersStartWithTheLastItems)
{
  rx::subject<int> subject;
  auto shared = subject.get_observable().share_replay(2);
  recorder<int> r1, r2, r3;
  auto s1 = shared.subscribe(r1.observer());
  for (int i = 1; i <= 3; ++i) {
    subject.on_next(i);
  }
  auto s2 = shared.subscribe(r2.observer());
  subject.on_next(4);
  EXPECT_EQ(r1.items, (std::vector{1, 2, 3, 4}));
  EXPECT_EQ(r2.items, (std::vector{2, 3, 4}));
  s1.dispose();
  s2.dispose();
  EXPECT_FALSE(subject.has_observers());
  auto s3 = shared.subscribe(r3.observer());
  subject.on_next(5);
  EXPECT_EQ(r3.items, std::vector{5});  // a new session remembers nothing of the former
  s3.dispose();
}

TEST(Share, SourceThatEndsAtOnceRunsForEachSubscriber)
{
  auto shared = rx::observable<>::just(1, 2).share();
  for (int i = 0; i < 2; ++i) {
    recorder<int> r;
    shared.subscribe(r.observer());
    EXPECT_EQ(r.items, (std::vector{1, 2}));
    EXPECT_EQ(r.completions, 1);
  }
}

}  // namespace
