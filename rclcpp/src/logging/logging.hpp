// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The inside of logging: logger levels, sinks, and the console; set up by Context::init, fed by the
// macros.
#ifndef LOGGING__LOGGING_HPP_
#define LOGGING__LOGGING_HPP_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>

#include "rclcpp/logger.hpp"

namespace rclcpp::detail
{

struct Arguments;

/// One message. The views are valid during the call of the sink only.
struct LogEvent
{
  std::int64_t time_ns;  ///< system clock
  Logger::Level severity;
  std::string_view logger;
  std::string_view message;
  std::string_view function;
  std::string_view file;
  std::size_t line;
};

/// Called in the thread that logs (for real-time threads in one that logs for them), for each message that passed its logger's level. Several threads
/// at a time; must not throw; what it logs itself is not passed to sinks.
using LogSink = std::function<void(const LogEvent &)>;

/// Adds a sink beside the console, until the handle is dropped (a call may be under way in another
/// thread then).
[[nodiscard]] std::shared_ptr<void> add_log_sink(LogSink sink);

/// Reads the RCUTILS_* variables, sets levels and switches of the command line, opens the log file,
/// and routes rmw's messages here.
/// Throws exceptions::RCLInvalidArgument naming variable, value and what is expected.
void initialize_logging(const Arguments & arguments);

/// Level of loggers that neither have one nor inherit one.
void set_default_level(Logger::Level level);

/// The level that was set for the logger of that name ("": the default level); Unset if none was.
Logger::Level level_set_for(std::string_view logger);

/// "DEBUG", "INFO", …
std::string_view severity_name(Logger::Level severity);

}  // namespace rclcpp::detail

#endif  // LOGGING__LOGGING_HPP_
