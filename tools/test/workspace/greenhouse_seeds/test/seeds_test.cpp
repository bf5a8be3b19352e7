// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <ament_index_cpp/version.h>
#include <greenhouse_seeds/version.h>
#include <ament_index_cpp/get_package_share_path.hpp>
#include <greenhouse_seeds/seeds.hpp>

TEST(Seeds, OfABed)
{
  EXPECT_THAT(greenhouse_seeds::seeds_of_bed(200, 90, 20), testing::Eq(40));
}

TEST(Seeds, TheVersionIsThePackages)
{
  EXPECT_STREQ(GREENHOUSE_SEEDS_VERSION_STR, "1.4.2");
  EXPECT_EQ(GREENHOUSE_SEEDS_VERSION_MAJOR, 1);
  EXPECT_EQ(GREENHOUSE_SEEDS_VERSION_MINOR, 4);
  EXPECT_EQ(GREENHOUSE_SEEDS_VERSION_PATCH, 2);
  static_assert(GREENHOUSE_SEEDS_VERSION_GTE(1, 4, 2) && GREENHOUSE_SEEDS_VERSION_GTE(0, 9, 9));
  static_assert(!GREENHOUSE_SEEDS_VERSION_GTE(1, 4, 3) && !GREENHOUSE_SEEDS_VERSION_GTE(2, 0, 0));
#if GREENHOUSE_SEEDS_VERSION_GTE(1, 5, 0)
#error "1.4.2 is older"
#endif
}

TEST(Seeds, WherePackagesAre)
{
  static_assert(AMENT_INDEX_CPP_VERSION_GTE(1, 8, 0));
  const std::filesystem::path share = ament_index_cpp::get_package_share_path("rclcpp");
  EXPECT_TRUE(std::filesystem::exists(share / "package.xml")) << share;
}
