// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// What every operator must do, whichever it is; each operator's test calls conforms() first.

#ifndef CONFORMANCE_HPP_
#define CONFORMANCE_HPP_

#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>
#include <utility>

#include "probe.hpp"

// `attach` puts the operator behind an observable<int>. The operator must let pass at least the items 2, 4, 6 …
// one for one (changed perhaps), so that the checks see something.
template <class Attach>
void conforms(Attach attach)
{
  using pipe = decltype(attach(std::declval<rx::subject<int>>().get_observable()));
  using T = typename pipe::value_type;
  // One kind of subscription for all checks: each further kind is a further fold to compile.
  const auto run = [&](const rx::subject<int> & source, recorder<T> & r) {
    const auto assembled = attach(source.get_observable());
    return assembled.subscribe(r.observer());
  };
  {
    SCOPED_TRACE("assembling does nothing");
    rx::subject<int> source;
    const auto assembled = attach(source.get_observable());
    EXPECT_FALSE(source.has_observers());
  }
  {
    SCOPED_TRACE("completion passes and releases the source");
    rx::subject<int> source;
    recorder<T> r;
    const auto stream = run(source, r);
    EXPECT_TRUE(stream.is_subscribed());
    source.on_next(2);
    source.on_completed();
    EXPECT_EQ(r.completions, 1);
    EXPECT_EQ(r.errors, 0);
    EXPECT_FALSE(stream.is_subscribed());
    EXPECT_FALSE(r.observer_exists());
    source.on_next(4);
    source.on_error(std::make_exception_ptr(std::runtime_error("late")));
    EXPECT_EQ(r.completions + r.errors, 1) << "something came after the end";
  }
  {
    SCOPED_TRACE("an error of the source passes and releases it");
    rx::subject<int> source;
    recorder<T> r;
    const auto stream = run(source, r);
    source.on_error(std::make_exception_ptr(std::runtime_error("of the source")));
    EXPECT_EQ(r.error, "of the source");
    EXPECT_EQ(r.completions, 0);
    EXPECT_FALSE(stream.is_subscribed());
  }
  {
    SCOPED_TRACE("disposal in the middle stops the source and destroys the observer");
    rx::subject<int> source;
    recorder<T> r;
    const auto stream = run(source, r);
    source.on_next(2);
    const std::size_t before = r.items.size();
    EXPECT_GT(before, 0u);
    stream.dispose();
    EXPECT_FALSE(source.has_observers());
    EXPECT_FALSE(r.observer_exists());
    source.on_next(4);
    EXPECT_EQ(r.items.size(), before);
    stream.dispose();
  }
  {
    SCOPED_TRACE("disposal within the subscriber's own on_next");
    rx::subject<int> source;
    recorder<T> r;
    rx::subscription stream;
    r.during = [&](const T &) {
      stream.dispose();
      EXPECT_TRUE(r.observer_exists()) << "the observer was destroyed while it runs";
    };
    stream = run(source, r);
    const std::size_t at_subscription = r.items.size();
    source.on_next(2);
    source.on_next(4);
    EXPECT_EQ(r.items.size(), at_subscription + 1);
    EXPECT_FALSE(r.observer_exists());
    EXPECT_FALSE(source.has_observers());
  }
  {
    SCOPED_TRACE("an item provoked by the subscriber comes after the one that provoked it");
    rx::subject<int> source;
    recorder<T> r;
    int depth = 0;
    bool provoked = false;
    r.during = [&](const T &) {
      ++depth;
      EXPECT_EQ(depth, 1) << "items overlap";
      if (!std::exchange(provoked, true)) {
        source.on_next(4);
      }
      --depth;
    };
    run(source, r);
    const std::size_t at_first = r.items.size();
    source.on_next(2);
    EXPECT_GE(r.items.size(), at_first + (at_first > 0 ? 1 : 2));
  }
  {
    SCOPED_TRACE("what the subscriber throws becomes its error and releases the source");
    rx::subject<int> source;
    recorder<T> r;
    r.during = [](const T &) { throw std::runtime_error("of the subscriber"); };
    run(source, r);
    source.on_next(2);
    EXPECT_EQ(r.error, "of the subscriber");
    EXPECT_FALSE(source.has_observers());
  }
  {
    SCOPED_TRACE("two subscriptions of one pipe do not influence each other");
    rx::subject<int> source;
    recorder<T> first, second;
    const auto assembled = attach(source.get_observable());
    assembled.subscribe(first.observer());
    assembled.subscribe(second.observer());
    source.on_next(2);
    source.on_next(4);
    EXPECT_EQ(first.items, second.items);
    EXPECT_FALSE(first.items.empty());
  }
  {
    SCOPED_TRACE("the erased and the fluent pipe do the same");
    rx::subject<int> source;
    recorder<T> typed, erased;
    run(source, typed);
    const rx::observable<T> dynamic = attach(source.get_observable());
    dynamic.subscribe(erased.observer());
    source.on_next(2);
    source.on_next(4);
    source.on_completed();
    EXPECT_EQ(typed.items, erased.items);
    EXPECT_EQ(erased.completions, 1);
  }
}

// What the operator's own function throws ends the stream with that error and releases the source.
template <class Attach>
void throws_into_the_stream(Attach attach_throwing)
{
  rx::subject<int> source;
  int calls = 0;
  auto thrower = [&](auto &&...) -> bool {
    ++calls;
    throw std::runtime_error("of the function");
  };
  std::string error;
  attach_throwing(source.get_observable(), thrower)
    .subscribe([](const auto &) {}, [&](const std::exception_ptr & e) { error = rx::what(e); });
  source.on_next(2);
  source.on_next(4);
  EXPECT_EQ(error, "of the function");
  EXPECT_EQ(calls, 1) << "the function was called again after it had thrown";
  EXPECT_FALSE(source.has_observers());
}

#endif  // CONFORMANCE_HPP_
