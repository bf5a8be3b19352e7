// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The operators for errors and for subscribing to one source after another: on_error_resume_next,
// catch_, retry, retry_with_backoff, repeat, concat, switch_if_empty, finally, materialize,
// subscribe_on, delay_subscription.

#include "operators_test.hpp"

namespace
{

std::exception_ptr error(const char * text)
{
  return std::make_exception_ptr(std::runtime_error(text));
}

// Fails at the first `failures` subscriptions, then emits the number of the attempt.
ints failing(int failures, int & attempts)
{
  return rx::observable<>::defer([failures, &attempts]() -> ints {
    if (++attempts <= failures) {
      return rx::observable<>::just(0).concat(
        rx::observable<>::error<int>(std::runtime_error("failed")));
    }
    return rx::observable<>::just(attempts);
  });
}

TEST(OnErrorResumeNext, ContinuesWithAnotherStream)
{
  const auto other = [](std::exception_ptr) { return rx::observable<>::just(8, 9); };
  marbles m;
  EXPECT_EQ(drawn(m, cold(m, "-1-X") | on_error_resume_next(m.cold("-8|"))), "-1--8|");
  EXPECT_EQ(drawn(m, cold(m, "-1-|") | switch_on_error(m.cold("-8|"))), "-1-|");
  EXPECT_EQ(drawn(m, cold(m, "-1-X") | on_error_resume_next(m.cold("-8X"))), "-1--8X")
    << "an error of the other stream passes";
  EXPECT_EQ(
    text_of(
      ints(rx::observable<>::error<int>(std::runtime_error("x")) | on_error_resume_next(other))),
    "8 9 |");
  EXPECT_EQ(
    text_of(ints(
      rx::observable<>::error<int>(std::runtime_error("x")) |
      on_error_resume_next(
        [](std::exception_ptr) -> ints { throw std::runtime_error("of the function"); }))),
    "X of the function");
}

TEST(Catch, OnlyItsType)
{
  const auto guarded = [](auto e) {
    return ints(
      rx::observable<>::error<int>(e) | catch_<std::out_of_range>([](const std::out_of_range & o) {
        return rx::observable<>::just(static_cast<int>(std::string(o.what()).size()));
      }));
  };
  EXPECT_EQ(text_of(guarded(std::out_of_range("four"))), "4 |");
  EXPECT_EQ(text_of(guarded(std::runtime_error("other"))), "X other");
  EXPECT_EQ(text_of(guarded(7)), "X an exception that is not a std::exception");
  EXPECT_EQ(
    text_of(ints(rx::observable<>::error<int>(7).catch_(
      [](std::exception_ptr) { return rx::observable<>::just(1); }))),
    "1 |");
}

TEST(Retry, UntilItSucceedsOrTheNumberIsUsedUp)
{
  int attempts = 0;
  EXPECT_EQ(text_of(ints(failing(2, attempts) | retry())), "0 0 3 |");
  attempts = 0;
  EXPECT_EQ(text_of(ints(failing(2, attempts) | retry(3))), "0 0 3 |");
  attempts = 0;
  EXPECT_EQ(text_of(ints(failing(2, attempts) | retry(2))), "0 0 X failed");
  EXPECT_THROW(retry(-1), std::invalid_argument);
}

TEST(Retry, ManyFailuresDoNotNestOnTheStack)
{
  int attempts = 0;
  EXPECT_EQ(
    text_of(ints(failing(100000, attempts) | retry() | filter([](int i) { return i > 0; }))),
    "100001 |");
}

TEST(Retry, DisposedBetweenSubscriptions)
{
  rx::subject<int> source;
  int subscriptions = 0;
  rx::subscription stream;
  auto pipe = rx::observable<>::defer([&] {
                if (++subscriptions == 3) {
                  stream.dispose();
                }
                return source.get_observable().map(
                  [](int i) { return i == 1 ? throw std::runtime_error("x") : i; });
              }) |
              retry();
  stream = pipe.subscribe([](int) {});
  for (int i = 0; i < 5; ++i) {
    source.on_next(1);
  }
  EXPECT_EQ(subscriptions, 3);
  EXPECT_FALSE(source.has_observers());
}

TEST(RetryWithBackoff, WaitsLongerEachTimeAndResetsAfterAnItem)
{
  auto clock = new_clock();
  std::vector<long> at;
  rx::subject<int> source;
  auto pipe = rx::observable<>::defer([&] {
                at.push_back(clock->now().time_since_epoch() / 1ms);
                return source.get_observable().map(
                  [](int i) { return i == 0 ? throw std::runtime_error("x") : i; });
              }) |
              retry_with_backoff({.initial = 10ms, .factor = 3, .maximum = 50ms}, clock);
  auto stream = pipe.subscribe([](int) {});
  for (int i = 0; i < 4; ++i) {
    source.on_next(0);
    clock->advance_by(100ms);
  }
  EXPECT_EQ(at, (std::vector<long>{0, 10, 130, 250, 350}));
  source.on_next(5);
  source.on_next(0);
  clock->advance_by(10ms);
  EXPECT_EQ(at.back(), 410);
  source.on_next(0);
  stream.dispose();
  EXPECT_TRUE(clock->empty()) << "the next attempt is still planned";
}

TEST(RetryWithBackoff, GivesUp)
{
  auto clock = new_clock();
  int attempts = 0;
  recorder<int> r;
  auto source = rx::observable<>::defer([&] {
    ++attempts;
    return rx::observable<>::error<int>(std::runtime_error("failed"));
  });
  (source | retry_with_backoff({.attempts = 3}, clock)).subscribe(r.observer());
  clock->run();
  EXPECT_EQ(attempts, 3);
  EXPECT_EQ(r.error, "failed");
  EXPECT_THROW(retry_with_backoff({.initial = 0ms}), std::invalid_argument);
}

TEST(Repeat, SubscribesAgainAfterCompletion)
{
  EXPECT_EQ(text_of(ints(rx::observable<>::just(1, 2).repeat(3))), "1 2 1 2 1 2 |");
  EXPECT_EQ(text_of(ints(rx::observable<>::just(1, 2).repeat().take(5))), "1 2 1 2 1 |");
  marbles m;
  EXPECT_EQ(drawn(m, cold(m, "-a|").repeat(2)), "-a-a|");
  EXPECT_EQ(drawn(m, cold(m, "-aX").repeat(2)), "-aX");
  long n = 0;
  rx::observable<>::empty<int>().repeat(100000).subscribe([](int) {}, [&] { ++n; });
  EXPECT_EQ(n, 1) << "and the stack is still there";
}

TEST(Concat, OneAfterTheOther)
{
  marbles m;
  EXPECT_EQ(drawn(m, cold(m, "-a|").concat(m.cold("-b|"), m.cold("c-|"))), "-a-bc-|");
  EXPECT_EQ(drawn(m, cold(m, "-aX").concat(m.cold("-b|"))), "-aX");
  EXPECT_EQ(drawn(m, cold(m, "-a|").concat(rx::identity_current_thread(), m.cold("-b|"))), "-a-b|");
  EXPECT_EQ(
    text_of(
      ints(rx::observable<>::just(ints(rx::observable<>::just(1)), ints(rx::observable<>::just(2)))
             .concat())),
    "1 2 |");
  bool subscribed = false;
  auto second = rx::observable<>::create<int>([&](auto) { subscribed = true; });
  rx::observable<>::just(1, 2).concat(second).take(2).subscribe([](int) {});
  EXPECT_FALSE(subscribed);
  std::vector<double> got;
  rx::observable<>::just(0.5).concat(rx::observable<>::just(2)).subscribe([&](double d) {
    got.push_back(d);
  });
  EXPECT_EQ(got, (std::vector{0.5, 2.0}));
}

TEST(Concat, MoveOnlyItemsWithoutExtraMoves)
{
  rx::subject<tracked> source;
  tracked got;
  rx::observable<>::empty<tracked>().concat(source.get_observable()).subscribe([&](tracked && t) {
    got = std::move(t);
  });
  source.on_next(tracked(1));
  EXPECT_EQ(got.copies, 0);
  EXPECT_EQ(got.moves, 1) << "the move into got";
  rx::subject<std::unique_ptr<int>> unique;
  int value = 0;
  unique.get_observable()
    .concat(rx::observable<>::empty<std::unique_ptr<int>>())
    .subscribe([&](std::unique_ptr<int> p) { value = *p; });
  unique.on_next(std::make_unique<int>(3));
  EXPECT_EQ(value, 3);
}

TEST(SwitchIfEmpty, Items)
{
  marbles m;
  EXPECT_EQ(drawn(m, cold(m, "--|").switch_if_empty(m.cold("-x|"))), "---x|");
  EXPECT_EQ(drawn(m, cold(m, "a-|").switch_if_empty(m.cold("-x|"))), "a-|");
  EXPECT_EQ(drawn(m, cold(m, "--X").switch_if_empty(m.cold("-x|"))), "--X");
  EXPECT_EQ(drawn(m, cold(m, "--|").switch_if_empty(m.cold("-|"))), "---|");
}

TEST(Finally, RunsOnceForEveryKindOfEnd)
{
  for (int end = 0; end < 4; ++end) {
    std::string log;
    rx::subject<int> source;
    unhandled caught;
    auto stream =
      source.get_observable()
        .finally([&] { log += 'f'; })
        .take(2)
        .subscribe([&](int) {}, [&](std::exception_ptr) { log += 'X'; }, [&] { log += '|'; });
    source.on_next(1);
    EXPECT_EQ(log, "");
    switch (end) {
      case 0:
        source.on_completed();
        EXPECT_EQ(log, "|f");
        break;
      case 1:
        source.on_error(error("x"));
        EXPECT_EQ(log, "Xf");
        break;
      case 2:
        stream.dispose();
        EXPECT_EQ(log, "f");
        break;
      case 3:
        source.on_next(2);
        EXPECT_EQ(log, "|f");
        break;
    }
    stream.dispose();
    EXPECT_EQ(log.find('f'), log.rfind('f'));
  }
  unhandled caught;
  rx::observable<>::just(1)
    .finally([] { throw std::runtime_error("of finally"); })
    .subscribe([](int) {});
  EXPECT_EQ(unhandled::texts(), (std::vector<std::string>{"of finally"}));
  int calls = 0;
  {
    auto stream = rx::observable<>::never<int>().finally([&] { ++calls; }).subscribe([](int) {});
    EXPECT_EQ(calls, 0);
    stream.dispose();
  }
  EXPECT_EQ(calls, 1);
}

TEST(MergeDelayError, AllErrorsAtTheEnd)
{
  marbles m;
  std::string items;
  std::exception_ptr error;
  cold(m, "-a-X")
    .merge_delay_error(cold(m, "--bX"), cold(m, "----c-|"))
    .subscribe([&](char c) { items += c; }, [&](std::exception_ptr e) { error = e; });
  m.clock()->advance_by(m.frames(5));
  EXPECT_FALSE(error);
  m.clock()->advance_by(m.frames(5));
  EXPECT_EQ(items, "abc");
  ASSERT_TRUE(error);
  EXPECT_EQ(rx::what(error), "2 failed: X; X");
  try {
    std::rethrow_exception(error);
  } catch (const rx::composite_exception & e) {
    EXPECT_EQ(e.exceptions.size(), 2u);
  }
  EXPECT_EQ(
    text_of(ints(rx::observable<>::just(
                   ints(rx::observable<>::error<int>(std::runtime_error("bad"))),
                   ints(rx::observable<>::just(1)))
                   .merge_delay_error())),
    "1 X 1 failed: bad");
}

TEST(RetryWhen, TheOtherStreamDecides)
{
  marbles m;
  const auto after = [&](const char * other) {
    return drawn(
      m, cold(m, "-a-X")
           .retry_when([&m, other](std::exception_ptr) { return m.cold(other); })
           .take(2));
  };
  EXPECT_EQ(after("--y"), "-a----(a|)");
  EXPECT_EQ(after("--|"), "-a---|");
  EXPECT_EQ(after("--X"), "-a---X");
  EXPECT_EQ(
    drawn(m, cold(m, "-a-X").retry_when([](std::exception_ptr) -> chars {
      throw std::runtime_error("of the function");
    })),
    "-a-X");
}

TEST(Materialize, EndsBecomeItemsAndBack)
{
  const auto text = [](auto stream) {
    return text_of(rx::observable<std::string>(stream.materialize().map([](const auto & n) {
      std::ostringstream out;
      out << n;
      return out.str();
    })));
  };
  EXPECT_EQ(text(rx::observable<>::just(1, 2)), "on_next(1) on_next(2) on_completed() |");
  EXPECT_EQ(text(rx::observable<>::error<int>(std::runtime_error("x"))), "on_error(x) |");
  EXPECT_EQ(
    text_of(ints(rx::observable<>::just(1)
                   .concat(rx::observable<>::error<int>(std::runtime_error("x")))
                   .materialize()
                   .dematerialize())),
    "1 X x");
  int got = 0;
  rx::observable<>::just(std::make_unique<int>(4))
    .materialize()
    .dematerialize()
    .subscribe([&](std::unique_ptr<int> p) { got = *p; });
  EXPECT_EQ(got, 4);
}

TEST(SubscribeOn, StartsTheSourceThere)
{
  auto clock = new_clock();
  recorder<int> r;
  auto stream = rx::observable<>::just(1).subscribe_on(clock).subscribe(r.observer());
  EXPECT_TRUE(r.items.empty());
  clock->run();
  EXPECT_EQ(r.items, (std::vector{1}));
  EXPECT_EQ(r.completions, 1);
  recorder<long> ticks;
  rx::observable<>::interval(1ms).take(2).subscribe_on(clock).subscribe(ticks.observer());
  clock->run();
  EXPECT_EQ(ticks.items, (std::vector{1L, 2L})) << "a source without an environment uses it";
  recorder<int> none;
  auto disposed = rx::observable<>::just(1).subscribe_on(clock).subscribe(none.observer());
  disposed.dispose();
  EXPECT_FALSE(none.observer_exists());
  clock->run();
  EXPECT_TRUE(none.items.empty());
  EXPECT_THROW(subscribe_on(rx::environment()), std::invalid_argument);
}

TEST(DelaySubscription, Items)
{
  marbles m;
  EXPECT_EQ(drawn(m, cold(m, "1-2|").delay_subscription(m.frames(3))), "---1-2|");
}

}  // namespace
