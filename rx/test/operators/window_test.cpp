// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tests rx/operators/window.hpp.

#include <gtest/gtest.h>

#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

#include "operators_test.hpp"

namespace
{

// Shows a stream of streams as text: "0:a" for an item of the first stream, "0|" for its end.
template <class Windows>
rx::observable<std::string> described(const Windows & windows)
{
  int number = -1;
  return windows.flat_map([number](const auto & w) mutable {
    const std::string n = std::to_string(++number);
    return rx::observable<std::string>(
      w.map([n](char c) { return n + ':' + c; }).end_with(n + '|'));
  });
}

TEST(Window, ByCountAndTime)
{
  marbles m;
  EXPECT_EQ(played(m, described(cold(m, "abc|").window(2))), "0=0:a 1=0:b 1=0| 2=1:c 3=1| |");
  marbles n;
  EXPECT_EQ(
    played(n, described(cold(n, "abc|").window(2, 1))),
    "0=0:a 1=0:b 1=1:b 1=0| 2=1:c 2=2:c 2=1| 3=2| |");
  marbles o;
  EXPECT_EQ(
    played(o, described(cold(o, "-a-b|").window_with_time(o.frames(2)))),
    "1=0:a 2=0| 3=1:b 4=1| 4=2| |");
  marbles p;
  EXPECT_EQ(
    played(p, described(cold(p, "ab-c|").window_with_time_or_count(p.frames(2), 2))),
    "0=0:a 1=0:b 1=0| 3=1| 3=2:c 4=2| |");
  marbles q;
  EXPECT_EQ(
    played(q, described(cold(q, "ab-c-d|").window(cold(q, "--x|")))),
    "0=0:a 1=0:b 2=0| 3=1:c 5=1:d 6=1| |");
  marbles r;
  EXPECT_EQ(
    played(
      r, described(
           cold(r, "abcde|").window_toggle(cold(r, "-1"), [&](char) { return r.cold("--x"); }))),
    "1=0:b 2=0:c 3=0| |");
  marbles s;
  EXPECT_EQ(played(s, described(cold(s, "aX").window(2))), "0=0:a X");
}

TEST(Window, TheFirstWindowContinuesWhenNoMoreAreNeeded)
{
  rx::subject<int> source;
  std::vector<int> got;
  bool completed = false;
  source.get_observable().window(3).take(1).merge().subscribe(
    [&](int i) { got.push_back(i); }, [&] { completed = true; });
  for (int i = 1; i <= 5; ++i) {
    source.on_next(i);
  }
  EXPECT_EQ(got, (std::vector{1, 2, 3}));
  EXPECT_TRUE(completed);
  EXPECT_FALSE(source.has_observers());
}

TEST(Window, ACopyThatThrowsEndsTheOpenWindows)
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
    fragile(fragile &&) noexcept = default;
    int value;
  };
  rx::subject<fragile> source;
  std::vector<std::string> errors;
  const auto on_error = [&](std::exception_ptr e) { errors.push_back(rx::what(e)); };
  source.get_observable().buffer(3, 1).subscribe([](const auto &) {}, on_error);
  source.get_observable().window(3, 1).subscribe(
    [&](auto w) { w.subscribe([](fragile) {}, on_error); }, on_error);
  const fragile one(1), two(2);
  source.on_next(one);
  source.on_next(two);
  for (const std::string & error : errors) {
    EXPECT_EQ(error, "copy");
  }
  EXPECT_GE(errors.size(), 2u);
}

TEST(Window, AStreamOfWindowsCanBeErased)
{
  const rx::observable<rx::observable<int>> windows = rx::observable<>::range(1, 3).window(2);
  const rx::observable<rx::observable<int>> groups =
    rx::observable<>::range(1, 3).group_by([](int i) { return i % 2; });
  EXPECT_EQ(text_of(ints(windows.flat_map([](const ints & w) { return w.sum(); }))), "3 3 |");
  EXPECT_EQ(text_of(ints(groups.flat_map([](const ints & g) { return g.sum(); }))), "4 2 |");
}

TEST(WindowToggle, TakesACoordination)
{
  const auto numbers = rx::observable<>::range(1, 3);
  const auto toggled = numbers.window_toggle(
    rx::observable<>::just(0), [](int) { return rx::observable<>::never<int>(); },
    rx::identity_current_thread());
  EXPECT_EQ(text_of(ints(toggled.flat_map([](auto w) { return w.sum(); }))), "6 |");
  EXPECT_EQ(
    numbers
      .buffer_toggle(
        rx::observable<>::just(0), [](int) { return rx::observable<>::never<int>(); },
        rx::identity_current_thread())
      .as_blocking()
      .first()
      .size(),
    3u);
}

}  // namespace
