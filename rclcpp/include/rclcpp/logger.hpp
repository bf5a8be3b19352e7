// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Named loggers whose levels are inherited by their children; for the RCLCPP_* macros of
// logging.hpp.
#ifndef RCLCPP__LOGGER_HPP_
#define RCLCPP__LOGGER_HPP_

#include <atomic>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "rcl/node.h"
#include "rclcpp/visibility_control.hpp"
#include "rcpputils/filesystem_helper.hpp"
#include "rcutils/logging.h"

namespace rclcpp
{

class Logger;

namespace node_interfaces
{
class NodeLoggingInterface;
}

namespace detail
{
class Rosout;

/// The state that all Logger objects of one name share. `level` is the effective level, so that a
/// macro needs only one relaxed load.
struct LoggerState
{
  explicit LoggerState(std::string logger_name) : name(std::move(logger_name)) {}
  const std::string name;
  std::atomic<int> level{0};
  // The registry of loggers guards the members below.
  std::vector<std::weak_ptr<Rosout>> rosouts;  // of the nodes with this logger, oldest first
  std::shared_ptr<LoggerState> parent;         // set by get_child(): its /rosout is used too
};
}  // namespace detail

/// Returns the logger of that name; it is created on first use.
RCLCPP_PUBLIC Logger get_logger(const std::string & name);
/// Returns the logger of a node by its handle (NodeBaseInterface::get_rcl_node_handle()), or
/// "rclcpp" if the handle is null.
RCLCPP_PUBLIC Logger get_node_logger(const rcl_node_t * node);

/// Returns the folder of log files: $ROS_LOG_DIR, else $ROS_HOME/log, else ~/.ros/log. Throws
/// exceptions::RCLError if there is no home directory.
RCLCPP_PUBLIC std::filesystem::path get_log_directory();
// rcpputils 2.13 of Debian 13 marks its type as deprecated.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
/// Returns the folder under the older function name, as rcpputils' type.
RCLCPP_PUBLIC rcpputils::fs::path get_logging_directory();
#pragma GCC diagnostic pop

/// A handle to a named logger; cheap to copy, thread-safe.
class RCLCPP_PUBLIC Logger
{
public:
  /// The severities, as in rcl_interfaces/msg/Log.
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

  /// Copies the name; both objects are the same logger.
  Logger(const Logger &) = default;
  /// Copies the name; both objects are the same logger.
  Logger & operator=(const Logger &) = default;

  /// Returns the name.
  const char * get_name() const { return state_->name.c_str(); }
  /// Returns the logger "<name>.<suffix>". If this is the logger of a node or a child of one, its
  /// messages are published on /rosout too.
  Logger get_child(const std::string & suffix);
  /// Sets the level of this logger, and of its children without their own level. Unset inherits the
  /// level again. Throws exceptions::RCLInvalidArgument for a value that is not an enumerator.
  void set_level(Level level);
  /// Returns the level of this logger, or of the nearest ancestor that has one, or the default of
  /// the process (Info).
  Level get_effective_level() const;

  /// Returns true if the logging macros print messages of that severity.
  bool is_enabled(Level severity) const
  {
    return static_cast<int>(severity) >= state_->level.load(std::memory_order_relaxed);
  }

  // --- for the library ---

  /// Makes `rosout` publish the messages of this logger and its children, as long as it lives and
  /// no older one exists. Returns true if an older one exists.
  bool publish_by(const std::shared_ptr<detail::Rosout> & rosout) const;
  /// Returns the publisher of this logger's messages, or null.
  std::shared_ptr<detail::Rosout> rosout() const;

private:
  friend Logger rclcpp::get_logger(const std::string & name);

  explicit Logger(std::shared_ptr<detail::LoggerState> state) : state_(std::move(state)) {}

  std::shared_ptr<detail::LoggerState> state_;
};

}  // namespace rclcpp

#endif  // RCLCPP__LOGGER_HPP_
