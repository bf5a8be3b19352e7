// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
#include "base/report_once.hpp"

#include <gtest/gtest.h>

namespace
{

using base::ReportOnce;

constexpr auto all_exist = [](int) { return true; };

TEST(ReportOnce, IsTrueTheFirstTimeForEachPeer)
{
  ReportOnce<int> reported;
  EXPECT_TRUE(reported.first(1, all_exist));
  EXPECT_TRUE(reported.first(2, all_exist));
  EXPECT_FALSE(reported.first(1, all_exist));
  EXPECT_FALSE(reported.first(2, all_exist));
}

TEST(ReportOnce, ForgetsRemovedPeers)
{
  ReportOnce<int> reported;
  for (int newest = 0; newest < 10'000; ++newest) {
    const auto last_ten_exist = [newest](int peer) { return peer > newest - 10; };
    EXPECT_TRUE(reported.first(newest, last_ten_exist));
    EXPECT_FALSE(reported.first(newest, last_ten_exist));
    ASSERT_LE(reported.size(), 65u);
  }
}

TEST(ReportOnce, RemembersAllThatExist)
{
  ReportOnce<int> reported;
  for (int peer = 0; peer < 1000; ++peer) {
    EXPECT_TRUE(reported.first(peer, all_exist));
  }
  for (int peer = 0; peer < 1000; ++peer) {
    EXPECT_FALSE(reported.first(peer, all_exist));
  }
}

}  // namespace
