// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The log hook of the middleware room; rclcpp sets it to its logger "rmw".

#ifndef RMW__LOG_HPP_
#define RMW__LOG_HPP_

#include <functional>
#include <string_view>

#include "rmw/types.h"

namespace rmw
{

/// Receives one line of text without newline. Called on any thread, including threads of the DDS
/// engine: it must not block, throw, or create or destroy endpoints.
using LogSink = std::function<void(rmw_log_severity_t severity, std::string_view message)>;

/// Replaces the sink of the process; an empty function restores the default (stderr, WARN and
/// above). Thread-safe. When it returns, no thread is in the old sink; therefore a sink must not
/// call it.
void set_log_sink(LogSink sink);

/// Logs one line: control characters in it are escaped. Thread safe. The sink may be a user's code,
/// so while this thread has DeferredNotifications the line waits until they end.
void log(rmw_log_severity_t severity, std::string_view text);

}  // namespace rmw

#endif  // RMW__LOG_HPP_
