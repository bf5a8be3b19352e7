// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The operators that join several streams: combine_latest, zip, join_with_latest_from, amb,
// sequence_equal, end_with, and those that create a stream from each item: flat_map, concat_map,
// switch_map, exhaust_map.

#include <functional>
#include <memory>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "operators_test.hpp"

namespace
{

// A function of two characters whose result shows both: the later letter, or the digit.
char later(char a, char b)
{
  return std::max(a, b);
}

TEST(CombineLatest, EmitsWheneverOneEmits)
{
  marbles m;
  const auto both = [&](const char * a, const char * b) {
    return drawn(m, cold(m, a).combine_latest(later, cold(m, b)));
  };
  EXPECT_EQ(both("-a---c-|", "--b---d--|"), "--b--cd--|");
  EXPECT_EQ(both("-a-X", "--b---d--|"), "--bX");
  EXPECT_EQ(both("-a--|", "--|"), "--|") << "a stream that ends without an item";
  EXPECT_EQ(both("-a|", "-----b-c|"), "-----b-c|");
  std::string error;
  cold(m, "a")
    .combine_latest([](char, char) -> int { throw std::runtime_error("f"); }, cold(m, "b"))
    .subscribe([](int) {}, [&](std::exception_ptr e) { error = rx::what(e); });
  m.clock()->run();
  EXPECT_EQ(error, "f");
}

TEST(CombineLatest, MakesTuplesWithoutExtraCopies)
{
  rx::subject<tracked> a;
  rx::subject<int> b;
  int copies = -1;
  a.get_observable()
    .combine_latest(
      rx::identity_current_thread(), [](const tracked & t, int) -> const tracked & { return t; },
      b.get_observable())
    .subscribe([&](const tracked & t) { copies = t.copies; });
  a.on_next(tracked(1));
  for (int i = 0; i < 3; ++i) {
    b.on_next(i);
  }
  EXPECT_EQ(copies, 0);
  std::tuple<int, int> last;
  b.get_observable().combine_latest(rx::observable<>::just(7)).subscribe([&](auto t) { last = t; });
  b.on_next(5);
  EXPECT_EQ(last, (std::tuple(5, 7)));
}

TEST(Zip, PairsItemsInOrder)
{
  marbles m;
  const auto both = [&](const char * a, const char * b) {
    return drawn(m, cold(m, a).zip(later, cold(m, b)));
  };
  EXPECT_EQ(both("-a-a-a|", "---b-----c-d|"), "---b-----c-(d|)");
  EXPECT_EQ(both("-a|", "---b-----c-d|"), "---(b|)") << "nothing can find a partner any more";
  EXPECT_EQ(both("-a-X", "---"), "---X");
  EXPECT_EQ(both("|", "-b"), "|");
  std::vector<std::tuple<int, char>> got;
  rx::observable<>::just(1, 2).zip(rx::observable<>::just('a', 'b', 'c')).subscribe([&](auto t) {
    got.push_back(t);
  });
  EXPECT_EQ(got, (std::vector{std::tuple(1, 'a'), std::tuple(2, 'b')}));
}

TEST(Zip, MovesItemsAndKeepsManyInOrder)
{
  rx::subject<std::unique_ptr<int>> a;
  rx::subject<int> b;
  std::vector<int> got;
  a.get_observable()
    .zip([](std::unique_ptr<int> p, int i) { return *p * 1000 + i; }, b.get_observable())
    .subscribe([&](int i) { got.push_back(i); });
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < 20; ++i) {
      a.on_next(std::make_unique<int>(i));
    }
    for (int i = 0; i < 20; ++i) {
      b.on_next(i);
    }
  }
  ASSERT_EQ(got.size(), 60u);
  for (int i = 0; i < 60; ++i) {
    EXPECT_EQ(got[i], i % 20 * 1001);
  }
}

TEST(JoinWithLatestFrom, Tuples)
{
  rx::subject<int> a;
  std::vector<std::tuple<int, int>> got;
  a.get_observable().join_with_latest_from(rx::observable<>::just(7)).subscribe([&](auto t) {
    got.push_back(t);
  });
  a.on_next(1);
  EXPECT_EQ(got, (std::vector{std::tuple(1, 7)}));
}

