// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Rejects operations that a replay, whose thread has virtual time, does not support; an installed
// rclcpp has no replay.

#ifndef NODES__REPLAYED_HPP_
#define NODES__REPLAYED_HPP_

#include <sys/stat.h>

#include <string>
#include <system_error>

#if __has_include("rclcpp/virtual_time.hpp")
#include "rclcpp/virtual_time.hpp"
#endif

namespace rxros2::detail
{

/// Reports the operation in the replay's report and returns true, if this thread is in a replay.
inline bool report_in_replay([[maybe_unused]] const std::string & subject)
{
#if __has_include("rclcpp/virtual_time.hpp")
  if (const auto * const time = rclcpp::VirtualTime::current()) {
    time->world().on_nondeterminism(subject);
    return true;
  }
#endif
  return false;
}

/// Throws std::system_error (operation_not_supported) and reports it, for a device in a replay; a
/// regular file is allowed. `operation` is the operator, such as "from_device".
inline void refuse_in_replay(const std::string & operation, const std::string & path)
{
  struct stat status;
  if (::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode)) {
    return;
  }
  if (report_in_replay(operation + ": '" + path + "' is not of the replay, which has no devices")) {
    throw std::system_error(
      std::make_error_code(std::errc::operation_not_supported),
      operation + ": a replay has no device '" + path + "'");
  }
}

}  // namespace rxros2::detail

#endif  // NODES__REPLAYED_HPP_
