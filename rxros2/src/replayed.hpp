// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// What does not fit into a replay, whose thread has a virtual time; with an installed rclcpp there
// is none.

#ifndef REPLAYED_HPP_
#define REPLAYED_HPP_

#include <sys/stat.h>

#include <string>
#include <system_error>

#if __has_include("rclcpp/virtual_time.hpp")
#include "rclcpp/virtual_time.hpp"
#endif

namespace rxros2::detail
{

/// Names it in the replay's report, if this thread is in one.
inline bool report_in_replay([[maybe_unused]] const std::string & what)
{
#if __has_include("rclcpp/virtual_time.hpp")
  if (const auto * const time = rclcpp::VirtualTime::current()) {
    time->world().unrepeatable(what);
    return true;
  }
#endif
  return false;
}

/// In a replay std::system_error (operation_not_supported) for a device, which is reported; a
/// regular file is as good there. `what`: "from_device".
inline void refuse_in_replay(const std::string & what, const std::string & path)
{
  struct stat status;
  if (::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode)) {
    return;
  }
  if (report_in_replay(what + ": '" + path + "' is not of the replay, which has no devices")) {
    throw std::system_error(
      std::make_error_code(std::errc::operation_not_supported),
      what + ": a replay has no device '" + path + "'");
  }
}

}  // namespace rxros2::detail

#endif  // REPLAYED_HPP_
