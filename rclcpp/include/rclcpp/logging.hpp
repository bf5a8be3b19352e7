// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The logging macros: RCLCPP_INFO(node->get_logger(), "x = %d", x) and its family.
//
// For each severity DEBUG, INFO, WARN, ERROR, FATAL and each condition there is a printf form and a
// stream form (RCLCPP_INFO_STREAM(logger, a << b), RCLCPP_INFO_STREAM_ONCE(logger, a << b), …):
//   RCLCPP_INFO(logger, format, …)
//   RCLCPP_INFO_ONCE(logger, …)                           the first time only
//   RCLCPP_INFO_EXPRESSION(logger, expression, …)         if the expression is true
//   RCLCPP_INFO_FUNCTION(logger, function, …)             if (*function)() returns true
//   RCLCPP_INFO_SKIPFIRST(logger, …)                      each time but the first
//   RCLCPP_INFO_THROTTLE(logger, clock, ms, …)            once in ms milliseconds of that clock
//   RCLCPP_INFO_SKIPFIRST_THROTTLE(logger, clock, ms, …)  the same without the first message
// Arguments are evaluated only if the message is printed. Each macro may be used from any thread. A
// program that is compiled with RCLCPP_LOG_MIN_SEVERITY set to one of RCLCPP_LOG_MIN_SEVERITY_*
// contains no code for the macros below that severity.
#ifndef RCLCPP__LOGGING_HPP_
#define RCLCPP__LOGGING_HPP_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <sstream>
#include <type_traits>

#include "rclcpp/clock.hpp"
#include "rclcpp/logger.hpp"
#include "rclcpp/utilities.hpp"
#include "rclcpp/visibility_control.hpp"
#include "rcutils/logging.h"
#include "rcutils/logging_macros.h"

#define RCLCPP_LOG_MIN_SEVERITY_DEBUG 0
#define RCLCPP_LOG_MIN_SEVERITY_INFO 1
#define RCLCPP_LOG_MIN_SEVERITY_WARN 2
#define RCLCPP_LOG_MIN_SEVERITY_ERROR 3
#define RCLCPP_LOG_MIN_SEVERITY_FATAL 4
#define RCLCPP_LOG_MIN_SEVERITY_NONE 5

#ifndef RCLCPP_LOG_MIN_SEVERITY
#define RCLCPP_LOG_MIN_SEVERITY RCLCPP_LOG_MIN_SEVERITY_DEBUG
#endif

namespace rclcpp::detail
{

/// The location of a macro: function, file, line. One constant object per macro.
using LogLocation = rcutils_log_location_t;

/// Formats the message and passes it to the sinks (console, file, /rosout), or to rcutils' output
/// handler if the program has set one. Only for the macros, which have checked the level.
RCLCPP_PUBLIC void log(
  const Logger & logger, Logger::Level severity, const LogLocation & location, const char * format,
  ...) __attribute__((format(printf, 4, 5)));

// The state of one throttled macro.
class LogThrottle
{
public:
  // Returns true if `period_ms` milliseconds passed since the last true; the first time, since the
  // clock's zero. As in ROS 2, nothing is due at the start of a simulation. Also returns true if
  // time jumped back.
  RCLCPP_PUBLIC bool due(const Clock & clock, std::int64_t period_ms);

private:
  std::atomic<std::int64_t> last_{0};
};

}  // namespace rclcpp::detail

// The basis of all macros. The level is checked first: a disabled macro costs one relaxed load.
#define RCLCPP_DETAIL_LOG_IF(logger, severity, condition, ...)                                   \
  do {                                                                                           \
    static_assert(                                                                               \
      ::std::is_convertible_v<decltype(logger), ::rclcpp::Logger>,                               \
      "RCLCPP_* logging macro: pass an rclcpp::Logger, such as node->get_logger(), first");      \
    const ::rclcpp::Logger & rclcpp_log_logger = (logger);                                       \
    if (rclcpp_log_logger.is_enabled(::rclcpp::Logger::Level::severity) && (condition)) {        \
      static const ::rclcpp::detail::LogLocation rclcpp_log_location = {                         \
        __func__, __FILE__, __LINE__};                                                           \
      ::rclcpp::detail::log(                                                                     \
        rclcpp_log_logger, ::rclcpp::Logger::Level::severity, rclcpp_log_location, __VA_ARGS__); \
    }                                                                                            \
  } while (0)

