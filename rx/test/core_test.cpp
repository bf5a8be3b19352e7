// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The pipe core: laziness, items, ends, errors, disposal, copies and moves.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "rxcpp/rx.hpp"

namespace rx = rxcpp;
using namespace rxcpp::operators;

namespace
{

TEST(Core, BothSpellings)
{
  std::vector<int> got;
  auto pipe = rxcpp::observable<>::range(1, 10) | filter([](int i) { return i % 2 == 0; }) |
              map([](int i) { return i * 10; }) | scan(0, [](int a, int b) { return a + b; }) |
              take(3);
  pipe.subscribe([&](int i) { got.push_back(i); });
  EXPECT_EQ(got, (std::vector{20, 60, 120}));
  got.clear();
  bool done = false;
  rxcpp::observable<>::range(1, 10)
    .filter([](int i) { return i % 2 == 0; })
    .map([](int i) { return i * 10; })
    .scan(0, [](int a, int b) { return a + b; })
    .start_with(7)
    .take(3)
    .subscribe([&](int i) { got.push_back(i); }, [&] { done = true; });
  EXPECT_EQ(got, (std::vector{7, 20, 60}));
  EXPECT_TRUE(done);
}

TEST(Core, Subject)
{
  rx::subject<int> a, b;
  std::vector<int> got;
  bool done = false;
  auto joy = a.get_observable();
  auto s = joy.merge(b.get_observable() | map([](int i) { return -i; }))
             .subscribe([&](int i) { got.push_back(i); }, [&] { done = true; });
  a.on_next(1);
  b.on_next(2);
  a.on_next(3);
  a.on_completed();
  EXPECT_FALSE(done);
  b.on_next(4);
  EXPECT_TRUE(s.is_subscribed());
  b.on_completed();
  EXPECT_TRUE(done);
  EXPECT_FALSE(s.is_subscribed());
  EXPECT_EQ(got, (std::vector{1, -2, 3, -4}));
}

TEST(Core, IntervalOnCurrentThread)
{
  std::vector<int> got;
  rxcpp::observable<>::interval(std::chrono::milliseconds(1)) | map([&](int i) { return i; }) |
    tap([&](int i) { got.push_back(i); }) | take(3) | [](auto o) { return o.subscribe(), o; };
  EXPECT_EQ(got, (std::vector{1, 2, 3}));
}

TEST(Core, Create)
{
  bool torn = false;
  std::string what;
  rx::observable<std::string> o =
    rx::observable<>::create<std::string>([&](rx::subscriber<std::string> s) {
      s.add([&] { torn = true; });
      s.on_next("a");
      throw std::runtime_error("boom");
    });
  std::string got;
  o.subscribe([&](std::string s) { got += s; }, [&](std::exception_ptr e) { what = rx::what(e); });
  EXPECT_EQ(got, "a");
  EXPECT_EQ(what, "boom");
  EXPECT_TRUE(torn);
}

}  // namespace
namespace
{
TEST(Core, Smoke2)
{
  using namespace std::chrono_literals;
  auto clock = std::make_shared<rx::schedulers::virtual_time>();
  rx::subject<int> a, b;
  std::vector<int> got;
  a.get_observable().sample_latest(10ms, clock).subscribe([&](int i) { got.push_back(i); });
  clock->advance_by(15ms);
  a.on_next(1);
  clock->advance_by(25ms);
  EXPECT_EQ(got, (std::vector{1, 1, 1}));
  auto v = rx::observable<>::range(1, 1000) |
           observe_on(rx::observe_on_new_thread(), rx::overflow::block, 8) | to_vector(5s);
  EXPECT_EQ(v.size(), 1000u);
  auto sh = a.get_observable() | share();
  auto s1 = sh.subscribe([](int) {});
  auto s2 = (sh | with_latest_from(b.get_observable())).subscribe([&](std::tuple<int, int> t) {
    got.push_back(std::get<1>(t));
  });
  b.on_next(9);
  a.on_next(1);
  EXPECT_EQ(got.back(), 9);
}
}  // namespace
