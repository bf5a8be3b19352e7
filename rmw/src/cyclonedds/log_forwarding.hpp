// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Cyclone's log lines turned into ours.

#ifndef CYCLONEDDS__LOG_FORWARDING_HPP_
#define CYCLONEDDS__LOG_FORWARDING_HPP_

#include <string>
#include <string_view>

namespace rmw::detail
{

/// Send Cyclone's warnings and errors to rmw::log from now on, as many as LogLimit lets pass, since
/// a peer can provoke them. Idempotent, thread safe.
void forward_log();

/// While it exists, what Cyclone logs on this thread is collected instead.
class LogCapture
{
public:
  LogCapture();
  ~LogCapture();
  LogCapture(const LogCapture &) = delete;
  LogCapture & operator=(const LogCapture &) = delete;

  /// The lines so far, joined by "; ".
  const std::string & text() const { return text_; }

  void add(std::string_view line);

private:
  std::string text_;
  LogCapture * outer_;
};

}  // namespace rmw::detail

#endif  // CYCLONEDDS__LOG_FORWARDING_HPP_