#define RCLCPP_DETAIL_LOG_STREAM_IF(logger, severity, condition, stream_arg)                \
  do {                                                                                      \
    static_assert(                                                                          \
      ::std::is_convertible_v<decltype(logger), ::rclcpp::Logger>,                          \
      "RCLCPP_* logging macro: pass an rclcpp::Logger, such as node->get_logger(), first"); \
    const ::rclcpp::Logger & rclcpp_log_logger = (logger);                                  \
    if (rclcpp_log_logger.is_enabled(::rclcpp::Logger::Level::severity) && (condition)) {   \
      static const ::rclcpp::detail::LogLocation rclcpp_log_location = {                    \
        __func__, __FILE__, __LINE__};                                                      \
      ::std::ostringstream rclcpp_log_stream;                                               \
      rclcpp_log_stream << stream_arg;                                                      \
      ::rclcpp::detail::log(                                                                \
        rclcpp_log_logger, ::rclcpp::Logger::Level::severity, rclcpp_log_location, "%s",    \
        rclcpp_log_stream.str().c_str());                                                   \
    }                                                                                       \
  } while (0)

// Conditions with one state per macro, which a lambda holds.
#define RCLCPP_DETAIL_LOG_ONCE                        \
  ([] {                                               \
    static ::std::atomic_bool rclcpp_log_done{false}; \
    return !rclcpp_log_done.exchange(true);           \
  }())
#define RCLCPP_DETAIL_LOG_NOT_FIRST                   \
  ([] {                                               \
    static ::std::atomic_bool rclcpp_log_seen{false}; \
    return rclcpp_log_seen.exchange(true);            \
  }())
#define RCLCPP_DETAIL_LOG_DUE(clock, duration)                           \
  ([](const auto & rclcpp_log_clock, auto rclcpp_log_period) {           \
    static ::rclcpp::detail::LogThrottle rclcpp_log_throttle;            \
    return rclcpp_log_throttle.due(                                      \
      rclcpp_log_clock, static_cast<::std::int64_t>(rclcpp_log_period)); \
  }((clock), (duration)))

#if RCLCPP_LOG_MIN_SEVERITY > RCLCPP_LOG_MIN_SEVERITY_DEBUG
#define RCLCPP_DEBUG(...)
#define RCLCPP_DEBUG_ONCE(...)
#define RCLCPP_DEBUG_EXPRESSION(...)
#define RCLCPP_DEBUG_FUNCTION(...)
#define RCLCPP_DEBUG_SKIPFIRST(...)
#define RCLCPP_DEBUG_THROTTLE(...)
#define RCLCPP_DEBUG_SKIPFIRST_THROTTLE(...)
#define RCLCPP_DEBUG_STREAM(...)
#define RCLCPP_DEBUG_STREAM_ONCE(...)
#define RCLCPP_DEBUG_STREAM_EXPRESSION(...)
#define RCLCPP_DEBUG_STREAM_FUNCTION(...)
#define RCLCPP_DEBUG_STREAM_SKIPFIRST(...)
#define RCLCPP_DEBUG_STREAM_THROTTLE(...)
#define RCLCPP_DEBUG_STREAM_SKIPFIRST_THROTTLE(...)
#else
#define RCLCPP_DEBUG(logger, ...) RCLCPP_DETAIL_LOG_IF(logger, Debug, true, __VA_ARGS__)
#define RCLCPP_DEBUG_ONCE(logger, ...) \
  RCLCPP_DETAIL_LOG_IF(logger, Debug, RCLCPP_DETAIL_LOG_ONCE, __VA_ARGS__)
#define RCLCPP_DEBUG_EXPRESSION(logger, expression, ...) \
  RCLCPP_DETAIL_LOG_IF(logger, Debug, (expression), __VA_ARGS__)
#define RCLCPP_DEBUG_FUNCTION(logger, function, ...) \
  RCLCPP_DETAIL_LOG_IF(logger, Debug, (*(function))(), __VA_ARGS__)
