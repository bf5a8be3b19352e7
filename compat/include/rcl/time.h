// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The plain time types of ROS 2's rcl that rclcpp's Time, Duration and Clock show to programs.
#ifndef RCL__TIME_H_
#define RCL__TIME_H_

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define RCL_S_TO_NS(seconds) ((seconds) * (1000LL * 1000LL * 1000LL))
#define RCL_MS_TO_NS(milliseconds) ((milliseconds) * (1000LL * 1000LL))
#define RCL_US_TO_NS(microseconds) ((microseconds) * 1000LL)
#define RCL_NS_TO_S(nanoseconds) ((nanoseconds) / (1000LL * 1000LL * 1000LL))
#define RCL_NS_TO_MS(nanoseconds) ((nanoseconds) / (1000LL * 1000LL))
#define RCL_NS_TO_US(nanoseconds) ((nanoseconds) / 1000LL)

/// Nanoseconds since the epoch of the clock.
typedef int64_t rcl_time_point_value_t;
/// Nanoseconds.
typedef int64_t rcl_duration_value_t;

typedef enum rcl_clock_type_e {
  RCL_CLOCK_UNINITIALIZED = 0,
  /// /clock while use_sim_time is true, else system time.
  RCL_ROS_TIME,
  /// CLOCK_REALTIME
  RCL_SYSTEM_TIME,
  /// CLOCK_MONOTONIC
  RCL_STEADY_TIME
} rcl_clock_type_t;

typedef struct rcl_duration_s
{
  rcl_duration_value_t nanoseconds;
} rcl_duration_t;

typedef struct rcl_time_point_s
{
  rcl_time_point_value_t nanoseconds;
  rcl_clock_type_t clock_type;
} rcl_time_point_t;

typedef enum rcl_clock_change_e {
  RCL_ROS_TIME_NO_CHANGE = 1,
  RCL_ROS_TIME_ACTIVATED = 2,
  RCL_ROS_TIME_DEACTIVATED = 3,
  RCL_SYSTEM_TIME_NO_CHANGE = 4
} rcl_clock_change_t;

typedef struct rcl_time_jump_s
{
  rcl_clock_change_t clock_change;
  rcl_duration_t delta;
} rcl_time_jump_t;

/// When a jump callback is called: on a change of the source, or a jump of at least these sizes
/// (min_forward > 0, min_backward < 0; 0 = not for jumps in that direction).
typedef struct rcl_jump_threshold_s
{
  bool on_clock_change;
  rcl_duration_t min_forward;
  rcl_duration_t min_backward;
} rcl_jump_threshold_t;

#ifdef __cplusplus
}
#endif

#endif  // RCL__TIME_H_
