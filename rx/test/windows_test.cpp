// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The operators that split and join items: buffer, window, group_by; those that use the whole
// stream: skip, take_last, first, last, distinct, reduce, all …; and those that share a source:
// publish, replay, multicast, ref_count.

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "operators_test.hpp"

namespace
{

// Shows vectors as "ab", empty ones as "()".
rx::observable<std::string> joined(const rx::observable<std::vector<char>> & buffers)
{
  return buffers.map([](const std::vector<char> & v) {
    return v.empty() ? std::string("()") : std::string(v.begin(), v.end());
  });
}

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

// Returns the items of a stream of texts, played in virtual time.
std::string played(const marbles & m, const rx::observable<std::string> & stream)
{
  std::string text;
  auto running = stream.subscribe(
    [&](const std::string & s) {
      text += std::to_string((m.clock()->now().time_since_epoch()) / m.frames(1)) + '=' + s + ' ';
    },
    [&](const std::exception_ptr &) { text += 'X'; }, [&] { text += '|'; });
  m.clock()->advance_by(m.frames(40));
  running.dispose();
  return text;
}

TEST(Buffer, ByCount)
{
  const auto of = [](int count, int skip) {
    marbles m;
    return played(m, joined(cold(m, "abcde|").buffer(count, skip)));
  };
  EXPECT_EQ(of(2, 2), "1=ab 3=cd 5=e |");
  EXPECT_EQ(of(2, 1), "1=ab 2=bc 3=cd 4=de 5=e |");
  EXPECT_EQ(of(1, 2), "0=a 2=c 4=e |");
  EXPECT_EQ(of(2, 3), "1=ab 4=de |");
  marbles m;
  EXPECT_EQ(played(m, joined(cold(m, "abX").buffer(3))), "X")
    << "what is not complete is lost with an error";
  EXPECT_THROW(buffer(0), std::invalid_argument);
  std::size_t sizes = 0;
  rx::observable<>::just(std::make_unique<int>(1))
    .buffer(2)
    .subscribe([&](std::vector<std::unique_ptr<int>> v) { sizes += v.size(); });
  EXPECT_EQ(sizes, 1u);
  EXPECT_THROW(
    rx::observable<>::just(std::make_unique<int>(1)).buffer(2, 1), std::invalid_argument);
}

TEST(Buffer, ByTime)
{
  const auto of = [](const char * d, auto... args) {
    marbles m;
    return played(m, joined(cold(m, d).buffer_with_time(m.frames(args)...)));
  };
  EXPECT_EQ(of("-a-b----c|", 4), "4=ab 8=c 9=() |");
  EXPECT_EQ(of("abcdefgh|", 4, 2), "4=abcd 6=cdef 8=efgh 8=gh 8=() |");
  EXPECT_EQ(of("abcdefgh|", 1, 3), "1=a 4=d 7=g |");
  EXPECT_EQ(of("a-X", 4), "X");
  auto clock = new_clock();
  EXPECT_TRUE(clock->empty());
  EXPECT_THROW(buffer_with_time(0ms), std::invalid_argument);
}

TEST(Buffer, ByTimeOrCount)
{
  marbles m;
  EXPECT_EQ(
    played(m, joined(cold(m, "-abc------d|").buffer_with_time_or_count(m.frames(4), 2))),
    "2=ab 6=c 10=d 11=() |");
  auto clock = new_clock();
}

TEST(Buffer, ByBoundaryAndToggle)
{
  marbles m;
  EXPECT_EQ(played(m, joined(cold(m, "ab-c-d|").buffer(cold(m, "--x-x|")))), "2=ab 4=c 6=d |");
  marbles b;
  EXPECT_EQ(played(b, joined(cold(b, "ab---|").buffer(cold(b, "--xx|")))), "2=ab 3=() 5=() |")
    << "empty ones too, also at the end";
  marbles e;
  EXPECT_EQ(
    played(
      e, joined(cold(e, "--|").buffer_toggle(cold(e, "-1"), [&](char) { return cold(e, "-"); }))),
    "2=() |");
  marbles n;
  EXPECT_EQ(
    played(
      n, joined(cold(n, "abcdefghi|")
                  .buffer_toggle(cold(n, "-12|"), [&](char) { return n.cold("---x"); }))),
    "4=bcd 5=cde |")
    << "an item at the very time comes after the opening or the end";
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

TEST(GroupBy, AStreamForEachKey)
{
  rx::subject<int> source;
  std::vector<int> keys;
  std::string log;
  auto stream = source.get_observable()
                  .group_by([](int i) { return i % 3; }, [](int i) { return i * 10; })
                  .subscribe([&](const rx::grouped_observable<int, int> & g) {
                    keys.push_back(g.get_key());
                    g.subscribe(
                      [&log, k = g.get_key()](int i) {
                        log += std::to_string(k) + ':' + std::to_string(i) + ' ';
                      },
                      [&log] { log += '|'; });
                  });
  for (int i = 1; i <= 4; ++i) {
    source.on_next(i);
  }
  source.on_completed();
  EXPECT_EQ(keys, (std::vector{1, 2, 0}));
  EXPECT_EQ(log, "1:10 2:20 0:30 1:40 |||");
}

TEST(Skip, FirstLastAndWhile)
{
  const ints five = rx::observable<>::range(1, 5);
  EXPECT_EQ(text_of(ints(five.skip(2))), "3 4 5 |");
  EXPECT_EQ(text_of(ints(five.skip(9))), "|");
  EXPECT_EQ(text_of(ints(five.skip_while([](int i) { return i < 4; }))), "4 5 |");
  EXPECT_EQ(text_of(ints(five.skip_last(2))), "1 2 3 |");
  EXPECT_EQ(text_of(ints(five.skip_last(0))), "1 2 3 4 5 |");
  EXPECT_EQ(text_of(ints(five.take_last(2))), "4 5 |");
  EXPECT_EQ(text_of(ints(five.take_last(0))), "|");
  EXPECT_EQ(text_of(ints(five.take_last(9).take(2))), "1 2 |");
}

TEST(First, LastSingleElementAt)
{
  const ints three = rx::observable<>::range(1, 3);
  const ints none = rx::observable<>::empty<int>();
  const auto odd = [](int i) { return i % 2 == 1; };
  EXPECT_EQ(text_of(ints(three.first())), "1 |");
  EXPECT_EQ(text_of(ints(three.first([](int i) { return i > 1; }))), "2 |");
  EXPECT_EQ(text_of(ints(none.first())), "X rx::first: there is no item");
  EXPECT_EQ(text_of(ints(three.last())), "3 |");
  EXPECT_EQ(text_of(ints(three.take(2).last(odd))), "1 |");
  EXPECT_EQ(text_of(ints(none.last())), "X rx::last: there is no item");
  EXPECT_EQ(text_of(ints(three.element_at(1))), "2 |");
  EXPECT_EQ(text_of(ints(three.element_at(3))), "X rx::element_at: there are fewer items");
  EXPECT_EQ(text_of(ints(three.take(1).single())), "1 |");
  EXPECT_EQ(text_of(ints(three.single())), "X rx::single: there is more than one item");
  EXPECT_EQ(text_of(ints(none.single())), "X rx::single: there is no item");
  rx::subject<int> source;
  source.get_observable().first().subscribe([](int) {});
  source.on_next(1);
  EXPECT_FALSE(source.has_observers());
}

TEST(Distinct, ItemsAndKeys)
{
  EXPECT_EQ(text_of(ints(rx::observable<>::just(1, 2, 1, 3, 2).distinct())), "1 2 3 |");
  EXPECT_EQ(
    text_of(ints(rx::observable<>::just(1, 2, 11, 3).distinct([](int i) { return i % 10; }))),
    "1 2 3 |");
}

TEST(Empty, IgnoreDefaultIs)
{
  const ints none = rx::observable<>::empty<int>();
  EXPECT_EQ(text_of(ints(rx::observable<>::just(1, 2).ignore_elements())), "|");
  EXPECT_EQ(text_of(ints(none.default_if_empty(9))), "9 |");
  EXPECT_EQ(text_of(ints(rx::observable<>::just(1).default_if_empty(9))), "1 |");
  EXPECT_EQ(text_of(rx::observable<bool>(none.is_empty())), "true |");
  EXPECT_EQ(
    text_of(rx::observable<bool>(rx::observable<>::never<int>().start_with(1).is_empty())),
    "false |");
}

TEST(Pairwise, Items)
{
  EXPECT_EQ(
    text_of(ints(rx::observable<>::just(1, 2, 4).pairwise().map(
      [](auto t) { return std::get<1>(t) - std::get<0>(t); }))),
    "1 2 |");
}

TEST(Reduce, ReduceCountSumAverageMinMax)
{
  const ints three = rx::observable<>::just(2, 1, 3);
  const ints none = rx::observable<>::empty<int>();
  EXPECT_EQ(text_of(ints(three.reduce(10, std::plus<>(), [](int sum) { return -sum; }))), "-16 |");
  EXPECT_EQ(text_of(ints(three.count().map([](auto n) { return static_cast<int>(n); }))), "3 |");
  EXPECT_EQ(text_of(ints(three.sum())), "6 |");
  EXPECT_EQ(text_of(ints(three.min())), "1 |");
  EXPECT_EQ(text_of(ints(three.max())), "3 |");
  EXPECT_EQ(text_of(ints(three.max(std::greater<>()))), "1 |");
  EXPECT_EQ(
    text_of(ints(three.take(2).average().map([](double d) { return static_cast<int>(d * 10); }))),
    "15 |");
  EXPECT_EQ(text_of(ints(none.sum())), "X rx::sum: there is no item");
  EXPECT_EQ(text_of(ints(none.min())), "X rx::min: there is no item");
  EXPECT_EQ(text_of(ints(none.reduce(7, std::plus<>()))), "7 |");
  int copies = -1;
  rx::observable<>::just(1, 2)
    .reduce(tracked(0), [](tracked t, int) { return t; })
    .subscribe([&](const tracked & t) { copies = t.copies; });
  EXPECT_EQ(copies, 0);
}

TEST(All, AnyContains)
{
  const ints three = rx::observable<>::range(1, 3);
  const auto below = [](int n) { return [n](int i) { return i < n; }; };
  const auto text = [](auto s) { return text_of(rx::observable<bool>(s)); };
  EXPECT_EQ(text(three.all(below(4))), "true |");
  EXPECT_EQ(text(three.all(below(3))), "false |");
  EXPECT_EQ(text(three.any(below(2))), "true |");
  EXPECT_EQ(text(three.exists(below(1))), "false |");
  EXPECT_EQ(text(three.contains(2)), "true |");
  EXPECT_EQ(text(three.contains(7)), "false |");
}

TEST(Publish, ConnectsOnRequest)
{
  rx::subject<int> source;
  auto shared = source.get_observable().publish();
  recorder<int> first, second;
  shared.subscribe(first.observer());
  EXPECT_FALSE(source.has_observers());
  auto connection = shared.connect();
  EXPECT_TRUE(connection.is_subscribed());
  EXPECT_EQ(shared.connect(), connection) << "connected already";
  source.on_next(1);
  shared.map([](int i) { return i; }).subscribe(second.observer());
  source.on_next(2);
  EXPECT_EQ(first.items, (std::vector{1, 2}));
  EXPECT_EQ(second.items, (std::vector{2}));
  connection.dispose();
  EXPECT_FALSE(source.has_observers());
  shared.connect();
  source.on_next(3);
  source.on_completed();
  EXPECT_EQ(first.items.back(), 3);
  EXPECT_EQ(first.completions, 1);
}

TEST(Publish, RefCountAndForever)
{
  rx::subject<int> source;
  auto counted = source.get_observable().publish() | ref_count();
  recorder<int> r;
  auto a = counted.subscribe(r.observer());
  auto b = counted.subscribe([](int) {});
  EXPECT_TRUE(source.has_observers());
  a.dispose();
  EXPECT_TRUE(source.has_observers());
  b.dispose();
  EXPECT_FALSE(source.has_observers());
  counted.subscribe(r.observer());
  source.on_next(1);
  EXPECT_EQ(r.items, (std::vector{1}));
  rx::subject<int> other;
  auto forever = other.get_observable().publish() | connect_forever();
  forever.subscribe([](int) {}).dispose();
  EXPECT_TRUE(other.has_observers());
  recorder<int> cold;
  rx::observable<>::just(1, 2).publish().ref_count().subscribe(cold.observer());
  EXPECT_EQ(cold.items, (std::vector{1, 2}));
  EXPECT_EQ(cold.completions, 1);
}

TEST(Replay, AndPublishWithAnInitialItem)
{
  auto clock = new_clock();
  rx::subject<int> source;
  auto last_two = source.get_observable().replay(2) | connect_forever();
  auto young = source.get_observable().replay(10, 5ms, clock) | connect_forever();
  auto latest = source.get_observable().publish(0) | connect_forever();
  last_two.subscribe();
  young.subscribe();
  recorder<int> early, a, b, c;
  latest.subscribe(early.observer());
  for (int i = 1; i <= 4; ++i) {
    source.on_next(i);
    clock->advance_by(3ms);
  }
  last_two.subscribe(a.observer());
  young.subscribe(b.observer());
  latest.subscribe(c.observer());
  EXPECT_EQ(a.items, (std::vector{3, 4}));
  EXPECT_EQ(b.items, (std::vector{4}));
  EXPECT_EQ(c.items, (std::vector{4}));
  EXPECT_EQ(early.items, (std::vector{0, 1, 2, 3, 4}));
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

TEST(ToFuture, LastItemErrorOrNothing)
{
  EXPECT_EQ(rx::observable<>::just(1, 2).to_future().get(), 2);
  EXPECT_THROW(rx::observable<>::empty<int>().to_future().get(), rx::empty_error);
  EXPECT_THROW(
    rx::observable<>::error<int>(std::out_of_range("x")).to_future().get(), std::out_of_range);
  rx::subject<std::unique_ptr<int>> source;
  auto future = source.get_observable().to_future();
  source.on_next(std::make_unique<int>(5));
  source.on_completed();
  EXPECT_EQ(*future.get(), 5);
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

TEST(Lift, AnObserverInFront)
{
  struct doubling
  {
    void on_next(int i) { to.on_next(i), to.on_next(i); }
    void on_error(std::exception_ptr e) { to.on_error(e); }
    void on_completed() { to.on_completed(); }
    rx::subscriber<int> to;
  };
  const auto twice = [](rx::subscriber<int> to) { return doubling{to}; };
  EXPECT_EQ(text_of(ints(rx::observable<>::just(1, 2) | lift<int>(twice))), "1 1 2 2 |");
  EXPECT_EQ(text_of(rx::observable<>::just(1).lift<int>(twice) | as_dynamic()), "1 1 |");
}

TEST(TestScheduler, ExpectsDiagrams)
{
  rx::testing::test_scheduler t;
  auto upper = [](char c) { return static_cast<char>(std::toupper(c)); };
  t.expect(t.cold("--a-b|").map(upper)).to_be("--A-B|");
  t.expect(t.cold("--a-b|").map(upper)).to_be("- - A-B |");
  t.expect(t.cold("-a---")).to_be("-a");
  t.expect(
     t.cold<double>("-a-b|", {{'a', 1.5}, {'b', 2.5}}).map([](double d) { return d * 2; }),
     {{'x', 3.0}, {'y', 5.0}})
    .to_be("-x-y|");
  const auto hot = t.hot("-a-b-c-d|");
  t.clock()->advance_by(t.frames(2));
  t.expect(hot.debounce(t.frames(1))).to_be("--b-c-(d|)");
  try {
    t.expect(t.cold("-a|")).to_be("-b|");
    FAIL() << "a wrong diagram was accepted";
  } catch (const rx::testing::unexpected_marbles & e) {
    EXPECT_EQ(std::string(e.what()), "expected -b|\n  but got -a|");
  }
}

// Returns the message of to_be() for a stream that differs, with RX_TEST_DRAWINGS set.
std::string message_of_to_be(const char * folder)
{
  rx::testing::test_scheduler t;
  setenv("RX_TEST_DRAWINGS", folder, 1);
  std::string text;
  try {
    t.expect(t.cold("-a(b<)-X")).to_be("-a-(bc)|");
  } catch (const rx::testing::unexpected_marbles & e) {
    text = e.what();
  }
  unsetenv("RX_TEST_DRAWINGS");
  return text;
}

TEST(TestScheduler, DrawsUnexpectedDiagrams)
{
  const std::string begin = "expected -a-(bc)|\n  but got -a(b<)-X";
  EXPECT_EQ(message_of_to_be(""), begin);
  EXPECT_EQ(
    message_of_to_be("/proc/nowhere")
      .rfind(begin + "\n  not drawn: /proc/nowhere/unexpected_marbles_", 0),
    0u);
  const std::string first = message_of_to_be(testing::TempDir().c_str());
  const std::string words = begin + "\n  drawn in ";
  ASSERT_EQ(first.rfind(words, 0), 0u) << first;
  const std::string second = message_of_to_be(testing::TempDir().c_str());
  EXPECT_NE(second, first);  // a file for each
  std::remove(second.substr(std::min(second.size(), words.size())).c_str());
  const std::string path = first.substr(words.size());
  std::stringstream svg;
  svg << std::ifstream(path).rdbuf();
  const auto count = [text = svg.str()](const std::string & what) {
    std::size_t found = 0;
    for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; ++at) {
      ++found;
    }
    return found;
  };
  EXPECT_EQ(count("<circle "), 6u);
  EXPECT_EQ(count("class=\"differs\""), 3u);  // in frames 2, 3 and 4
  EXPECT_EQ(count("frame 2, 2 ms"), 2u);
  EXPECT_EQ(count("&lt;"), 1u);
  EXPECT_EQ(count("class=\"error\""), 1u);
  std::remove(path.c_str());
}

TEST(Marbles, ExpectRunsOperatorsOfTime)
{
  rx::testing::test_scheduler t;
  auto keys = t.hot("--a-b----|");
  t.expect(keys | debounce(t.frames(3))).to_be("-------b-|");
}

TEST(GroupBy, GroupsEndInTheOrderOfTheirCreation)
{
  rx::subject<int> source;
  std::vector<int> ended;
  source.get_observable().group_by([](int i) { return i; }).subscribe([&](auto group) {
    group.subscribe([](int) {}, [&ended, key = group.get_key()] { ended.push_back(key); });
  });
  const std::vector<int> keys = {1000, 3, 77, 12, 500, 4, 90000, 8};
  for (const int key : keys) {
    source.on_next(key);
  }
  source.on_completed();
  EXPECT_EQ(ended, keys);
}

TEST(GroupBy, AnExceptionOfItsFunctionEndsTheGroups)
{
  rx::subject<int> source;
  recorder<int> first;
  std::string error;
  source.get_observable()
    .group_by([](int i) { return i % 2; }, [](int i) { return i > 2 ? throw i : i; })
    .subscribe(
      [&](auto group) { group.subscribe(first.observer()); },
      [&](std::exception_ptr e) { error = rx::what(e); });
  source.on_next(1);
  source.on_next(3);
  EXPECT_EQ(first.items, (std::vector{1}));
  EXPECT_EQ(first.errors, 1);
  EXPECT_EQ(error, "an exception that is not a std::exception");
  EXPECT_FALSE(first.observer_exists());
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