#define RCLCPP_DEBUG_SKIPFIRST(logger, ...) \
  RCLCPP_DETAIL_LOG_IF(logger, Debug, RCLCPP_DETAIL_LOG_NOT_FIRST, __VA_ARGS__)
#define RCLCPP_DEBUG_THROTTLE(logger, clock, duration, ...) \
  RCLCPP_DETAIL_LOG_IF(logger, Debug, RCLCPP_DETAIL_LOG_DUE(clock, duration), __VA_ARGS__)
#define RCLCPP_DEBUG_SKIPFIRST_THROTTLE(logger, clock, duration, ...)                     \
  RCLCPP_DETAIL_LOG_IF(                                                                   \
    logger, Debug, RCLCPP_DETAIL_LOG_DUE(clock, duration) && RCLCPP_DETAIL_LOG_NOT_FIRST, \
    __VA_ARGS__)
#define RCLCPP_DEBUG_STREAM(logger, stream_arg) \
  RCLCPP_DETAIL_LOG_STREAM_IF(logger, Debug, true, stream_arg)
#define RCLCPP_DEBUG_STREAM_ONCE(logger, stream_arg) \
  RCLCPP_DETAIL_LOG_STREAM_IF(logger, Debug, RCLCPP_DETAIL_LOG_ONCE, stream_arg)
#define RCLCPP_DEBUG_STREAM_EXPRESSION(logger, expression, stream_arg) \
  RCLCPP_DETAIL_LOG_STREAM_IF(logger, Debug, (expression), stream_arg)
#define RCLCPP_DEBUG_STREAM_FUNCTION(logger, function, stream_arg) \
  RCLCPP_DETAIL_LOG_STREAM_IF(logger, Debug, (*(function))(), stream_arg)
#define RCLCPP_DEBUG_STREAM_SKIPFIRST(logger, stream_arg) \
  RCLCPP_DETAIL_LOG_STREAM_IF(logger, Debug, RCLCPP_DETAIL_LOG_NOT_FIRST, stream_arg)
#define RCLCPP_DEBUG_STREAM_THROTTLE(logger, clock, duration, stream_arg) \
  RCLCPP_DETAIL_LOG_STREAM_IF(logger, Debug, RCLCPP_DETAIL_LOG_DUE(clock, duration), stream_arg)
#define RCLCPP_DEBUG_STREAM_SKIPFIRST_THROTTLE(logger, clock, duration, stream_arg)       \
  RCLCPP_DETAIL_LOG_STREAM_IF(                                                            \
    logger, Debug, RCLCPP_DETAIL_LOG_DUE(clock, duration) && RCLCPP_DETAIL_LOG_NOT_FIRST, \
    stream_arg)
#endif

#if RCLCPP_LOG_MIN_SEVERITY > RCLCPP_LOG_MIN_SEVERITY_INFO
#define RCLCPP_INFO(...)
#define RCLCPP_INFO_ONCE(...)
#define RCLCPP_INFO_EXPRESSION(...)
#define RCLCPP_INFO_FUNCTION(...)
#define RCLCPP_INFO_SKIPFIRST(...)
#define RCLCPP_INFO_THROTTLE(...)
#define RCLCPP_INFO_SKIPFIRST_THROTTLE(...)
#define RCLCPP_INFO_STREAM(...)
#define RCLCPP_INFO_STREAM_ONCE(...)
#define RCLCPP_INFO_STREAM_EXPRESSION(...)
#define RCLCPP_INFO_STREAM_FUNCTION(...)
#define RCLCPP_INFO_STREAM_SKIPFIRST(...)
#define RCLCPP_INFO_STREAM_THROTTLE(...)
#define RCLCPP_INFO_STREAM_SKIPFIRST_THROTTLE(...)
#else
#define RCLCPP_INFO(logger, ...) RCLCPP_DETAIL_LOG_IF(logger, Info, true, __VA_ARGS__)
#define RCLCPP_INFO_ONCE(logger, ...) \
  RCLCPP_DETAIL_LOG_IF(logger, Info, RCLCPP_DETAIL_LOG_ONCE, __VA_ARGS__)
