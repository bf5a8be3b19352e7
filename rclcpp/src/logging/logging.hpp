// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The internals of logging: logger levels, sinks and the console; set up by Context::init, used by
// the macros.
#ifndef LOGGING__LOGGING_HPP_
#define LOGGING__LOGGING_HPP_

#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rclcpp/logging.hpp"

namespace rclcpp::detail
{

/// The settings of logging on a command line.
struct LogSettings
{
  /// Logger name (empty means the default level) and severity 0…50, in order.
  std::vector<std::pair<std::string, int>> log_levels;
  std::optional<std::string> log_config_file;
  std::optional<std::string> log_file_name;
  bool stdout_logs = true;
  bool rosout_logs = true;
  bool external_lib_logs = true;
};

/// A log message. The views are only valid during the call of the sink.
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

/// Receives each message that passed the level of its logger, on the thread that logs (for
/// real-time threads on a thread that logs for them). Several threads may call it at the same time;
/// it must not throw. Messages that it logs itself are not passed to sinks.
using LogSink = std::function<void(const LogEvent &)>;

/// Adds a sink beside the console until the handle is dropped; at that time a call on another
/// thread may still be running.
[[nodiscard]] std::shared_ptr<void> add_log_sink(LogSink sink);

/// Reads the RCUTILS_* variables, sets the levels and switches of the command line, opens the log
/// file, and redirects the messages of rmw. Throws exceptions::RCLInvalidArgument with variable,
/// value and the expected values.
void initialize_logging(const LogSettings & settings);

/// Sets the level of loggers without their own or an inherited level.
void set_default_level(Logger::Level level);

/// Returns the level that was set for the logger of that name ("" means the default level); Unset
/// if none was set.
Logger::Level level_set_for(std::string_view logger);

/// Logger::set_level and get_effective_level by name; "" means the default. `level` must be an
/// enumerator.
void set_level_of(const std::string & logger, Logger::Level level);
Logger::Level effective_level_of(std::string_view logger);

/// Returns the number of loggers with their own level; the level is kept when the logger is
/// destroyed.
std::size_t count_of_levels();

/// Removes all levels; the default is Info.
void reset_levels();

/// Returns true if `level` is an enumerator of Logger::Level.
bool is_level(int level);

/// Writes a message, which passed the level of its logger, to console, file, sinks and /rosout.
void write_message(
  const Logger & logger, Logger::Level severity, std::int64_t time_ns, const LogLocation & location,
  const char * format, std::va_list arguments);

/// Writes to the console only.
void write_to_console(const LogEvent & event);

/// Sets the function that gets messages in place of write_message(): rcutils' output handler, or
/// null.
void set_output_handler(rcutils_logging_output_handler_t handler);
rcutils_logging_output_handler_t output_handler();

/// Returns "DEBUG", "INFO", …
std::string_view severity_name(Logger::Level severity);

}  // namespace rclcpp::detail

#endif  // LOGGING__LOGGING_HPP_
