// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rclcpp/rclcpp.hpp>

TEST(Gripper, ForceIsGiven)
{
  const std::string force = std::getenv("FORCE");
  EXPECT_TRUE(force == "10" || force == "20") << force;
}
