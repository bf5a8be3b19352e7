// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Implements rcutils' logging functions with rclcpp's log: one set of levels, one output.
//
// The functions have the names of those in librcutils and take precedence over them, also for calls
// inside librcutils: a program that links rclcpp has one log, whichever macros it uses. This
// requires that librclcpp is linked before librcutils, which CMake guarantees because
// rclcpp::rclcpp depends on rcutils::rcutils.
#include <cstdarg>
#include <cstddef>
#include <cstring>
#include <ctime>
#include <string>
#include <string_view>

#include "base/clock.hpp"
#include "logging/console.hpp"
#include "logging/logging.hpp"
#include "rcutils/error_handling.h"
#include "rcutils/logging.h"
#include "rcutils/types/char_array.h"

#ifdef RCLCPP_STATIC
// In one file with a static librcutils there is one definition of each name, which is here.
bool g_rcutils_logging_initialized = false;
#endif

namespace
{

using rclcpp::Logger;
namespace detail = rclcpp::detail;

constexpr rcutils_log_location_t nowhere{"", "", 0};

Logger::Level to_level(int severity)
{
  return static_cast<Logger::Level>(severity);
}

// The result of rcutils_logging_get_output_handler() unless a program has set another handler: it
// writes to all outputs of rclcpp's log.
void write_everywhere(
  const rcutils_log_location_t * location, int severity, const char * name,
  rcutils_time_point_value_t timestamp, const char * format, va_list * arguments)
{
  detail::write_message(
    rclcpp::get_logger(name ? name : ""), to_level(severity), timestamp,
    location ? *location : nowhere, format, *arguments);
}

// Formats `format` with `arguments`.
std::string text_of(const char * format, va_list arguments)
{
  va_list again;
  va_copy(again, arguments);
  const int length = std::vsnprintf(nullptr, 0, format, again);
  va_end(again);
  if (length < 0) {
    return format;
  }
  std::string text(static_cast<std::size_t>(length), '\0');
  std::vsnprintf(text.data(), text.size() + 1, format, arguments);
  return text;
}

detail::LogEvent event_of(
  const rcutils_log_location_t * location, int severity, const char * name,
  rcutils_time_point_value_t timestamp, std::string_view message)
{
  const rcutils_log_location_t & where = location ? *location : nowhere;
  return {
    timestamp,
    to_level(severity),
    name ? name : "",
    message,
    where.function_name ? where.function_name : "",
    where.file_name ? where.file_name : "",
    where.line_number};
}

void log(
  const rcutils_log_location_t * location, int severity, const char * name, const char * format,
  va_list * arguments)
{
  rcutils_logging_get_output_handler()(
    location, severity, name ? name : "", base::system_now(), format, arguments);
}

}  // namespace

rcutils_ret_t rcutils_logging_initialize_with_allocator(rcutils_allocator_t allocator)
{
  if (!rcutils_allocator_is_valid(&allocator)) {
    RCUTILS_SET_ERROR_MSG(
      "rcutils_logging_initialize_with_allocator: the allocator lacks a function");
    return RCUTILS_RET_INVALID_ARGUMENT;
  }
  if (!g_rcutils_logging_initialized) {
    g_rcutils_logging_initialized = true;
  }
  return RCUTILS_RET_OK;
}

rcutils_ret_t rcutils_logging_initialize()
{
  return rcutils_logging_initialize_with_allocator(rcutils_get_default_allocator());
}

rcutils_ret_t rcutils_logging_shutdown()
{
  detail::set_output_handler(nullptr);
  detail::reset_levels();
  g_rcutils_logging_initialized = false;
  return RCUTILS_RET_OK;
}

rcutils_logging_output_handler_t rcutils_logging_get_output_handler()
{
  const rcutils_logging_output_handler_t handler = detail::output_handler();
  return handler ? handler : &write_everywhere;
}

void rcutils_logging_set_output_handler(rcutils_logging_output_handler_t function)
{
  detail::set_output_handler(function == &write_everywhere ? nullptr : function);
}

int rcutils_logging_get_default_logger_level()
{
  return static_cast<int>(detail::level_set_for(""));
}

void rcutils_logging_set_default_logger_level(int level)
{
  if (detail::is_level(level)) {
    detail::set_default_level(to_level(level));
  }
}

int rcutils_logging_get_logger_leveln(const char * name, std::size_t name_length)
{
  return name ? static_cast<int>(detail::level_set_for({name, name_length})) : -1;
}

int rcutils_logging_get_logger_level(const char * name)
{
  return name ? rcutils_logging_get_logger_leveln(name, std::strlen(name)) : -1;
}

rcutils_ret_t rcutils_logging_set_logger_level(const char * name, int level)
{
  if (!name) {
    RCUTILS_SET_ERROR_MSG("rcutils_logging_set_logger_level: the logger's name is null");
    return RCUTILS_RET_INVALID_ARGUMENT;
  }
  if (!detail::is_level(level)) {
    RCUTILS_SET_ERROR_MSG_WITH_FORMAT_STRING(
      "level %d for logger '%s'; expected one of RCUTILS_LOG_SEVERITY_…", level, name);
    return RCUTILS_RET_INVALID_ARGUMENT;
  }
  detail::set_level_of(name, to_level(level));
  return RCUTILS_RET_OK;
}

int rcutils_logging_get_logger_effective_level(const char * name)
{
  return name ? static_cast<int>(detail::effective_level_of(name)) : -1;
}

bool rcutils_logging_logger_is_enabled_for(const char * name, int severity)
{
  return severity >= static_cast<int>(detail::effective_level_of(name ? name : ""));
}

void rcutils_log_internal(
  const rcutils_log_location_t * location, int severity, const char * name, const char * format,
  ...)
{
  va_list arguments;
  va_start(arguments, format);
  log(location, severity, name, format, &arguments);
  va_end(arguments);
}

void rcutils_log(
  const rcutils_log_location_t * location, int severity, const char * name, const char * format,
  ...)
{
  if (!rcutils_logging_logger_is_enabled_for(name, severity)) {
    return;
  }
  va_list arguments;
  va_start(arguments, format);
  log(location, severity, name, format, &arguments);
  va_end(arguments);
}

void rcutils_logging_console_output_handler(
  const rcutils_log_location_t * location, int severity, const char * name,
  rcutils_time_point_value_t timestamp, const char * format, va_list * args)
{
  const std::string text = text_of(format, *args);
  detail::write_to_console(event_of(location, severity, name, timestamp, text));
}

rcutils_ret_t rcutils_logging_format_message(
  const rcutils_log_location_t * location, int severity, const char * name,
  rcutils_time_point_value_t timestamp, const char * msg, rcutils_char_array_t * logging_output)
{
  if (!msg || !logging_output) {
    RCUTILS_SET_ERROR_MSG("rcutils_logging_format_message: message or output is null");
    return RCUTILS_RET_INVALID_ARGUMENT;
  }
  std::string line;
  detail::LogFormat::from_environment().append(
    event_of(location, severity, name, timestamp, msg), line);
  return rcutils_char_array_strcpy(logging_output, line.c_str());
}
