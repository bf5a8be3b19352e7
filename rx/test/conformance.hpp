// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The requirements for every operator; see every_operator_test.cpp.

#ifndef CONFORMANCE_HPP_
#define CONFORMANCE_HPP_

#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "probe.hpp"

// Also for operators that hold items back: assembling the pipe has no effect, the ends of the
// source and disposal release the source and destroy the observer, an error passes, and the
// subscriber's exception ends the stream.
template <class Item, class Attach>
void check_lifecycle(const Attach & attach)
{
  using T =
    typename decltype(attach(std::declval<rx::subject<Item>>().get_observable()))::value_type;
  const auto run = [&](const rx::subject<Item> & source, recorder<T> & r) {
    const auto assembled = attach(source.get_observable());
    return assembled.subscribe(r.observer());
  };
  {
    SCOPED_TRACE("assembling does nothing");
    rx::subject<Item> source;
    const auto assembled = attach(source.get_observable());
    EXPECT_FALSE(source.has_observers());
  }
  {
    SCOPED_TRACE("the end of the source releases everything");
    rx::subject<Item> source;
    recorder<T> r;
    const auto stream = run(source, r);
    source.on_next(Item(2));
    source.on_completed();
    EXPECT_LE(r.completions + r.errors, 1);
    stream.dispose();
    EXPECT_FALSE(r.observer_exists());
  }
  {
    SCOPED_TRACE("an error of the source passes and releases it");
    rx::subject<Item> source;
    recorder<T> r;
    const auto stream = run(source, r);
    source.on_error(std::make_exception_ptr(std::runtime_error("of the source")));
    EXPECT_EQ(r.error, "of the source");
    EXPECT_EQ(r.completions, 0);
    EXPECT_FALSE(stream.is_subscribed());
    EXPECT_FALSE(r.observer_exists());
  }
  {
    SCOPED_TRACE("disposal in the middle stops the source and destroys the observer");
    rx::subject<Item> source;
    recorder<T> r;
    const auto stream = run(source, r);
    source.on_next(Item(2));
    const std::size_t before = r.items.size();
    stream.dispose();
    EXPECT_FALSE(source.has_observers());
    EXPECT_FALSE(r.observer_exists());
    source.on_next(Item(4));
    source.on_completed();
    EXPECT_EQ(r.items.size(), before);
    stream.dispose();
  }
  {
    SCOPED_TRACE("what the subscriber throws becomes its error and releases the source");
    rx::subject<Item> source;
    recorder<T> r;
    r.during = [](const T &) { throw std::runtime_error("of the subscriber"); };
    const auto stream = run(source, r);
    for (int i = 1; i < 10; ++i) {
      source.on_next(Item(i));
    }
    if (!r.items.empty()) {
      EXPECT_EQ(r.error, "of the subscriber");
      EXPECT_EQ(r.items.size(), 1u);
      EXPECT_FALSE(source.has_observers());
    } else {
      source.on_completed();
      EXPECT_LE(r.items.size(), 1u);
    }
    stream.dispose();
    EXPECT_FALSE(r.observer_exists());
  }
}