#define RCLCPP_INFO_EXPRESSION(logger, expression, ...) \
  RCLCPP_DETAIL_LOG_IF(logger, Info, (expression), __VA_ARGS__)
#define RCLCPP_INFO_FUNCTION(logger, function, ...) \
  RCLCPP_DETAIL_LOG_IF(logger, Info, (*(function))(), __VA_ARGS__)
#define RCLCPP_INFO_SKIPFIRST(logger, ...) \
  RCLCPP_DETAIL_LOG_IF(logger, Info, RCLCPP_DETAIL_LOG_NOT_FIRST, __VA_ARGS__)
#define RCLCPP_INFO_THROTTLE(logger, clock, duration, ...) \
  RCLCPP_DETAIL_LOG_IF(logger, Info, RCLCPP_DETAIL_LOG_DUE(clock, duration), __VA_ARGS__)
#define RCLCPP_INFO_SKIPFIRST_THROTTLE(logger, clock, duration, ...)                     \
  RCLCPP_DETAIL_LOG_IF(                                                                  \
    logger, Info, RCLCPP_DETAIL_LOG_DUE(clock, duration) && RCLCPP_DETAIL_LOG_NOT_FIRST, \
    __VA_ARGS__)
#define RCLCPP_INFO_STREAM(logger, stream_arg) \
  RCLCPP_DETAIL_LOG_STREAM_IF(logger, Info, true, stream_arg)
#define RCLCPP_INFO_STREAM_ONCE(logger, stream_arg) \
  RCLCPP_DETAIL_LOG_STREAM_IF(logger, Info, RCLCPP_DETAIL_LOG_ONCE, stream_arg)
#define RCLCPP_INFO_STREAM_EXPRESSION(logger, expression, stream_arg) \
  RCLCPP_DETAIL_LOG_STREAM_IF(logger, Info, (expression), stream_arg)
#define RCLCPP_INFO_STREAM_FUNCTION(logger, function, stream_arg) \
  RCLCPP_DETAIL_LOG_STREAM_IF(logger, Info, (*(function))(), stream_arg)
#define RCLCPP_INFO_STREAM_SKIPFIRST(logger, stream_arg) \
  RCLCPP_DETAIL_LOG_STREAM_IF(logger, Info, RCLCPP_DETAIL_LOG_NOT_FIRST, stream_arg)
#define RCLCPP_INFO_STREAM_THROTTLE(logger, clock, duration, stream_arg) \
  RCLCPP_DETAIL_LOG_STREAM_IF(logger, Info, RCLCPP_DETAIL_LOG_DUE(clock, duration), stream_arg)
#define RCLCPP_INFO_STREAM_SKIPFIRST_THROTTLE(logger, clock, duration, stream_arg)       \
  RCLCPP_DETAIL_LOG_STREAM_IF(                                                           \
    logger, Info, RCLCPP_DETAIL_LOG_DUE(clock, duration) && RCLCPP_DETAIL_LOG_NOT_FIRST, \
    stream_arg)
#endif

#if RCLCPP_LOG_MIN_SEVERITY > RCLCPP_LOG_MIN_SEVERITY_WARN
#define RCLCPP_WARN(...)
#define RCLCPP_WARN_ONCE(...)
#define RCLCPP_WARN_EXPRESSION(...)
#define RCLCPP_WARN_FUNCTION(...)
#define RCLCPP_WARN_SKIPFIRST(...)
#define RCLCPP_WARN_THROTTLE(...)
#define RCLCPP_WARN_SKIPFIRST_THROTTLE(...)
#define RCLCPP_WARN_STREAM(...)
#define RCLCPP_WARN_STREAM_ONCE(...)
#define RCLCPP_WARN_STREAM_EXPRESSION(...)
#define RCLCPP_WARN_STREAM_FUNCTION(...)
#define RCLCPP_WARN_STREAM_SKIPFIRST(...)
#define RCLCPP_WARN_STREAM_THROTTLE(...)
#define RCLCPP_WARN_STREAM_SKIPFIRST_THROTTLE(...)
#else
#define RCLCPP_WARN(logger, ...) RCLCPP_DETAIL_LOG_IF(logger, Warn, true, __VA_ARGS__)
#define RCLCPP_WARN_ONCE(logger, ...) \
  RCLCPP_DETAIL_LOG_IF(logger, Warn, RCLCPP_DETAIL_LOG_ONCE, __VA_ARGS__)
