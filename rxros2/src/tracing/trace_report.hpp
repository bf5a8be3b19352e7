// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// report_stages: reports the named stages to rxros2 view.

#ifndef TRACING__TRACE_REPORT_HPP_
#define TRACING__TRACE_REPORT_HPP_

namespace rxros2::detail
{

/// Creates the reporter of this process if it has none and rclcpp's default context is
/// initialized. Thread-safe.
void report_stages();

}  // namespace rxros2::detail

#endif  // TRACING__TRACE_REPORT_HPP_
