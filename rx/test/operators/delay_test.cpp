// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tests rx/operators/delay.hpp.

#include <gtest/gtest.h>

#include <stdexcept>

#include "operators_test.hpp"

namespace
{

TEST(Delay, ItemsAndCompletionLaterErrorsAtOnce)
{
  marbles m;
  const auto of = [&](const char * diagram, std::size_t frames) {
    return drawn(m, cold(m, diagram).delay(m.frames(frames)));
  };
  EXPECT_EQ(of("-a-(bc)---|", 2), "---a-(bc)---|");
  EXPECT_EQ(of("-a-b-X", 3), "----aX");
  EXPECT_EQ(of("|", 2), "--|");
  EXPECT_EQ(of("abcdefghijklmnopqrstuvwxyz|", 9), "---------abcdefghijklmnopqrstuvwxyz|");
  EXPECT_EQ(drawn(m, cold(m, "abcd|").delay(m.frames(2)).take(2)), "--a(b|)");
  EXPECT_THROW(delay(-1ms), std::invalid_argument);
}

}  // namespace
