// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// rcutils' logging functions and macros use rclcpp's log.
#include <gtest/gtest.h>

#include <cstdio>
#include <string>
#include <vector>

#include "logging/console.hpp"
#include "node_support.hpp"
#include "rclcpp/exceptions/exceptions.hpp"
#include "rclcpp/logging.hpp"
#include "rcutils/logging.h"
#include "rcutils/logging_macros.h"
#include "rcutils/types/char_array.h"
#include "rmw/log.hpp"

namespace
{

using node_test::CapturedLog;
using rclcpp::Logger;
using Lines = std::vector<std::string>;

// The arguments of a program's own output handler.
struct Handled
{
  std::string text;
  std::string function;
  std::size_t line = 0;
  bool time_is_given = false;
};
std::vector<Handled> handled;

void collect(
  const rcutils_log_location_t * location, int severity, const char * name,
  rcutils_time_point_value_t timestamp, const char * format, va_list * arguments)
{
  char text[200];
  std::vsnprintf(text, sizeof(text), format, *arguments);
  handled.push_back(
    {std::to_string(severity) + " " + name + ": " + text, location->function_name,
     location->line_number, timestamp > 0});
}

class RcutilsLogging : public ::testing::Test
{
protected:
  void SetUp() override { handled.clear(); }
  void TearDown() override { EXPECT_EQ(rcutils_logging_shutdown(), RCUTILS_RET_OK); }
};

}  // namespace

TEST_F(RcutilsLogging, LevelsAreTheLoggers)
{
  Logger arm = rclcpp::get_logger("arm");
  Logger wrist = rclcpp::get_logger("arm.wrist");
  ASSERT_EQ(rcutils_logging_set_logger_level("arm", RCUTILS_LOG_SEVERITY_ERROR), RCUTILS_RET_OK);
  EXPECT_EQ(arm.get_effective_level(), Logger::Level::Error);
  EXPECT_EQ(wrist.get_effective_level(), Logger::Level::Error);

  wrist.set_level(Logger::Level::Debug);
  EXPECT_EQ(rcutils_logging_get_logger_level("arm.wrist"), RCUTILS_LOG_SEVERITY_DEBUG);
  EXPECT_EQ(
    rcutils_logging_get_logger_effective_level("arm.wrist.cable"), RCUTILS_LOG_SEVERITY_DEBUG);
  EXPECT_EQ(rcutils_logging_get_logger_level("arm.elbow"), RCUTILS_LOG_SEVERITY_UNSET);
  EXPECT_FALSE(rcutils_logging_logger_is_enabled_for("arm.elbow", RCUTILS_LOG_SEVERITY_WARN));

  rcutils_logging_set_default_logger_level(RCUTILS_LOG_SEVERITY_FATAL);
  EXPECT_EQ(rclcpp::get_logger("leg").get_effective_level(), Logger::Level::Fatal);
  EXPECT_EQ(rcutils_logging_get_default_logger_level(), RCUTILS_LOG_SEVERITY_FATAL);

  ASSERT_EQ(rcutils_logging_shutdown(), RCUTILS_RET_OK);
  EXPECT_EQ(arm.get_effective_level(), Logger::Level::Info);
  EXPECT_FALSE(g_rcutils_logging_initialized);
}

TEST_F(RcutilsLogging, LevelsThatThereAreNot)
{
  EXPECT_EQ(rcutils_logging_set_logger_level("arm", 33), RCUTILS_RET_INVALID_ARGUMENT);
  rcutils_reset_error();
  EXPECT_EQ(rcutils_logging_set_logger_level(nullptr, 30), RCUTILS_RET_INVALID_ARGUMENT);
  rcutils_reset_error();
  EXPECT_EQ(rcutils_logging_get_logger_level(nullptr), -1);
  EXPECT_THROW(
    rclcpp::get_logger("arm").set_level(static_cast<Logger::Level>(33)),
    rclcpp::exceptions::RCLInvalidArgument);
}

TEST_F(RcutilsLogging, MacrosWriteToOurLog)
{
  const CapturedLog log;
  RCUTILS_LOG_INFO_NAMED("arm", "%d joints", 6);
  RCUTILS_LOG_DEBUG_NAMED("arm", "below the level");
  rclcpp::get_logger("arm").set_level(Logger::Level::Debug);
  RCUTILS_LOG_DEBUG_NAMED("arm", "no longer");
  rcutils_log(nullptr, RCUTILS_LOG_SEVERITY_WARN, "arm", "%s", std::string(600, 'w').c_str());
  RCUTILS_LOG_ERROR("by nobody");
  EXPECT_EQ(
    log.lines(), (Lines{
                   "INFO arm: 6 joints", "DEBUG arm: no longer",
                   "WARN arm: " + std::string(600, 'w'), "ERROR : by nobody"}));
  EXPECT_TRUE(g_rcutils_logging_initialized);
}

TEST_F(RcutilsLogging, AHandlerGetsOurMessages)
{
  const CapturedLog log;
  const rcutils_logging_output_handler_t before = rcutils_logging_get_output_handler();
  rcutils_logging_set_output_handler(&collect);
  EXPECT_EQ(rcutils_logging_get_output_handler(), &collect);
  RCLCPP_WARN(rclcpp::get_logger("arm"), "joint %d", 3);
  const std::size_t line = __LINE__ - 1;
  RCUTILS_LOG_FATAL_NAMED("arm", "broken");
  ASSERT_EQ(handled.size(), 2u);
  EXPECT_EQ(handled[0].text, "30 arm: joint 3");
  EXPECT_EQ(handled[0].function, "TestBody");
  EXPECT_EQ(handled[0].line, line);
  EXPECT_TRUE(handled[0].time_is_given);
  EXPECT_EQ(handled[1].text, "50 arm: broken");
  EXPECT_EQ(log.lines(), Lines());

  rcutils_logging_set_output_handler(before);
  RCLCPP_WARN(rclcpp::get_logger("arm"), "joint %d", 4);
  EXPECT_EQ(handled.size(), 2u);
  EXPECT_EQ(log.lines(), Lines{"WARN arm: joint 4"});
}

TEST_F(RcutilsLogging, AHandlerThatPassesOn)
{
  static rcutils_logging_output_handler_t next = nullptr;
  const CapturedLog log;
  next = rcutils_logging_get_output_handler();
  rcutils_logging_set_output_handler([](
                                       const rcutils_log_location_t * location, int,
                                       const char * name, rcutils_time_point_value_t timestamp,
                                       const char * format, va_list * arguments) {
    next(location, RCUTILS_LOG_SEVERITY_ERROR, name, timestamp, format, arguments);
  });
  RCLCPP_INFO_STREAM(rclcpp::get_logger("arm"), "100 " << '%');
  EXPECT_EQ(log.lines(), Lines{"ERROR arm: 100 %"});
}

TEST_F(RcutilsLogging, Lines)
{
  const node_test::Variable format("RCUTILS_CONSOLE_OUTPUT_FORMAT", "{severity}|{name}|{message}");
  const rcutils_allocator_t allocator = rcutils_get_default_allocator();
  rcutils_char_array_t line = rcutils_get_zero_initialized_char_array();
  ASSERT_EQ(rcutils_char_array_init(&line, 4, &allocator), RCUTILS_RET_OK);
  EXPECT_EQ(
    rcutils_logging_format_message(nullptr, RCUTILS_LOG_SEVERITY_WARN, "arm", 5, "hot", &line),
    RCUTILS_RET_OK);
  EXPECT_STREQ(line.buffer, "WARN|arm|hot");
  EXPECT_EQ(rcutils_char_array_fini(&line), RCUTILS_RET_OK);
}
