// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The path of the log file and how it is opened.
#include "logging/log_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <string_view>
#include <system_error>
#include <utility>

#include "rclcpp/exceptions/exceptions.hpp"
#include "rclcpp/logger.hpp"

namespace rclcpp
{

namespace
{

std::string_view variable(const char * name)
{
  const char * const value = std::getenv(name);
  return value == nullptr ? std::string_view() : value;
}

std::filesystem::path home()
{
  const std::string_view home = variable("HOME");
  if (home.empty()) {
    throw exceptions::RCLError(
      "no directory for log files: set ROS_LOG_DIR, ROS_HOME or HOME (all are empty)");
  }
  return home;
}

std::filesystem::path expanded(std::string_view directory)
{
  if (directory == "~") {
    return home();
  }
  return directory.starts_with("~/") ? home() / directory.substr(2)
                                     : std::filesystem::path(directory);
}

}  // namespace

std::filesystem::path get_log_directory()
{
  if (const std::string_view directory = variable("ROS_LOG_DIR"); !directory.empty()) {
    return expanded(directory);
  }
  const std::string_view ros_home = variable("ROS_HOME");
  return (ros_home.empty() ? home() / ".ros" : expanded(ros_home)) / "log";
}

// rcpputils 2.13 marks the type as deprecated.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
rcpputils::fs::path get_logging_directory()
{
  return rcpputils::fs::path(get_log_directory().string());
}
#pragma GCC diagnostic pop

namespace detail
{

namespace
{

int open_file(const LogFile::Key & key)
{
  std::filesystem::create_directories(key.directory);
  const auto now = std::chrono::duration_cast<std::chrono::milliseconds>(
    std::chrono::system_clock::now().time_since_epoch());
  const std::filesystem::path path = key.directory / (key.prefix + "_" + std::to_string(key.pid) +
                                                      "_" + std::to_string(now.count()) + ".log");
  const int file_descriptor = open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (file_descriptor < 0) {
    throw std::system_error(errno, std::generic_category(), path.string());
  }
  return file_descriptor;
}

}  // namespace

LogFile::Key LogFile::key(const std::optional<std::string> & prefix)
{
  return {
    get_log_directory(),
    prefix && !prefix->empty() ? *prefix : std::string(program_invocation_short_name), getpid()};
}

LogFile::LogFile(Key key)
: key_(std::move(key)),
  file_descriptor_(open_file(key_)),
  lines_(file_descriptor_, LogFormat::from_environment(), false)
{
}

LogFile::~LogFile()
{
  close(file_descriptor_);
}

}  // namespace detail
}  // namespace rclcpp