TEST(Amb, PicksTheFirstStreamToEmit)
{
  marbles m;
  EXPECT_EQ(drawn(m, cold(m, "--a-b|").amb(cold(m, "-x-y|"), cold(m, "---|"))), "-x-y|");
  EXPECT_EQ(drawn(m, cold(m, "-|").amb(cold(m, "--x"))), "-|");
  EXPECT_EQ(drawn(m, cold(m, "--x").amb(cold(m, "-X"))), "-X");
  rx::subject<int> a, b;
  a.get_observable().amb(b.get_observable()).subscribe([](int) {});
  b.on_next(1);
  EXPECT_FALSE(a.has_observers());
}

// With a stack of 8 MB, each of them may use 280 bytes.
TEST(Concat, ALongChainMadeInALoopNeedsNoStack)
{
  constexpr int links = 30'000;
  rx::observable<int> all = rx::observable<>::just(0);
  for (int i = 1; i <= links; ++i) {
    all = all.concat(rx::observable<>::just(2 * i - 1), rx::observable<>::just(2 * i));
  }
  const rx::observable<int> shorter = all;
  all = all.concat(rx::observable<>::just(2 * links + 1));
  const auto numbers_up_to = [](int last) {
    std::vector<int> numbers(static_cast<std::size_t>(last) + 1);
    std::iota(numbers.begin(), numbers.end(), 0);
    return numbers;
  };
  EXPECT_EQ(all.to_vector(), numbers_up_to(2 * links + 1));
  EXPECT_EQ((all | take(5)).to_vector(), numbers_up_to(4));
  EXPECT_EQ(shorter.to_vector(), numbers_up_to(2 * links));
  EXPECT_FALSE(all.env());
}

TEST(SequenceEqual, EmitsAsSoonAsTheResultIsKnown)
{
  const auto equal = [](ints a, ints b) {
    return text_of(rx::observable<bool>(a.sequence_equal(b)));
  };
  const auto numbers = [](int n) { return ints(rx::observable<>::range(1, n)); };
  EXPECT_EQ(equal(numbers(3), numbers(3)), "true |");
  EXPECT_EQ(equal(numbers(3), numbers(4)), "false |");
  EXPECT_EQ(equal(numbers(4), numbers(3)), "false |");
  EXPECT_EQ(
    equal(
      rx::observable<>::never<int>().start_with(1), rx::observable<>::never<int>().start_with(2)),
    "false |");
  EXPECT_EQ(equal(numbers(1), rx::observable<>::error<int>(std::runtime_error("x"))), "X x");
}

TEST(SequenceEqual, TakesACoordination)
{
  const auto numbers = rx::observable<>::range(1, 3);
  const auto here = rx::identity_current_thread();
  EXPECT_TRUE(numbers.sequence_equal(numbers, here).as_blocking().first());
  EXPECT_TRUE(numbers.sequence_equal(numbers, std::equal_to<>(), here).as_blocking().first());
}

TEST(EndWith, Items)
{
  marbles m;
  EXPECT_EQ(drawn(m, cold(m, "-a|").end_with('x', 'y')), "-a(xy|)");
  EXPECT_EQ(drawn(m, cold(m, "-aX").end_with('x')), "-aX");
  EXPECT_EQ(drawn(m, cold(m, "-a|").end_with('x', 'y').take(2)), "-a(x|)");
}

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

