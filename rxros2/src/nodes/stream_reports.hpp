// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Reports of streams (unhandled errors, failed attempts, lost items) in the logs of their nodes.

#ifndef NODES__STREAM_REPORTS_HPP_
#define NODES__STREAM_REPORTS_HPP_

#include <string>

#include "rclcpp/logger.hpp"
#include "rxros2/nodes/detail/node_access.hpp"

namespace rxros2::detail
{

/// Returns the name of a node's logger.
std::string logger_name(const std::string & fully_qualified_name);
/// Returns the logger of a node.
rclcpp::Logger logger_of(const node_access & node);

/// Installs the handler that logs the reports of streams, unless the program has installed one of
/// its own. Only the first call has an effect. Thread-safe.
void log_stream_reports();

}  // namespace rxros2::detail

#endif  // NODES__STREAM_REPORTS_HPP_
