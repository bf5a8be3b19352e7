// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The log format, the colours, and the write to the console.
#include "logging/console.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <optional>
#include <utility>

#include "base/escaped.hpp"
#include "rclcpp/exceptions/exceptions.hpp"

namespace rclcpp::detail
{

namespace
{

constexpr std::int64_t one_second = 1'000'000'000;

// Returns the value of a variable that is 0 or 1; nullopt if it is unset or empty.
std::optional<bool> switch_from_environment(const char * variable)
{
  const char * const value = std::getenv(variable);
  if (value == nullptr || *value == '\0') {
    return std::nullopt;
  }
  if (std::string_view(value) == "0") {
    return false;
  }
  if (std::string_view(value) == "1") {
    return true;
  }
  throw exceptions::RCLInvalidArgument(
    std::string("environment variable ") + variable + " is '" + value + "'; expected 0 or 1");
}

std::string unescape(std::string_view text)
{
  constexpr std::pair<std::string_view, char> escapes[] = {
    {"\\a", '\a'}, {"\\b", '\b'}, {"\\n", '\n'}, {"\\r", '\r'}, {"\\t", '\t'}, {"\\x1b", '\x1b'}};
  std::string result;
  while (!text.empty()) {
    bool is_found = false;
    for (const auto & [escape, character] : escapes) {
      if (text.starts_with(escape)) {
        result += character;
        text.remove_prefix(escape.size());
        is_found = true;
        break;
      }
    }
    if (!is_found) {
      result += text.front();
      text.remove_prefix(1);
    }
  }
  return result;
}

void append_time(std::int64_t time_ns, std::string & out)
{
  char text[32];
  out.append(
    text, static_cast<std::size_t>(std::snprintf(
            text, sizeof(text), "%.10lld.%.9lld", static_cast<long long>(time_ns / one_second),
            static_cast<long long>(time_ns % one_second))));
}

void append_date(std::int64_t time_ns, std::string & out)
{
  const std::time_t seconds = static_cast<std::time_t>(time_ns / one_second);
  std::tm local{};
  localtime_r(&seconds, &local);
  char text[48];
  const std::size_t length = std::strftime(text, sizeof(text), "%Y-%m-%d %H:%M:%S", &local);
  out.append(text, length);
  out.append(
    text, static_cast<std::size_t>(std::snprintf(
            text, sizeof(text), ".%03d", static_cast<int>(time_ns % one_second / 1'000'000))));
}

bool has_control_characters(std::string_view text)
{
  return std::any_of(text.begin(), text.end(), [](char c) {
    return static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) >= 0x7f;
  });
}

std::string_view colour_of(Logger::Level severity)
{
  switch (severity) {
    case Logger::Level::Debug:
      return "\033[32m";
    case Logger::Level::Warn:
      return "\033[33m";
    case Logger::Level::Error:
    case Logger::Level::Fatal:
      return "\033[31m";
    default:
      return {};
  }
}

}  // namespace

LogFormat::LogFormat(std::string_view format)
{
  constexpr std::pair<std::string_view, Token> tokens[] = {
    {"{severity}", Token::severity},
    {"{name}", Token::name},
    {"{message}", Token::message},
    {"{function_name}", Token::function_name},
    {"{file_name}", Token::file_name},
    {"{line_number}", Token::line_number},
    {"{time}", Token::time},
    {"{time_as_nanoseconds}", Token::time_as_nanoseconds},
    {"{date_time_with_ms}", Token::date_time_with_ms}};
  const std::string plain = unescape(format);
  std::string_view rest = plain;
  std::string literal;
  while (!rest.empty()) {
    bool is_found = false;
    for (const auto & [text, token] : tokens) {
      if (rest.starts_with(text)) {
        if (!literal.empty()) {
          parts_.push_back({Token::literal, std::exchange(literal, {})});
        }
        parts_.push_back({token, {}});
        rest.remove_prefix(text.size());
        is_found = true;
        break;
      }
    }
    if (!is_found) {
      literal += rest.front();
      rest.remove_prefix(1);
    }
  }
  if (!literal.empty()) {
    parts_.push_back({Token::literal, literal});
  }
}

LogFormat LogFormat::from_environment()
{
  const char * const format = std::getenv("RCUTILS_CONSOLE_OUTPUT_FORMAT");
  return LogFormat(
    format == nullptr || *format == '\0' ? default_format : std::string_view(format));
}

void LogFormat::append(const LogEvent & event, std::string & out) const
{
  for (const Part & part : parts_) {
    switch (part.token) {
      case Token::literal:
        out += part.literal;
        break;
      case Token::severity:
        out += severity_name(event.severity);
        break;
      case Token::name:  // on one line, whatever the name of the logger
        if (has_control_characters(event.logger)) {
          out += base::escaped(event.logger);
        } else {
          out += event.logger;
        }
        break;
      case Token::message:
        out += event.message;
        break;
      case Token::function_name:
        out += event.function;
        break;
      case Token::file_name:
        out += event.file;
        break;
      case Token::line_number:
        out += std::to_string(event.line);
        break;
      case Token::time:
        append_time(event.time_ns, out);
        break;
      case Token::time_as_nanoseconds:
        out += std::to_string(event.time_ns);
        break;
      case Token::date_time_with_ms:
        append_date(event.time_ns, out);
        break;
    }
  }
}

Console Console::from_environment()
{
  const int file_descriptor = switch_from_environment("RCUTILS_LOGGING_USE_STDOUT").value_or(false)
                                ? STDOUT_FILENO
                                : STDERR_FILENO;
  // only checked: each message is one write
  switch_from_environment("RCUTILS_LOGGING_BUFFERED_STREAM");
  return Console(
    file_descriptor, LogFormat::from_environment(),
    switch_from_environment("RCUTILS_COLORIZED_OUTPUT").value_or(isatty(file_descriptor) == 1));
}

Console::Console()
: Console(STDERR_FILENO, LogFormat(LogFormat::default_format), isatty(STDERR_FILENO) == 1)
{
}

Console::Console(int file_descriptor, LogFormat format, bool colours)
: file_descriptor_(file_descriptor), format_(std::move(format)), colours_(colours)
{
}

void Console::write(const LogEvent & event) const
{
  // The text reuses its memory for the next message. Destructors of other objects of the thread may
  // log after it has been destroyed.
  struct Line
  {
    std::string text;
    bool & exists;
    explicit Line(bool & exists) : exists(exists) { exists = true; }
    ~Line() { exists = false; }
  };
  thread_local bool exists = false;
  thread_local bool was_made = false;
  if (was_made && !exists) {
    std::string last;
    write(event, last);
    return;
  }
  thread_local Line line(exists);
  was_made = true;
  write(event, line.text);
  constexpr std::size_t most_kept = 1 << 16;
  if (line.text.capacity() > most_kept) {
    line.text = std::string();
  }
}

void Console::write(const LogEvent & event, std::string & line) const
{
  line.clear();
  const std::string_view colour = colours_ ? colour_of(event.severity) : std::string_view();
  line += colour;
  format_.append(event, line);
  if (!colour.empty()) {
    line += "\033[0m";
  }
  line += '\n';
  const char * next = line.data();
  std::size_t left = line.size();
  while (left > 0) {
    const ssize_t written = ::write(file_descriptor_, next, left);
    if (written > 0) {
      next += written;
      left -= static_cast<std::size_t>(written);
    } else if (written == 0 || errno != EINTR) {
      return;  // the error cannot be reported anywhere
    }
  }
}

}  // namespace rclcpp::detail
