// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tests rx/operators/first.hpp.

#include <gtest/gtest.h>

#include "operators_test.hpp"

namespace
{

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

}  // namespace
