// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// See operators_test.hpp.

#include "operators_test.hpp"

#include "conformance.hpp"

void check_each_item(const attach & attach)
{
  conforms(attach);
}

void check_lifecycle(const attach & attach)
{
  const auto run = [&](const rx::subject<int> & source, recorder<int> & r) {
    const ints assembled = attach(source.get_observable());
    return assembled.subscribe(r.observer());
  };
  {
    SCOPED_TRACE("assembling does nothing");
    rx::subject<int> source;
    const ints assembled = attach(source.get_observable());
    EXPECT_FALSE(source.has_observers());
  }
  {
    SCOPED_TRACE("the end of the source releases everything");
    rx::subject<int> source;
    recorder<int> r;
    const auto stream = run(source, r);
    source.on_next(2);
    source.on_completed();
    EXPECT_LE(r.completions + r.errors, 1);
    stream.dispose();
    EXPECT_FALSE(r.observer_exists());
  }
  {
    SCOPED_TRACE("an error of the source passes and releases it");
    rx::subject<int> source;
    recorder<int> r;
    const auto stream = run(source, r);
    source.on_error(std::make_exception_ptr(std::runtime_error("of the source")));
    EXPECT_EQ(r.error, "of the source");
    EXPECT_EQ(r.completions, 0);
    EXPECT_FALSE(stream.is_subscribed());
    EXPECT_FALSE(r.observer_exists());
  }
  {
    SCOPED_TRACE("disposal in the middle stops the source and destroys the observer");
    rx::subject<int> source;
    recorder<int> r;
    const auto stream = run(source, r);
    source.on_next(2);
    const std::size_t before = r.items.size();
    stream.dispose();
    EXPECT_FALSE(source.has_observers());
    EXPECT_FALSE(r.observer_exists());
    source.on_next(4);
    source.on_completed();
    EXPECT_EQ(r.items.size(), before);
    stream.dispose();
  }
  {
    SCOPED_TRACE("what the subscriber throws becomes its error and releases the source");
    rx::subject<int> source;
    recorder<int> r;
    r.during = [](const int &) { throw std::runtime_error("of the subscriber"); };
    const auto stream = run(source, r);
    for (int i = 1; i < 10; ++i) {
      source.on_next(i);
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

void check_throwing_function(const attach_function & attach)
{
  rx::subject<int> source;
  int calls = 0;
  recorder<int> r;
  attach(source.get_observable(), [&](int) -> bool {
    ++calls;
    throw std::runtime_error("of the function");
  }).subscribe(r.observer());
  source.on_next(2);
  source.on_next(4);
  source.on_completed();
  EXPECT_EQ(r.error, "of the function");
  EXPECT_EQ(calls, 1) << "the function was called again after it had thrown";
  EXPECT_FALSE(source.has_observers());
}

std::string text_of(const rx::observable<std::string> & stream)
{
  std::string text;
  stream.subscribe(
    [&](const std::string & item) { text += item + ' '; },
    [&](const std::exception_ptr & e) { text += "X " + rx::what(e); }, [&] { text += '|'; });
  return text;
}

std::string drawn(const marbles & m, const chars & stream)
{
  return m.of(stream);
}
