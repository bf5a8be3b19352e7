// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The data about a timer call for its callback.
#ifndef RCL__TIMER_H_
#define RCL__TIMER_H_

#include "rcl/time.h"

/// The times of a timer call, in ns of the timer's clock.
typedef struct rcl_timer_call_info_s
{
  rcl_time_point_value_t expected_call_time;  ///< when the call was due
  /// When the executor began the call; the difference is the latency.
  rcl_time_point_value_t actual_call_time;
} rcl_timer_call_info_t;

#endif  // RCL__TIMER_H_
