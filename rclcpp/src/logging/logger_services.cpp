// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The services that read and set the levels of the loggers of a process.
#include <string>

#include "logging/logging.hpp"
#include "rcl_interfaces/srv/get_logger_levels.hpp"
#include "rcl_interfaces/srv/set_logger_levels.hpp"
#include "rclcpp/create_service.hpp"
#include "rclcpp/node_interfaces/node_logging_interface.hpp"

namespace rclcpp::node_interfaces
{

namespace
{

using rcl_interfaces::msg::SetLoggerLevelsResult;
using rcl_interfaces::srv::GetLoggerLevels;
using rcl_interfaces::srv::SetLoggerLevels;

// Levels are also kept for future loggers, so the number that peers may set is limited.
constexpr std::size_t most_levels = 1000;
constexpr std::size_t longest_name = 1000;

SetLoggerLevelsResult set_level(const std::string & logger, std::uint32_t level)
{
  SetLoggerLevelsResult result;
  result.successful = false;
  if (
    logger.size() > longest_name ||
    (level != 0 && detail::level_set_for(logger) == Logger::Level::Unset &&
     detail::count_of_levels() >= most_levels)) {
    result.reason = "no level was set: expected a name of at most " + std::to_string(longest_name) +
                    " characters, and at most " + std::to_string(most_levels) +
                    " loggers with a level of their own";
    return result;
  }
  result.successful = level <= 50 && level % 10 == 0;
  if (!result.successful) {
    // programs compare the beginning of this text
    result.reason = "Unable to determine severity_string for severity " + std::to_string(level) +
                    " of logger '" + logger +
                    "'; expected 0 (unset), 10 (debug), 20 (info), 30 (warn), 40 (error) or 50 "
                    "(fatal)";
  } else if (logger.empty()) {
    detail::set_default_level(static_cast<Logger::Level>(level));
  } else {
    get_logger(logger).set_level(static_cast<Logger::Level>(level));
  }
  return result;
}

}  // namespace

void NodeLoggingInterface::create_logger_services(NodeServicesInterface::SharedPtr node_services)
{
  const std::string node = node_base_->get_fully_qualified_name();
  services_.push_back(create_service<GetLoggerLevels>(
    node_base_, node_services, node + "/get_logger_levels",
    [](
      const GetLoggerLevels::Request::SharedPtr request,
      GetLoggerLevels::Response::SharedPtr response) {
      for (const std::string & name : request->names) {
        auto & level = response->levels.emplace_back();
        level.name = name;
        level.level = static_cast<std::uint32_t>(detail::level_set_for(name));
      }
    },
    ServicesQoS(), nullptr));
  services_.push_back(create_service<SetLoggerLevels>(
    node_base_, node_services, node + "/set_logger_levels",
    [](
      const SetLoggerLevels::Request::SharedPtr request,
      SetLoggerLevels::Response::SharedPtr response) {
      for (const auto & level : request->levels) {
        response->results.push_back(set_level(level.name, level.level));
      }
    },
    ServicesQoS(), nullptr));
}

}  // namespace rclcpp::node_interfaces
