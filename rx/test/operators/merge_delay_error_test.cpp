// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tests rx/operators/merge_delay_error.hpp.

#include <gtest/gtest.h>

#include <exception>
#include <stdexcept>
#include <string>

#include "operators_test.hpp"

namespace
{

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

}  // namespace
