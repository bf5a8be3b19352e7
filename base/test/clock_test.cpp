// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
#include "base/clock.hpp"

#include <gtest/gtest.h>

#include <chrono>

namespace
{

template <typename Clock>
std::int64_t now_of()
{
  return std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now().time_since_epoch())
    .count();
}

TEST(Clock, SteadyTimeIsThatOfTheStandardLibrary)
{
  const std::int64_t before = now_of<std::chrono::steady_clock>();
  const std::int64_t now = base::steady_now();
  EXPECT_LE(before, now);
  EXPECT_LE(now, now_of<std::chrono::steady_clock>());
}

TEST(Clock, SystemTimeCountsFromTheEpoch)
{
  const std::int64_t before = now_of<std::chrono::system_clock>();
  const std::int64_t now = base::system_now();
  EXPECT_LE(before, now);
  EXPECT_LE(now, now_of<std::chrono::system_clock>());
}

}  // namespace