#define RCLCPP_WARN_EXPRESSION(logger, expression, ...) \
  RCLCPP_DETAIL_LOG_IF(logger, Warn, (expression), __VA_ARGS__)
#define RCLCPP_WARN_FUNCTION(logger, function, ...) \
  RCLCPP_DETAIL_LOG_IF(logger, Warn, (*(function))(), __VA_ARGS__)
#define RCLCPP_WARN_SKIPFIRST(logger, ...) \
  RCLCPP_DETAIL_LOG_IF(logger, Warn, RCLCPP_DETAIL_LOG_NOT_FIRST, __VA_ARGS__)
#define RCLCPP_WARN_THROTTLE(logger, clock, duration, ...) \
  RCLCPP_DETAIL_LOG_IF(logger, Warn, RCLCPP_DETAIL_LOG_DUE(clock, duration), __VA_ARGS__)
#define RCLCPP_WARN_SKIPFIRST_THROTTLE(logger, clock, duration, ...)                     \
  RCLCPP_DETAIL_LOG_IF(                                                                  \
    logger, Warn, RCLCPP_DETAIL_LOG_DUE(clock, duration) && RCLCPP_DETAIL_LOG_NOT_FIRST, \
    __VA_ARGS__)
#define RCLCPP_WARN_STREAM(logger, stream_arg) \
  RCLCPP_DETAIL_LOG_STREAM_IF(logger, Warn, true, stream_arg)
#define RCLCPP_WARN_STREAM_ONCE(logger, stream_arg) \
  RCLCPP_DETAIL_LOG_STREAM_IF(logger, Warn, RCLCPP_DETAIL_LOG_ONCE, stream_arg)
#define RCLCPP_WARN_STREAM_EXPRESSION(logger, expression, stream_arg) \
  RCLCPP_DETAIL_LOG_STREAM_IF(logger, Warn, (expression), stream_arg)
#define RCLCPP_WARN_STREAM_FUNCTION(logger, function, stream_arg) \
  RCLCPP_DETAIL_LOG_STREAM_IF(logger, Warn, (*(function))(), stream_arg)
#define RCLCPP_WARN_STREAM_SKIPFIRST(logger, stream_arg) \
  RCLCPP_DETAIL_LOG_STREAM_IF(logger, Warn, RCLCPP_DETAIL_LOG_NOT_FIRST, stream_arg)
#define RCLCPP_WARN_STREAM_THROTTLE(logger, clock, duration, stream_arg) \
  RCLCPP_DETAIL_LOG_STREAM_IF(logger, Warn, RCLCPP_DETAIL_LOG_DUE(clock, duration), stream_arg)
#define RCLCPP_WARN_STREAM_SKIPFIRST_THROTTLE(logger, clock, duration, stream_arg)       \
  RCLCPP_DETAIL_LOG_STREAM_IF(                                                           \
    logger, Warn, RCLCPP_DETAIL_LOG_DUE(clock, duration) && RCLCPP_DETAIL_LOG_NOT_FIRST, \
    stream_arg)
#endif

#if RCLCPP_LOG_MIN_SEVERITY > RCLCPP_LOG_MIN_SEVERITY_ERROR
#define RCLCPP_ERROR(...)
#define RCLCPP_ERROR_ONCE(...)
#define RCLCPP_ERROR_EXPRESSION(...)
#define RCLCPP_ERROR_FUNCTION(...)
#define RCLCPP_ERROR_SKIPFIRST(...)
#define RCLCPP_ERROR_THROTTLE(...)
#define RCLCPP_ERROR_SKIPFIRST_THROTTLE(...)
#define RCLCPP_ERROR_STREAM(...)
#define RCLCPP_ERROR_STREAM_ONCE(...)
#define RCLCPP_ERROR_STREAM_EXPRESSION(...)
#define RCLCPP_ERROR_STREAM_FUNCTION(...)
#define RCLCPP_ERROR_STREAM_SKIPFIRST(...)
#define RCLCPP_ERROR_STREAM_THROTTLE(...)
#define RCLCPP_ERROR_STREAM_SKIPFIRST_THROTTLE(...)
#else
#define RCLCPP_ERROR(logger, ...) RCLCPP_DETAIL_LOG_IF(logger, Error, true, __VA_ARGS__)
#define RCLCPP_ERROR_ONCE(logger, ...) \
  RCLCPP_DETAIL_LOG_IF(logger, Error, RCLCPP_DETAIL_LOG_ONCE, __VA_ARGS__)
