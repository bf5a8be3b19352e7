// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The console: one line and one write(2) per message, in the format of
// RCUTILS_CONSOLE_OUTPUT_FORMAT.
#ifndef LOGGING__CONSOLE_HPP_
#define LOGGING__CONSOLE_HPP_

#include <string>
#include <string_view>
#include <vector>

#include "logging/logging.hpp"

namespace rclcpp::detail
{

/// A parsed format string. Immutable, thread-safe.
class LogFormat
{
public:
  static constexpr std::string_view default_format = "[{severity}] [{time}] [{name}]: {message}";

  /// Supports `{token}`s and the escapes \a \b \n \r \t \x1b; other text is copied.
  explicit LogFormat(std::string_view format);
  /// Parses RCUTILS_CONSOLE_OUTPUT_FORMAT, or the default format.
  static LogFormat from_environment();

  /// Appends the message in this format.
  void append(const LogEvent & event, std::string & out) const;

private:
  enum class Token
  {
    literal,
    severity,
    name,
    message,
    function_name,
    file_name,
    line_number,
    time,
    time_as_nanoseconds,
    date_time_with_ms
  };

  struct Part
  {
    Token token;
    std::string literal;
  };

  std::vector<Part> parts_;
};

/// The destination and the style of lines. Immutable, thread-safe.
class Console
{
public:
  /// Reads the RCUTILS_* variables. Throws exceptions::RCLInvalidArgument.
  static Console from_environment();
  /// Writes to stderr in the default format, with colours if it is a terminal.
  Console();
  Console(int file_descriptor, LogFormat format, bool colours);

  void write(const LogEvent & event) const;

private:
  void write(const LogEvent & event, std::string & line) const;

  int file_descriptor_;
  LogFormat format_;
  bool colours_;
};

}  // namespace rclcpp::detail

#endif  // LOGGING__CONSOLE_HPP_
