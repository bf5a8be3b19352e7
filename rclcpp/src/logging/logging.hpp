// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The inside of logging: logger levels, sinks, and the console; set up by Context::init, fed by the
// macros.
#ifndef LOGGING__LOGGING_HPP_
#define LOGGING__LOGGING_HPP_

#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "rclcpp/logging.hpp"

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

/// Called in the thread that logs (for real-time threads in one that logs for them), for each
/// message that passed its logger's level. Several threads at a time; must not throw; what it logs
/// itself is not passed to sinks.
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

/// Logger::set_level and get_effective_level by name, "" being the default. `level` must be one of
/// the enumerators.
void set_level_of(const std::string & logger, Logger::Level level);
Logger::Level effective_level_of(std::string_view logger);

/// How many loggers have a level of their own, which they keep when they are gone.
std::size_t count_of_levels();

/// Forgets all levels that were set; the default is Info.
void reset_levels();

/// Whether `level` is one of Logger::Level's enumerators.
bool is_level(int level);

/// Writes a message, whose logger's level was looked at, to console, file, sinks and /rosout.
void write_message(
  const Logger & logger, Logger::Level severity, std::int64_t time_ns, const LogLocation & location,
  const char * format, std::va_list arguments);

/// The console alone.
void write_to_console(const LogEvent & event);

/// What messages are passed to instead of write_message(): rcutils' output handler; null: none.
void set_output_handler(rcutils_logging_output_handler_t handler);
rcutils_logging_output_handler_t output_handler();

/// "DEBUG", "INFO", …
std::string_view severity_name(Logger::Level severity);

}  // namespace rclcpp::detail

#endif  // LOGGING__LOGGING_HPP_