// `attach` applies the operator to an observable<Item>. The operator must pass at least the items
// 2, 4, 6 … one for one (possibly changed), so that the checks have items to see.
template <class Item = int, class Attach>
void conforms(Attach attach)
{
  using pipe = decltype(attach(std::declval<rx::subject<Item>>().get_observable()));
  using T = typename pipe::value_type;
  // One kind of subscription for all checks, because each further kind must be compiled separately.
  const auto run = [&](const rx::subject<Item> & source, recorder<T> & r) {
    const auto assembled = attach(source.get_observable());
    return assembled.subscribe(r.observer());
  };
  check_lifecycle<Item>(attach);
  {
    SCOPED_TRACE("completion passes and releases the source");
    rx::subject<Item> source;
    recorder<T> r;
    const auto stream = run(source, r);
    EXPECT_TRUE(stream.is_subscribed());
    source.on_next(Item(2));
    source.on_completed();
    EXPECT_EQ(r.completions, 1);
    EXPECT_EQ(r.errors, 0);
    EXPECT_FALSE(stream.is_subscribed());
    EXPECT_FALSE(r.observer_exists());
    source.on_next(Item(4));
    source.on_error(std::make_exception_ptr(std::runtime_error("late")));
    EXPECT_EQ(r.completions + r.errors, 1) << "something came after the end";
  }
  {
    SCOPED_TRACE("disposal in the middle stops the source and destroys the observer");
    rx::subject<Item> source;
    recorder<T> r;
    const auto stream = run(source, r);
    source.on_next(Item(2));
    const std::size_t before = r.items.size();
    EXPECT_GT(before, 0u);
    stream.dispose();
    EXPECT_FALSE(source.has_observers());
    EXPECT_FALSE(r.observer_exists());
    source.on_next(Item(4));
    EXPECT_EQ(r.items.size(), before);
    stream.dispose();
  }
  {
    SCOPED_TRACE("disposal within the subscriber's own on_next");
    rx::subject<Item> source;
    recorder<T> r;
    rx::subscription stream;
    r.during = [&](const T &) {
      stream.dispose();
      EXPECT_TRUE(r.observer_exists()) << "the observer was destroyed while it runs";
    };
    stream = run(source, r);
    const std::size_t at_subscription = r.items.size();
    source.on_next(Item(2));
    source.on_next(Item(4));
    EXPECT_EQ(r.items.size(), at_subscription + 1);
    EXPECT_FALSE(r.observer_exists());
    EXPECT_FALSE(source.has_observers());
  }
  {
    SCOPED_TRACE("an item provoked by the subscriber comes after the one that provoked it");
    rx::subject<Item> source;
    recorder<T> r;
    int depth = 0;
    bool provoked = false;
    r.during = [&](const T &) {
      ++depth;
      EXPECT_EQ(depth, 1) << "items overlap";
      if (!std::exchange(provoked, true)) {
        source.on_next(Item(4));
      }
      --depth;
    };
    const rx::scoped_subscription stream(run(source, r));
    const std::size_t at_first = r.items.size();
    source.on_next(Item(2));
    EXPECT_GE(r.items.size(), at_first + (at_first > 0 ? 1 : 2));
  }
  {
    SCOPED_TRACE("what the subscriber throws becomes its error and releases the source");
    rx::subject<Item> source;
    recorder<T> r;
    r.during = [](const T &) { throw std::runtime_error("of the subscriber"); };
    run(source, r);
    source.on_next(Item(2));
    EXPECT_EQ(r.error, "of the subscriber");
    EXPECT_FALSE(source.has_observers());
  }
  {
    SCOPED_TRACE("two subscriptions of one pipe do not influence each other");
    rx::subject<Item> source;
    recorder<T> first, second;
    const auto assembled = attach(source.get_observable());
    const rx::scoped_subscription one(assembled.subscribe(first.observer()));
    const rx::scoped_subscription other(assembled.subscribe(second.observer()));
    source.on_next(Item(2));
    source.on_next(Item(4));
    EXPECT_EQ(first.items, second.items);
    EXPECT_FALSE(first.items.empty());
  }
  {
    SCOPED_TRACE("the erased and the fluent pipe do the same");
    rx::subject<Item> source;
    recorder<T> typed, erased;
    const rx::scoped_subscription stream(run(source, typed));
    const rx::observable<T> dynamic = attach(source.get_observable());
    dynamic.subscribe(erased.observer());
    source.on_next(Item(2));
    source.on_next(Item(4));
    source.on_completed();
    EXPECT_EQ(typed.items, erased.items);
    EXPECT_EQ(erased.completions, 1);
  }
}

// An exception of the operator's own function, called with each item, ends the stream and releases
// the source.
template <class Item, class Attach>
void check_throwing_function(const Attach & attach)
{
  rx::subject<Item> source;
  int calls = 0;
  recorder<Item> r;
  attach(source.get_observable(), [&](const Item &) -> bool {
    ++calls;
    throw std::runtime_error("of the function");
  }).subscribe(r.observer());
  source.on_next(Item(2));
  source.on_next(Item(4));
  source.on_completed();
  EXPECT_EQ(r.error, "of the function");
  EXPECT_EQ(calls, 1) << "the function was called again after it had thrown";
  EXPECT_FALSE(source.has_observers());
}

#endif  // CONFORMANCE_HPP_
