// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tests rx/operators/lift.hpp.

#include <gtest/gtest.h>

#include <exception>

#include "operators_test.hpp"

namespace
{

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

}  // namespace
