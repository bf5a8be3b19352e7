// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The path of a message from a macro to the sinks.
#include "rclcpp/logging.hpp"

#include <atomic>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/clock.hpp"
#include "base/escaped.hpp"
#include "base/pi_mutex.hpp"
#include "logging/console.hpp"
#include "logging/log_file.hpp"
#include "logging/log_queue.hpp"
#include "logging/logging.hpp"
#include "logging/rosout.hpp"
#include "rclcpp/exceptions/exceptions.hpp"
#include "rmw/deferred_notifications.hpp"
#include "rmw/log.hpp"

namespace rclcpp::detail
{

namespace
{

using Sinks = std::vector<std::shared_ptr<const LogSink>>;

// The state that logging needs. Never destroyed: messages come until the process ends.
class Output
{
public:
  std::shared_ptr<const Console> console()
  {
    std::lock_guard lock(mutex_);
    if (!console_) {
      // used before rclcpp::init(), which would report an invalid variable
      try {
        console_ = std::make_shared<Console>(Console::from_environment());
      } catch (const std::invalid_argument &) {
        console_ = std::make_shared<Console>();
      }
    }
    return console_enabled_ ? console_ : nullptr;
  }

  void set_console(std::shared_ptr<const Console> console, bool enabled)
  {
    std::lock_guard lock(mutex_);
    console_ = std::move(console);
    console_enabled_ = enabled;
  }

  std::shared_ptr<const LogFile> file()
  {
    std::lock_guard lock(mutex_);
    return file_;
  }

  void set_file(std::shared_ptr<const LogFile> file)
  {
    std::lock_guard lock(mutex_);
    file_.swap(file);
  }

  std::shared_ptr<const Sinks> sinks()
  {
    std::lock_guard lock(mutex_);
    return sinks_;
  }

  void add(const std::shared_ptr<const LogSink> & sink)
  {
    std::lock_guard lock(mutex_);
    auto changed = std::make_shared<Sinks>(*sinks_);
    changed->push_back(sink);
    sinks_ = std::move(changed);
  }

