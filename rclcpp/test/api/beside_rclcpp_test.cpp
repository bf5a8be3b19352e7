// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Debian's libraries of ROS 2 that programs use besides rclcpp, in one program with RxROS2's.
#include <gtest/gtest.h>

#include <rcutils/allocator.h>
#include <rcutils/cmdline_parser.h>
#include <rcutils/env.h>
#include <rcutils/error_handling.h>
#include <rcutils/logging_macros.h>
#include <rcutils/time.h>
#include <ament_index_cpp/get_package_prefix.hpp>
#include <ament_index_cpp/get_package_share_directory.hpp>
#include <rcpputils/asserts.hpp>
#include <rcpputils/filesystem_helper.hpp>
#include <rcpputils/join.hpp>
#include <rcpputils/scope_exit.hpp>
#include <rcpputils/split.hpp>
#include <string>
#include <vector>

#include "rclcpp/rclcpp.hpp"
#include "rmw/qos_profiles.h"
#include "rmw/types.h"

TEST(BesideRclcpp, CommandLineAndTime)
{
  std::vector<std::string> words{"talker", "-t", "chatter"};
  std::vector<char *> arguments{words[0].data(), words[1].data(), words[2].data()};
  EXPECT_TRUE(
    rcutils_cli_option_exist(arguments.data(), arguments.data() + arguments.size(), "-t"));
  EXPECT_STREQ(
    rcutils_cli_get_option(arguments.data(), arguments.data() + arguments.size(), "-t"), "chatter");
  EXPECT_EQ(RCUTILS_MS_TO_NS(3), rclcpp::Duration::from_seconds(0.003).nanoseconds());
  rcutils_time_point_value_t now = 0;
  ASSERT_EQ(rcutils_system_time_now(&now), RCUTILS_RET_OK);
  EXPECT_LE(now, rclcpp::Clock().now().nanoseconds());
  RCUTILS_LOG_INFO_NAMED("beside", "rcutils logs to the console");
}

// Programs that call C functions convert their errors to rclcpp's exceptions.
TEST(BesideRclcpp, ErrorsOfCFunctionsAreThrown)
{
  using namespace rclcpp::exceptions;  // NOLINT
  constexpr int error = 1, bad_alloc = 10, invalid_argument = 11, invalid_ros_arguments = 1003;
  RCUTILS_SET_ERROR_MSG("the gripper is stuck");
  try {
    throw_from_rcl_error(error, "grasp");
    FAIL();
  } catch (const RCLError & thrown) {
    EXPECT_EQ(thrown.ret, error);
    EXPECT_EQ(thrown.message, "the gripper is stuck");
    EXPECT_EQ(thrown.file, __FILE__);
    EXPECT_EQ(std::string(thrown.what()).find("grasp: the gripper is stuck, at "), 0u)
      << thrown.what();
  }
  EXPECT_FALSE(rcutils_error_is_set());
  EXPECT_THROW(throw_from_rcl_error(bad_alloc), RCLBadAlloc);
  EXPECT_THROW(throw_from_rcl_error(invalid_argument), RCLInvalidArgument);
  EXPECT_THROW(throw_from_rcl_error(invalid_ros_arguments), RCLInvalidROSArgsError);
  EXPECT_THROW(throw_from_rcl_error(0), std::invalid_argument);
}

TEST(BesideRclcpp, Cpputils)
{
  bool left = false;
  {
    RCPPUTILS_SCOPE_EXIT(left = true);
    EXPECT_FALSE(left);
  }
  EXPECT_TRUE(left);
  EXPECT_EQ(rcpputils::split("a/b", '/').size(), 2u);
  EXPECT_EQ(rcpputils::join(std::vector<std::string>{"a", "b"}, ", "), "a, b");
  EXPECT_THROW(rcpputils::require_true(false), std::invalid_argument);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
  EXPECT_EQ((rcpputils::fs::path("/tmp") / "x").string(), "/tmp/x");
#pragma GCC diagnostic pop
}

TEST(BesideRclcpp, PackagesAreFound)
{
  // Debian's own entry in the index
  EXPECT_EQ(ament_index_cpp::get_package_prefix("ament_index_cpp"), "/usr");
  EXPECT_THROW(
    ament_index_cpp::get_package_share_directory("no_such_package"),
    ament_index_cpp::PackageNotFoundError);
}