#define RCLCPP_ERROR_EXPRESSION(logger, expression, ...) \
  RCLCPP_DETAIL_LOG_IF(logger, Error, (expression), __VA_ARGS__)
#define RCLCPP_ERROR_FUNCTION(logger, function, ...) \
  RCLCPP_DETAIL_LOG_IF(logger, Error, (*(function))(), __VA_ARGS__)
#define RCLCPP_ERROR_SKIPFIRST(logger, ...) \
  RCLCPP_DETAIL_LOG_IF(logger, Error, RCLCPP_DETAIL_LOG_NOT_FIRST, __VA_ARGS__)
#define RCLCPP_ERROR_THROTTLE(logger, clock, duration, ...) \
  RCLCPP_DETAIL_LOG_IF(logger, Error, RCLCPP_DETAIL_LOG_DUE(clock, duration), __VA_ARGS__)
#define RCLCPP_ERROR_SKIPFIRST_THROTTLE(logger, clock, duration, ...)                     \
  RCLCPP_DETAIL_LOG_IF(                                                                   \
    logger, Error, RCLCPP_DETAIL_LOG_DUE(clock, duration) && RCLCPP_DETAIL_LOG_NOT_FIRST, \
    __VA_ARGS__)
#define RCLCPP_ERROR_STREAM(logger, stream_arg) \
  RCLCPP_DETAIL_LOG_STREAM_IF(logger, Error, true, stream_arg)
#define RCLCPP_ERROR_STREAM_ONCE(logger, stream_arg) \
  RCLCPP_DETAIL_LOG_STREAM_IF(logger, Error, RCLCPP_DETAIL_LOG_ONCE, stream_arg)
#define RCLCPP_ERROR_STREAM_EXPRESSION(logger, expression, stream_arg) \
  RCLCPP_DETAIL_LOG_STREAM_IF(logger, Error, (expression), stream_arg)
#define RCLCPP_ERROR_STREAM_FUNCTION(logger, function, stream_arg) \
  RCLCPP_DETAIL_LOG_STREAM_IF(logger, Error, (*(function))(), stream_arg)
#define RCLCPP_ERROR_STREAM_SKIPFIRST(logger, stream_arg) \
  RCLCPP_DETAIL_LOG_STREAM_IF(logger, Error, RCLCPP_DETAIL_LOG_NOT_FIRST, stream_arg)
#define RCLCPP_ERROR_STREAM_THROTTLE(logger, clock, duration, stream_arg) \
  RCLCPP_DETAIL_LOG_STREAM_IF(logger, Error, RCLCPP_DETAIL_LOG_DUE(clock, duration), stream_arg)
#define RCLCPP_ERROR_STREAM_SKIPFIRST_THROTTLE(logger, clock, duration, stream_arg)       \
  RCLCPP_DETAIL_LOG_STREAM_IF(                                                            \
    logger, Error, RCLCPP_DETAIL_LOG_DUE(clock, duration) && RCLCPP_DETAIL_LOG_NOT_FIRST, \
    stream_arg)
#endif