  void remove(const std::shared_ptr<const LogSink> & sink)
  {
    std::lock_guard lock(mutex_);
    auto changed = std::make_shared<Sinks>(*sinks_);
    std::erase(*changed, sink);
    sinks_ = std::move(changed);
  }

private:
  base::PiMutex mutex_;  // guards the members below
  std::shared_ptr<const Console> console_;
  bool console_enabled_ = true;
  std::shared_ptr<const LogFile> file_;
  std::shared_ptr<const Sinks> sinks_ = std::make_shared<Sinks>();
};

Output & output()
{
  static Output * const object = new Output;
  return *object;
}

// True while this thread is in the sinks: messages of the sinks are not passed to them, to avoid an
// endless recursion.
thread_local bool in_sink = false;

void write(const Logger & logger, const LogEvent & event)
{
  try {
    write_to_console(event);
    if (const std::shared_ptr<const LogFile> file = output().file()) {
      file->write(event);
    }
  } catch (const std::exception &) {
    // Out of memory for the line.
  }
  if (in_sink) {
    return;
  }
  in_sink = true;
  const auto sinks = output().sinks();  // others may replace them in the meantime
  for (const std::shared_ptr<const LogSink> & sink : *sinks) {
    try {
      (*sink)(event);
    } catch (...) {
      // Logging never fails: console and file have the message.
    }
  }
  if (const std::shared_ptr<Rosout> rosout = logger.rosout()) {
    rosout->publish(event);
  }
  in_sink = false;
}

LogQueue & queue()
{
  static LogQueue * const object = new LogQueue(&write);
  return *object;
}

// Terminals, files and DDS have locks without priority inheritance: a real-time thread must not
// wait for them.
void dispatch(const Logger & logger, const LogEvent & event)
{
  if (!LogQueue::is_for_this_thread() || !queue().push(logger, event)) {
    write(logger, event);
  }
}

// Locations of C programs may be empty.
std::string_view text_or_empty(const char * text)
{
  return text == nullptr ? std::string_view() : text;
}

// The output handler of the program; null: write_message().
std::atomic<rcutils_logging_output_handler_t> handler_in_place{nullptr};

// There is one file per process: a second context keeps it unless its settings differ.
void set_log_file(const LogSettings & settings)
{
  if (!settings.external_lib_logs) {
    output().set_file(nullptr);
    return;
  }
  try {
    LogFile::Key key = LogFile::key(settings.log_file_name);
    if (const auto present = output().file(); !present || !(present->key() == key)) {
      output().set_file(nullptr);
      output().set_file(std::make_shared<const LogFile>(std::move(key)));
    }
  } catch (const std::exception & error) {
    RCLCPP_WARN(
      get_logger("rclcpp"), "logging goes on without a file, which cannot be made: %s",
      error.what());
  }
}

// Returns the message, in `small` or, if it does not fit there, in `large`.
std::string_view formatted(
  std::span<char> small, std::string & large, const char * format, std::va_list arguments)
{
  std::va_list first;
  va_copy(first, arguments);
  const int length = std::vsnprintf(small.data(), small.size(), format, first);
  va_end(first);
  std::string_view message;
  if (length < 0) {
    message = format;  // for example because of an invalid multibyte character: log the bare format
  } else if (static_cast<std::size_t>(length) < small.size()) {
    message = std::string_view(small.data(), static_cast<std::size_t>(length));
  } else {
    large.resize(static_cast<std::size_t>(length));
    std::vsnprintf(large.data(), large.size() + 1, format, arguments);
    message = large;
  }
  if (message.find('\0') != std::string_view::npos) {  // from %c; terminals and C would stop there
    large = base::escaped(message, message.size());
    message = large;
  }
  return message;
}

}  // namespace

void set_output_handler(rcutils_logging_output_handler_t handler)
{
  handler_in_place.store(handler, std::memory_order_release);
}

rcutils_logging_output_handler_t output_handler()
{
  return handler_in_place.load(std::memory_order_acquire);
}

void write_to_console(const LogEvent & event)
{
  if (const std::shared_ptr<const Console> console = output().console()) {
    console->write(event);
  }
}

void write_message(
  const Logger & logger, Logger::Level severity, std::int64_t time_ns, const LogLocation & location,
  const char * format, std::va_list arguments)
{
  // Format first, then dispatch: an argument that logs must not overwrite the buffer of the outer
  // message.
  char small[512];
  std::string large;
  try {
    const std::string_view message = formatted(small, large, format, arguments);
    dispatch(
      logger, {time_ns, severity, logger.get_name(), message, text_or_empty(location.function_name),
               text_or_empty(location.file_name), location.line_number});
  } catch (const std::exception &) {
    // Out of memory for the message: logging never fails.
  }
}

namespace
{

void pass_on(
  const Logger & logger, Logger::Level severity, std::int64_t time_ns, const LogLocation & location,
  const char * format, std::va_list & arguments)
{
  if (const rcutils_logging_output_handler_t handler = output_handler()) {
    handler(&location, static_cast<int>(severity), logger.get_name(), time_ns, format, &arguments);
  } else {
    write_message(logger, severity, time_ns, location, format, arguments);
  }
}

// A message that was logged where a lock may be held: handlers and sinks are user code.
class DeferredMessage final : public rmw::Notification
{
public:
  DeferredMessage(
    const Logger & logger, Logger::Level severity, const LogLocation & location, std::string text)
  : logger_(logger), severity_(severity), location_(location), text_(std::move(text))
  {
  }
  void notify() noexcept override { pass("%s", text_.c_str()); }

private:
  [[gnu::format(printf, 2, 3)]] void pass(const char * format, ...) const noexcept
  {
    std::va_list arguments;
    va_start(arguments, format);
    try {
      pass_on(logger_, severity_, time_ns_, location_, format, arguments);
    } catch (...) {
      // Logging never fails.
    }
    va_end(arguments);
  }

