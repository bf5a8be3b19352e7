// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tests rx/operators/merge.hpp.

#include <gtest/gtest.h>

#include <algorithm>
#include <exception>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "conformance.hpp"
#include "operators_test.hpp"

namespace
{

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

// With more than constant work in each operator the subscription would never end.
TEST(Merge, ALongChainOfThemSubscribesAtOnce)
{
  rx::subjects::subject<int> last;
  rx::observable<int> all = rx::observable<>::just(0);
  for (int i = 1; i < 50; ++i) {
    all = all | merge(rx::observable<>::just(i));
  }
  int count = 0;
  all.merge(last.get_observable()).subscribe([&](int) { ++count; });
  last.get_subscriber().on_next(50);
  EXPECT_EQ(count, 51);
}

}  // namespace