#if RCLCPP_LOG_MIN_SEVERITY > RCLCPP_LOG_MIN_SEVERITY_FATAL
#define RCLCPP_FATAL(...)
#define RCLCPP_FATAL_ONCE(...)
#define RCLCPP_FATAL_EXPRESSION(...)
#define RCLCPP_FATAL_FUNCTION(...)
#define RCLCPP_FATAL_SKIPFIRST(...)
#define RCLCPP_FATAL_THROTTLE(...)
#define RCLCPP_FATAL_SKIPFIRST_THROTTLE(...)
#define RCLCPP_FATAL_STREAM(...)
#define RCLCPP_FATAL_STREAM_ONCE(...)
#define RCLCPP_FATAL_STREAM_EXPRESSION(...)
#define RCLCPP_FATAL_STREAM_FUNCTION(...)
#define RCLCPP_FATAL_STREAM_SKIPFIRST(...)
#define RCLCPP_FATAL_STREAM_THROTTLE(...)
#define RCLCPP_FATAL_STREAM_SKIPFIRST_THROTTLE(...)
#else
#define RCLCPP_FATAL(logger, ...) RCLCPP_DETAIL_LOG_IF(logger, Fatal, true, __VA_ARGS__)
#define RCLCPP_FATAL_ONCE(logger, ...) \
  RCLCPP_DETAIL_LOG_IF(logger, Fatal, RCLCPP_DETAIL_LOG_ONCE, __VA_ARGS__)
#define RCLCPP_FATAL_EXPRESSION(logger, expression, ...) \
  RCLCPP_DETAIL_LOG_IF(logger, Fatal, (expression), __VA_ARGS__)
#define RCLCPP_FATAL_FUNCTION(logger, function, ...) \
  RCLCPP_DETAIL_LOG_IF(logger, Fatal, (*(function))(), __VA_ARGS__)
#define RCLCPP_FATAL_SKIPFIRST(logger, ...) \
  RCLCPP_DETAIL_LOG_IF(logger, Fatal, RCLCPP_DETAIL_LOG_NOT_FIRST, __VA_ARGS__)
#define RCLCPP_FATAL_THROTTLE(logger, clock, duration, ...) \
  RCLCPP_DETAIL_LOG_IF(logger, Fatal, RCLCPP_DETAIL_LOG_DUE(clock, duration), __VA_ARGS__)
#define RCLCPP_FATAL_SKIPFIRST_THROTTLE(logger, clock, duration, ...)                     \
  RCLCPP_DETAIL_LOG_IF(                                                                   \
    logger, Fatal, RCLCPP_DETAIL_LOG_DUE(clock, duration) && RCLCPP_DETAIL_LOG_NOT_FIRST, \
    __VA_ARGS__)
#define RCLCPP_FATAL_STREAM(logger, stream_arg) \
  RCLCPP_DETAIL_LOG_STREAM_IF(logger, Fatal, true, stream_arg)
#define RCLCPP_FATAL_STREAM_ONCE(logger, stream_arg) \
  RCLCPP_DETAIL_LOG_STREAM_IF(logger, Fatal, RCLCPP_DETAIL_LOG_ONCE, stream_arg)
#define RCLCPP_FATAL_STREAM_EXPRESSION(logger, expression, stream_arg) \
  RCLCPP_DETAIL_LOG_STREAM_IF(logger, Fatal, (expression), stream_arg)
#define RCLCPP_FATAL_STREAM_FUNCTION(logger, function, stream_arg) \
  RCLCPP_DETAIL_LOG_STREAM_IF(logger, Fatal, (*(function))(), stream_arg)
#define RCLCPP_FATAL_STREAM_SKIPFIRST(logger, stream_arg) \
  RCLCPP_DETAIL_LOG_STREAM_IF(logger, Fatal, RCLCPP_DETAIL_LOG_NOT_FIRST, stream_arg)
#define RCLCPP_FATAL_STREAM_THROTTLE(logger, clock, duration, stream_arg) \
  RCLCPP_DETAIL_LOG_STREAM_IF(logger, Fatal, RCLCPP_DETAIL_LOG_DUE(clock, duration), stream_arg)
#define RCLCPP_FATAL_STREAM_SKIPFIRST_THROTTLE(logger, clock, duration, stream_arg)       \
  RCLCPP_DETAIL_LOG_STREAM_IF(                                                            \
    logger, Fatal, RCLCPP_DETAIL_LOG_DUE(clock, duration) && RCLCPP_DETAIL_LOG_NOT_FIRST, \
    stream_arg)
#endif

#endif  // RCLCPP__LOGGING_HPP_
