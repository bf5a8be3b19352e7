// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Named loggers with levels that their children inherit; used through the RCLCPP_* macros of
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

/// What all Logger objects of one name share. `level` is the effective one, so that a macro needs
/// one relaxed load.
struct LoggerState
{
  explicit LoggerState(std::string logger_name) : name(std::move(logger_name)) {}
  const std::string name;
  std::atomic<int> level{0};
  // The rest is guarded by the registry of loggers.
  std::vector<std::weak_ptr<Rosout>> rosouts;  // of the nodes with this logger, oldest first
  std::shared_ptr<LoggerState> parent;         // by get_child(): whose /rosout is used too
};
}  // namespace detail

/// The logger of that name.
RCLCPP_PUBLIC Logger get_logger(const std::string & name);
/// A node's logger by its handle (NodeBaseInterface::get_rcl_node_handle()); "rclcpp" if that is
/// null.
RCLCPP_PUBLIC Logger get_node_logger(const rcl_node_t * node);

/// Where log files go: $ROS_LOG_DIR, else $ROS_HOME/log, else ~/.ros/log. Throws
/// exceptions::RCLError if there is no home directory to put it in.
RCLCPP_PUBLIC std::filesystem::path get_log_directory();
// rcpputils 2.13, Debian 13's, calls its type deprecated.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
/// The same under its older name and as rcpputils' type.
RCLCPP_PUBLIC rcpputils::fs::path get_logging_directory();
#pragma GCC diagnostic pop

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
  /// The logger "<name>.<suffix>". If this is a node's logger or a child of one, its messages are
  /// published on /rosout too.
  Logger get_child(const std::string & suffix);
  /// Sets the level of this logger, and of those below it that have none of their own. Unset:
  /// inherit again. Throws exceptions::RCLInvalidArgument for what is none of the enumerators.
  void set_level(Level level);
  /// The level set here, else of the nearest ancestor that has one, else the process's default
  /// (Info).
  Level get_effective_level() const;

  /// For the logging macros: whether a message of that severity is printed.
  bool is_enabled(Level severity) const
  {
    return static_cast<int>(severity) >= state_->level.load(std::memory_order_relaxed);
  }

  // --- for the library ---

  /// Messages of this logger and its children are published by `rosout`, as long as that lives and
  /// no other that was given before. Returns whether there is such another.
  bool publish_by(const std::shared_ptr<detail::Rosout> & rosout) const;
  /// What publishes the messages of this logger; null: nothing.
  std::shared_ptr<detail::Rosout> rosout() const;

private:
  friend Logger rclcpp::get_logger(const std::string & name);

  explicit Logger(std::shared_ptr<detail::LoggerState> state) : state_(std::move(state)) {}

  std::shared_ptr<detail::LoggerState> state_;
};

}  // namespace rclcpp

#endif  // RCLCPP__LOGGER_HPP_
