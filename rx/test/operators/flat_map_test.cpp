// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tests rx/operators/flat_map.hpp.

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "operators_test.hpp"

namespace
{

// Inner streams by letter, for the diagrams below.
chars inner_of(const marbles & m, char c)
{
  switch (c) {
    case 'a':
      return m.cold("1--2--3|");
    case 'b':
      return m.cold("4--5|");
    case 'e':
      return m.cold("--X");
    default:
      return m.cold("|");
  }
}

TEST(FlatMap, RunsAllOrALimitedNumberOfStreams)
{
  marbles m;
  const auto f = [&](char c) { return inner_of(m, c); };
  EXPECT_EQ(drawn(m, cold(m, "-a--b-|").flat_map(f)), "-1--(24)--(35)|");
  EXPECT_EQ(drawn(m, cold(m, "-a-e-b-|").flat_map(f)), "-1--2X");
  EXPECT_EQ(drawn(m, cold(m, "-a--X").flat_map(f)), "-1--X");
  EXPECT_EQ(drawn(m, cold(m, "ab-|").flat_map(f, 1)), "1--2--34--5|");
  EXPECT_EQ(drawn(m, cold(m, "abb|").flat_map(f, 2)), "14-2543-5|");
  EXPECT_EQ(drawn(m, cold(m, "--|").flat_map(f)), "--|");
  EXPECT_THROW(flat_map(f, 0), std::invalid_argument);
  EXPECT_EQ(
    text_of(ints(rx::observable<>::range(1, 2).flat_map(
      [](int) { return rx::observable<>::range(1, 2); }, [](int a, int b) { return 10 * a + b; }))),
    "11 12 21 22 |");
}

TEST(FlatMap, DisposalEndsTheInnerStreams)
{
  rx::subject<int> outer, inner;
  auto stream =
    outer.get_observable().flat_map([&](int) { return inner.get_observable(); }).subscribe([](int) {
    });
  outer.on_next(1);
  outer.on_next(2);
  EXPECT_TRUE(inner.has_observers());
  stream.dispose();
  EXPECT_FALSE(inner.has_observers());
  EXPECT_FALSE(outer.has_observers());
}

TEST(FlatMap, EndlessInnerStreamsStopAndManyDoNotNest)
{
  EXPECT_EQ(
    text_of(ints(rx::observable<>::range(1, 1000000000)
                   .flat_map([](int i) { return rx::observable<>::range(i, 1000000000); })
                   .take(3))),
    "1 2 3 |");
  long sum = 0;
  rx::observable<>::range(1, 100000)
    .concat_map([](int i) { return rx::observable<>::just(i); })
    .subscribe([&](int i) { sum += i; });
  EXPECT_EQ(sum, 5000050000L);
  rx::subject<int> source;
  int count = 0;
  source.get_observable()
    .flat_map([](int i) { return rx::observable<>::just(i); })
    .subscribe([&](int i) {
      ++count;
      if (i < 100000) {
        source.on_next(i + 1);  // reentrant
      }
    });
  source.on_next(1);
  EXPECT_EQ(count, 100000);
}

// The subscription of a stream that has ended within its start(), and what its destructor does.
struct ended_at_once
{
  struct subscribed final : rx::lifetime
  {
    explicit subscribed(std::function<void()> f) : at_end(std::move(f)) {}
    ~subscribed() override { at_end(); }
    void dispose() noexcept override {}
    bool disposed() const noexcept override { return true; }
    const std::function<void()> at_end;
  };
  using value_type = int;
  template <class Out>
  rx::subscription start(Out && out) const
  {
    out.on_completed();
    return std::make_shared<subscribed>(at_end);
  }
  std::function<void()> at_end;
};

TEST(FlatMap, TheLastReferenceToAnInnerStreamMayDisposeTheWhole)
{
  rx::subject<int> outer;
  rx::subscription whole;
  whole =
    outer.get_observable()
      .flat_map([&](int) { return rx::make_observable(ended_at_once{[&] { whole.dispose(); }}); })
      .subscribe([](int) {});
  outer.on_next(1);
  EXPECT_FALSE(whole.is_subscribed());
}

TEST(ConcatMap, InTurn)
{
  marbles m;
  const auto f = [&](char c) { return inner_of(m, c); };
  EXPECT_EQ(drawn(m, cold(m, "ab--b|").concat_map(f)), "1--2--34--54--5|");
  EXPECT_EQ(drawn(m, cold(m, "ae").concat_map(f)), "1--2--3--X");
}

TEST(SwitchMap, KeepsOnlyTheLatestStream)
{
  marbles m;
  const auto f = [&](char c) { return inner_of(m, c); };
  EXPECT_EQ(drawn(m, cold(m, "-a---b-|").switch_map(f)), "-1--24--5|");
  EXPECT_EQ(drawn(m, cold(m, "-e-a|").switch_map(f)), "---X");
  EXPECT_EQ(drawn(m, cold(m, "-ea|").switch_map(f)), "--1--2--3|")
    << "the error of a stream that was left";
  EXPECT_EQ(drawn(m, cold(m, "-ab-----|").switch_map(f)), "-14--5--|");
  rx::subject<int> outer, first, second;
  std::vector<int> got;
  outer.get_observable()
    .switch_map([&](int i) { return (i == 1 ? first : second).get_observable(); })
    .subscribe([&](int i) { got.push_back(i); });
  outer.on_next(1);
  first.on_next(10);
  outer.on_next(2);
  EXPECT_FALSE(first.has_observers());
  second.on_next(20);
  EXPECT_EQ(got, (std::vector{10, 20}));
  EXPECT_EQ(
    text_of(ints(rx::observable<>::just(ints(rx::observable<>::just(1))).switch_on_next())), "1 |");
}

TEST(ExhaustMap, DropsItemsWhileBusy)
{
  marbles m;
  const auto f = [&](char c) { return inner_of(m, c); };
  EXPECT_EQ(drawn(m, cold(m, "-a--b----b-|").exhaust_map(f)), "-1--2--3-4--5|");
  EXPECT_EQ(drawn(m, cold(m, "-a--e-|").exhaust_map(f)), "-1--2--3|");
}

TEST(FlatMap, Laws)
{
  std::mt19937 random(11);
  marbles m;
  const auto f = [](char c) -> chars {
    return rx::observable<>::just(c, static_cast<char>(c + 1));
  };
  const auto g = [](char c) -> chars {
    return c % 2 ? chars(rx::observable<>::just(static_cast<char>(c ^ 4)))
                 : chars(rx::observable<>::empty<char>());
  };
  for (int round = 0; round < 30; ++round) {
    std::string d;
    for (int i = 0; i < 10; ++i) {
      d += random() % 2 ? static_cast<char>('a' + random() % 20) : '-';
    }
    d += random() % 4 == 0 ? 'X' : '|';
    const chars s = cold(m, d.c_str());
    const auto just = [](char c) -> chars { return rx::observable<>::just(c); };
    EXPECT_EQ(drawn(m, s.flat_map(just)), drawn(m, s));
    EXPECT_EQ(drawn(m, just('k').flat_map(f)), drawn(m, f('k')));
    EXPECT_EQ(
      drawn(m, s.flat_map(f).flat_map(g)),
      drawn(m, s.flat_map([&](char c) { return f(c).flat_map(g); })));
    EXPECT_EQ(drawn(m, s.concat_map(f)), drawn(m, s.flat_map(f)))
      << "streams that end at once do not overlap";
  }
}

// An item whose destructor runs user code that uses the stream.
struct with_destructor
{
  explicit with_destructor(std::function<void()> f) : at_the_end(std::move(f)) {}
  ~with_destructor() { at_the_end(); }
  std::function<void()> at_the_end;
};

TEST(FlatMap, TheEndOfAnItemMayDisposeTheStream)
{
  rx::subject<std::shared_ptr<with_destructor>> source;
  rx::subscription stream;
  int calls = 0;
  const auto item = [&] {
    return std::make_shared<with_destructor>([&] {
      ++calls;
      stream.dispose();
    });
  };
  const auto check = [&](const auto & pipe, bool waits) {
    calls = 0;
    stream = pipe.subscribe([](int) {});
    source.on_next(item());
    source.on_next(item());
    EXPECT_GE(calls, waits ? 1 : 2);
    stream.dispose();
    EXPECT_EQ(calls, 2);
  };
  const auto one = [](const std::shared_ptr<with_destructor> &) {
    return rx::observable<>::just(1);
  };
  const auto none = [](const std::shared_ptr<with_destructor> &) {
    return rx::observable<>::never<int>();
  };
  const auto streams = source.get_observable();
  check(streams.flat_map(one), false);
  check(streams.concat_map(none), true);
  check(streams.switch_map(none), false);
  check(streams.exhaust_map(none), false);
}

TEST(FlatMap, AFunctionThatThrowsDoesNotStopOtherSubscriptions)
{
  rx::subject<int> source;
  recorder<int> failing, other;
  source.get_observable()
    .flat_map([](int i) { return i == 2 ? throw i : rx::observable<>::just(i); })
    .subscribe(failing.observer());
  source.get_observable()
    .flat_map([](int i) { return rx::observable<>::just(i); })
    .subscribe(other.observer());
  for (const int i : {1, 2, 3}) {
    source.on_next(i);
  }
  EXPECT_EQ(failing.items, (std::vector{1}));
  EXPECT_EQ(failing.error, "an exception that is not a std::exception");
  EXPECT_EQ(other.items, (std::vector{1, 2, 3}));
}

}  // namespace
