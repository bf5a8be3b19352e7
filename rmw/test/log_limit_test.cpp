// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Which of Cyclone's log lines are passed on, in virtual time.

#include "cyclonedds/log_limit.hpp"

#include <gtest/gtest.h>

#include <string>

namespace
{

using namespace std::chrono_literals;
using rmw::detail::LogLimit;

constexpr LogLimit::Time start{1h};

TEST(LogLimit, TwentyAtOnceThenOneASecond)
{
  LogLimit limit;
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(limit.pass(std::to_string(i), start), 0u) << i;
  }
  EXPECT_FALSE(limit.pass("one too many", start));
  EXPECT_FALSE(limit.pass("another", start + 999ms));
  EXPECT_EQ(limit.pass("a second later", start + 1s), 2u);
  EXPECT_FALSE(limit.pass("at once", start + 1s));
  EXPECT_EQ(limit.pass("a second later again", start + 2s), 1u);
}

TEST(LogLimit, ALineThatRepeatsItselfPassesOnceAMinute)
{
  LogLimit limit;
  EXPECT_EQ(limit.pass("refused", start), 0u);
  for (int second = 1; second < 60; ++second) {
    EXPECT_FALSE(limit.pass("refused", start + second * 1s)) << second;
  }
  EXPECT_EQ(limit.pass("something else", start + 59s), 59u);
  EXPECT_EQ(limit.pass("refused", start + 60s), 0u);
  EXPECT_FALSE(limit.pass("refused", start + 61s));
}

TEST(LogLimit, ALineIsRememberedThoughManyOthersPass)
{
  LogLimit limit;
  EXPECT_TRUE(limit.pass("refused", start));
  int passed = 0;
  for (int i = 0; i < 590; ++i) {
    passed += limit.pass(std::to_string(i), start + i * 100ms).has_value();
  }
  EXPECT_EQ(passed, 19 + 58);
  EXPECT_FALSE(limit.pass("refused", start + 59500ms));
}

TEST(LogLimit, LinesThatDifferInNamesAndNumbersPassThreeAMinute)
{
  LogLimit limit;
  const auto line = [](int i) {
    return "malformed packet received from vendor " + std::to_string(i);
  };
  for (int i = 0; i < 3; ++i) {
    EXPECT_TRUE(limit.pass(line(i), start + i * 10s)) << i;
  }
  EXPECT_FALSE(limit.pass(line(3), start + 30s));
  EXPECT_EQ(limit.pass("invalid parameter list (vendor 1.16)", start + 30s), 1u);
  EXPECT_FALSE(limit.pass(line(4), start + 59s));
  EXPECT_EQ(limit.pass(line(5), start + 60s), 1u);
  EXPECT_FALSE(limit.pass(line(6), start + 61s));
}

}  // namespace
