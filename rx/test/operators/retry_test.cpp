// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tests rx/operators/retry.hpp.

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "operators_test.hpp"

namespace
{

// A source whose functions refer to a part of it.
struct referring_source
{
  using value_type = int;
  template <class Out>
  rx::subscription start(Out && out) const
  {
    return (items.get_observable() | map([this](int i) {
              dispose();
              return i + *part;
            }))
      .source()
      .start(std::forward<Out>(out));
  }
  rx::subject<int> items;
  std::function<void()> dispose;
  std::shared_ptr<int> part;
};

TEST(Retry, TheSourceOutlivesAThreadInIt)
{
  rx::subject<int> items;
  auto part = std::make_shared<int>(1);
  rx::subscription stream;
  int still = 0;
  {
    auto source = rx::make_observable(referring_source{
      items,
      [&stream, &still, weak = std::weak_ptr(part)] {
        stream.dispose();
        still = static_cast<int>(weak.use_count());
      },
      std::move(part)});
    stream = (std::move(source) | retry(3)).subscribe([](int) {});
  }
  items.on_next(1);
  EXPECT_GT(still, 0);
  EXPECT_FALSE(items.has_observers());
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

TEST(Retry, ReportsTheErrorsThatItDoesNotPassOn)
{
  const reports reported;
  int attempts = 0;
  auto source = rx::sources::defer([&] {
    return ++attempts <= 12 ? rx::sources::error<int>(std::runtime_error("busy")).as_dynamic()
                            : rx::sources::just(7).as_dynamic();
  });
  recorder<int> r;
  (source | retry()).subscribe(r.observer());
  EXPECT_EQ(r.items, std::vector<int>{7});
  EXPECT_EQ(
    reports::texts(), (std::vector<std::string>{
                        "retry subscribes again after an error: busy",
                        "retry subscribes again after an error, the 10th: busy"}));
}

TEST(Retry, DoesNotReportTheErrorThatItPassesOn)
{
  const reports reported;
  recorder<int> r;
  (rx::sources::error<int>(std::runtime_error("busy")) | retry(1)).subscribe(r.observer());
  EXPECT_TRUE(reports::texts().empty());
}

TEST(RetryWithBackoff, ReportsTheErrorsThatItDoesNotPassOn)
{
  const reports reported;
  const auto clock = new_clock();
  recorder<int> r;
  (rx::sources::error<int>(std::runtime_error("unplugged")) |
   retry_with_backoff({.initial = 1ms, .attempts = 3}, clock))
    .subscribe(r.observer());
  clock->run();
  EXPECT_TRUE(r.ended());
  EXPECT_EQ(
    reports::texts(),
    std::vector<std::string>{"retry_with_backoff subscribes again after an error: unplugged"});
}

}  // namespace
