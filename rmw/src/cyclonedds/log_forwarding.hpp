// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Forwards Cyclone's log lines to rmw::log.

#ifndef CYCLONEDDS__LOG_FORWARDING_HPP_
#define CYCLONEDDS__LOG_FORWARDING_HPP_

#include <string>
#include <string_view>

namespace rmw::detail
{

/// Sends Cyclone's warnings and errors to rmw::log from now on. LogLimit limits their number, since
/// peers can provoke them. Idempotent, thread-safe.
void forward_log();

/// Collects Cyclone's log lines of this thread while it exists; they are not logged.
class LogCapture
{
public:
  LogCapture();
  ~LogCapture();
  LogCapture(const LogCapture &) = delete;
  LogCapture & operator=(const LogCapture &) = delete;

  /// Returns the lines so far, joined by "; ".
  const std::string & text() const { return text_; }

  void add(std::string_view line);

private:
  std::string text_;
  LogCapture * outer_;
};

}  // namespace rmw::detail

#endif  // CYCLONEDDS__LOG_FORWARDING_HPP_