  const Logger logger_;
  const Logger::Level severity_;
  const std::int64_t time_ns_ = base::system_now();
  const LogLocation location_;  // its texts are literals
  const std::string text_;
};

void defer(
  const Logger & logger, Logger::Level severity, const LogLocation & location, const char * format,
  std::va_list & arguments)
try {
  char small[512];
  std::string large;
  rmw::DeferredNotifications::notify(std::make_shared<DeferredMessage>(
    logger, severity, location, std::string(formatted(small, large, format, arguments))));
} catch (const std::exception &) {
  // Out of memory for the message.
}

}  // namespace

void log(
  const Logger & logger, Logger::Level severity, const LogLocation & location, const char * format,
  ...)
{
  std::va_list arguments;
  va_start(arguments, format);
  if (rmw::DeferredNotifications::is_active()) {
    defer(logger, severity, location, format, arguments);
  } else {
    pass_on(logger, severity, base::system_now(), location, format, arguments);
  }
  va_end(arguments);
}

bool LogThrottle::due(const Clock & clock, std::int64_t period_ms)
{
  const std::int64_t now = clock.now().nanoseconds();
  std::int64_t last = last_.load(std::memory_order_relaxed);
  // Divide, since the longest periods do not fit into nanoseconds.
  if (now >= last && (now - last) / 1'000'000 < period_ms) {
    return false;
  }
  // one of several threads wins
  return last_.compare_exchange_strong(last, now, std::memory_order_relaxed);
}

std::shared_ptr<void> add_log_sink(LogSink sink)
{
  auto owned = std::make_shared<const LogSink>(std::move(sink));
  output().add(owned);
  return std::shared_ptr<void>(nullptr, [owned](void *) { output().remove(owned); });
}

void initialize_logging(const LogSettings & settings)
{
  output().set_console(
    std::make_shared<const Console>(Console::from_environment()), settings.stdout_logs);
  for (const auto & [logger, level] : settings.log_levels) {
    if (logger.empty()) {
      set_default_level(static_cast<Logger::Level>(level));
    } else {
      get_logger(logger).set_level(static_cast<Logger::Level>(level));
    }
  }
  set_log_file(settings);
  if (rcutils_logging_initialize() != RCUTILS_RET_OK) {
    throw exceptions::RCLError("rcutils' logging cannot be initialised");
  }
  static std::once_flag once;
  std::call_once(once, [] {
    std::atexit([] { queue().flush(); });
    rmw::set_log_sink(
      [logger = get_logger("rmw")](rmw_log_severity_t severity, std::string_view message) {
        const auto level = static_cast<Logger::Level>(severity);
        if (logger.is_enabled(level)) {
          // One line; names of peers may make it very long.
          static constexpr LogLocation nowhere{"", "", 0};
          log(logger, level, nowhere, "%s", base::escaped(message, 4000).c_str());
        }
      });
  });
  if (settings.log_config_file) {
    RCLCPP_WARN(
      get_logger("rclcpp"), "--log-config-file %s is ignored: log files have no configuration",
      settings.log_config_file->c_str());
  }
  if (std::getenv("RCUTILS_CONSOLE_STDOUT_LINE_BUFFERED") != nullptr) {
    RCLCPP_WARN(
      get_logger("rclcpp"),
      "RCUTILS_CONSOLE_STDOUT_LINE_BUFFERED is deprecated and ignored; each message is one write");
  }
}

std::string_view severity_name(Logger::Level severity)
{
  switch (severity) {
    case Logger::Level::Debug:
      return "DEBUG";
    case Logger::Level::Info:
      return "INFO";
    case Logger::Level::Warn:
      return "WARN";
    case Logger::Level::Error:
      return "ERROR";
    case Logger::Level::Fatal:
      return "FATAL";
    case Logger::Level::Unset:
      break;
  }
  return "UNSET";
}

}  // namespace rclcpp::detail