// The monad laws, for random diagrams: just is neutral on both sides, and flat_map is associative.
// A time source within a stream uses the clock of that stream, even if neither the subscriber nor
// the source itself has one; otherwise it would block this thread.
TEST(Environments, InnerAndJoinedStreamsRunWhereTheStreamInFrontRuns)
{
  const auto an_hour = [] { return rx::sources::timer(std::chrono::hours(1)); };
  const auto check = [](const char * what, auto make) {
    marbles m;
    int ended = 0;
    make(m).subscribe([](const auto &) {}, [](std::exception_ptr) {}, [&ended] { ++ended; });
    m.clock()->advance_by(std::chrono::minutes(59));
    EXPECT_EQ(ended, 0) << what;
    m.clock()->advance_by(std::chrono::minutes(2));
    EXPECT_EQ(ended, 1) << what;
  };
  const auto each = [&](char) { return an_hour(); };
  const auto numbers = [](marbles & m, const char * diagram) {
    return cold(m, diagram).map([](char) { return 1L; });
  };
  check("flat_map", [&](marbles & m) { return cold(m, "a|").flat_map(each); });
  check("concat_map", [&](marbles & m) { return cold(m, "a|").concat_map(each); });
  check("switch_map", [&](marbles & m) { return cold(m, "a|").switch_map(each); });
  check("exhaust_map", [&](marbles & m) { return cold(m, "a|").exhaust_map(each); });
  check("nested", [&](marbles & m) {
    return cold(m, "a|").flat_map([&](char c) { return rx::sources::just(c).flat_map(each); });
  });
  check("delay within", [&](marbles & m) {
    return cold(m, "a|").flat_map(
      [&](char c) { return rx::sources::just(c).delay(std::chrono::hours(1)); });
  });
  check("merge", [&](marbles & m) { return numbers(m, "a|").merge(an_hour()); });
  check("merge in front", [&](marbles & m) { return an_hour().merge(numbers(m, "a|")); });
  check("concat", [&](marbles & m) { return numbers(m, "a|").concat(an_hour()); });
  check("zip", [&](marbles & m) { return numbers(m, "a|").zip(an_hour()); });
  check("take_until", [&](marbles & m) { return cold(m, "a").take_until(an_hour()); });
  check("on_error_resume_next", [&](marbles & m) {
    return numbers(m, "X").on_error_resume_next([&](std::exception_ptr) { return an_hour(); });
  });
  check("switch_if_empty", [&](marbles & m) { return numbers(m, "|").switch_if_empty(an_hour()); });
  check("buffer", [&](marbles & m) { return cold(m, "a").buffer(an_hour()).take(1); });
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

// A stream that subscribes to itself. The first ones emit nothing, because an item passes through
// all the others.
ints counting_from(int n, int last)
{
  return rx::observable<>::just(n)
    .filter([last](int i) { return i + 1000 > last; })
    .concat(rx::observable<>::defer([n, last]() -> ints {
      return n < last ? counting_from(n + 1, last) : ints(rx::observable<>::empty<int>());
    }));
}
ints falling_from(int n)
{
  return rx::observable<>::just(n).flat_map(
    [](int i) -> ints { return i > 0 ? falling_from(i - 1) : ints(rx::observable<>::just(0)); });
}

TEST(Nesting, AStreamThatSubscribesToItselfIsAnErrorBeforeTheStackIsFull)
{
  EXPECT_EQ(counting_from(1, 1000).as_blocking().count(), 1000u);
  EXPECT_EQ(falling_from(1000).as_blocking().last(), 0);
  EXPECT_THROW(counting_from(1, 1'000'000).as_blocking().count(), rx::nesting_error);
  EXPECT_THROW(falling_from(1'000'000).as_blocking().last(), rx::nesting_error);
  EXPECT_EQ(counting_from(1, 1000).take(500).as_blocking().last(), 500);
}

TEST(Nesting, AlsoIfEachStreamBeginsLater)
{
  auto clock = new_clock();
  unsigned streams = 0;
  std::function<rx::observable<long>()> ticks = [&] {
    ++streams;
    return rx::observable<>::timer(1ms, clock)
      .ignore_elements()
      .concat(rx::observable<>::defer([&] { return ticks(); }))
      .as_dynamic();
  };
  std::string error;
  ticks().subscribe([](long) {}, [&](std::exception_ptr e) { error = rx::what(e); });
  clock->run();
  EXPECT_EQ(streams, rx::detail::deepest_nesting + 1);
  EXPECT_NE(error.find("nested in each other"), std::string::npos) << error;
}

TEST(Nesting, AStreamThatASubscriberStartsIsNotNested)
{
  auto clock = new_clock();
  int rounds = 0;
  std::function<void()> begin = [&] {
    rx::observable<>::just(1)
      .concat(rx::observable<>::timer(1ms, clock).map([](long) { return 2; }))
      .subscribe([&](int i) {
        if (i == 2 && ++rounds < 10'000) {
          begin();
        }
      });
  };
  begin();
  clock->run();
  EXPECT_EQ(rounds, 10'000);
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
