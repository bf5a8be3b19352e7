// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tests rx/operators/subscribe.hpp.

#include <gtest/gtest.h>

#include <exception>
#include <stdexcept>
#include <vector>

#include "operators_test.hpp"

namespace
{

TEST(Subscribe, AllForms)
{
  auto source = rx::observable<>::just(1, 2);
  auto failing = rx::observable<>::error<int>(std::runtime_error("x"));
  int items = 0, errors = 0, completions = 0;
  auto on_next = [&](int) { ++items; };
  auto on_error = [&](std::exception_ptr) { ++errors; };
  auto on_completed = [&] { ++completions; };
  source.subscribe();
  source.subscribe(on_next);
  source.subscribe(on_next, on_completed);
  source.subscribe(on_next, on_error);
  source.subscribe(on_next, on_error, on_completed);
  failing.subscribe(on_next, on_error);
  failing.subscribe(on_next, on_error, on_completed);
  EXPECT_EQ(items, 8);
  EXPECT_EQ(errors, 2);
  EXPECT_EQ(completions, 2);

  rx::subject<int> subject;
  recorder<int> r;
  subject.get_observable().subscribe(r.observer());
  source.subscribe(subject.get_subscriber());
  EXPECT_EQ(r.items, (std::vector{1, 2}));
  EXPECT_EQ(r.completions, 1);

  rx::composite_subscription stop;
  rx::observable<>::range(1, 1000).subscribe(stop, [&](int i) {
    if (i == 3) {
      stop.dispose();
    }
    items = i;
  });
  EXPECT_EQ(items, 3) << "a stream that emits within subscribe() must see the disposal";
}

}  // namespace
