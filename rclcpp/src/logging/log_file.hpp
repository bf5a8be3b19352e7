// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The log file of the process.
#ifndef LOGGING__LOG_FILE_HPP_
#define LOGGING__LOG_FILE_HPP_

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "logging/console.hpp"
#include "logging/logging.hpp"

namespace rclcpp::detail
{

/// "<directory>/<prefix>_<pid>_<milliseconds since 1970>.log": the lines of the console without
/// colours, one write(2) per line. Immutable, thread-safe.
class LogFile
{
public:
  /// Identifies a log file of the process.
  struct Key
  {
    std::filesystem::path directory;
    std::string prefix;
    int pid;

    bool operator==(const Key &) const = default;
  };

  /// Returns a file in get_log_directory(); the default prefix is the name of the program.
  static Key key(const std::optional<std::string> & prefix);

  /// Creates the directory and the file. Throws std::system_error, which names them.
  explicit LogFile(Key key);
  ~LogFile();
  LogFile(const LogFile &) = delete;
  LogFile & operator=(const LogFile &) = delete;

  const Key & key() const { return key_; }
  void write(const LogEvent & event) const { lines_.write(event); }

private:
  const Key key_;
  const int file_descriptor_;
  const Console lines_;
};

}  // namespace rclcpp::detail

#endif  // LOGGING__LOG_FILE_HPP_
