// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tests rx/operators/retry_when.hpp.

#include <gtest/gtest.h>

#include <exception>
#include <stdexcept>

#include "operators_test.hpp"

namespace
{

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

}  // namespace
