// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Named loggers with levels that their children inherit; used through the RCLCPP_* macros of
// logging.hpp.
#ifndef RCLCPP__LOGGER_HPP_
#define RCLCPP__LOGGER_HPP_

#include <atomic>
#include <memory>
#include <string>

#include "rclcpp/visibility_control.hpp"

namespace rclcpp
{

class Logger;

namespace node_interfaces
{
class NodeLoggingInterface;
}

namespace detail
{
/// What all Logger objects of one name share. `level` is the effective one, so that a macro needs
/// one relaxed load.
struct LoggerState
{
  explicit LoggerState(std::string logger_name) : name(std::move(logger_name)) {}
  const std::string name;
  std::atomic<int> level{0};
};
}  // namespace detail

/// The logger of that name.
RCLCPP_PUBLIC Logger get_logger(const std::string & name);

/// A handle to a named logger; cheap to copy, thread-safe.
class RCLCPP_PUBLIC Logger
{
public:
  /// Severities, as in rcl_interfaces/msg/Log.
  enum class Level
  {
    Unset = 0,
    Debug = 10,
    Info = 20,
    Warn = 30,
    Error = 40,
    Fatal = 50
  };

  Logger(const Logger &) = default;
  Logger & operator=(const Logger &) = default;

  const char * get_name() const { return state_->name.c_str(); }
  /// The logger "<name>.<suffix>".
  Logger get_child(const std::string & suffix);
  /// Sets the level of this logger, and of those below it that have none of their own. Unset:
  /// inherit again.
  void set_level(Level level);
  /// The level set here, else of the nearest ancestor that has one, else the process's default
  /// (Info).
  Level get_effective_level() const;

  /// For the logging macros: whether a message of that severity is printed.
  bool is_enabled(Level severity) const
  {
    return static_cast<int>(severity) >= state_->level.load(std::memory_order_relaxed);
  }

private:
  friend Logger rclcpp::get_logger(const std::string & name);

  explicit Logger(std::shared_ptr<const detail::LoggerState> state) : state_(std::move(state)) {}

  std::shared_ptr<const detail::LoggerState> state_;
};

}  // namespace rclcpp

#endif  // RCLCPP__LOGGER_HPP_
