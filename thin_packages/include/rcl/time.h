// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The plain time types of ROS 2's rcl that rclcpp's Time, Duration and Clock use in their API, and
// the handle of a Clock. librclcpp defines the functions.
#ifndef RCL__TIME_H_
#define RCL__TIME_H_

#include <stdbool.h>
#include <stdint.h>

#include "rcl/types.h"

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

/// The source of a clock's time.
typedef enum rcl_clock_type_e
{
  RCL_CLOCK_UNINITIALIZED = 0,
  /// Simulated time from /clock while use_sim_time is true, else system time.
  RCL_ROS_TIME,
  /// CLOCK_REALTIME
  RCL_SYSTEM_TIME,
  /// CLOCK_MONOTONIC
  RCL_STEADY_TIME
} rcl_clock_type_t;

/// A difference of two time points of one clock.
typedef struct rcl_duration_s
{
  rcl_duration_value_t nanoseconds;  ///< may be negative
} rcl_duration_t;

/// A time together with the kind of clock that it belongs to.
typedef struct rcl_time_point_s
{
  rcl_time_point_value_t nanoseconds;  ///< since the epoch of the clock
  rcl_clock_type_t clock_type;         ///< times of different clock types cannot be compared
} rcl_time_point_t;

/// Says whether a jump changed the source of a clock's time, and to which one.
typedef enum rcl_clock_change_e
{
  RCL_ROS_TIME_NO_CHANGE = 1,
  RCL_ROS_TIME_ACTIVATED = 2,
  RCL_ROS_TIME_DEACTIVATED = 3,
  RCL_SYSTEM_TIME_NO_CHANGE = 4
} rcl_clock_change_t;

/// A jump of a clock, as its jump callbacks get it.
typedef struct rcl_time_jump_s
{
  rcl_clock_change_t clock_change;  ///< the change of the time source, if any
  rcl_duration_t delta;  ///< the new time minus the old time; negative for a jump backward
} rcl_time_jump_t;

/// Says which jumps of a clock its jump callback is called for.
typedef struct rcl_jump_threshold_s
{
  bool on_clock_change;         ///< true: call for each change of the time source
  rcl_duration_t min_forward;   ///< the smallest jump forward to call for; 0: none
  rcl_duration_t min_backward;  ///< the smallest jump backward, as a negative value; 0: none
} rcl_jump_threshold_t;

/// The handle of a rclcpp::Clock; lives as long as the clock. Programs such as tests use it to
/// simulate the time of a clock without a time source.
typedef struct rcl_clock_s
{
  rcl_clock_type_t type;  ///< the source of its time
  /// The implementation of the rclcpp::Clock.
  void * data;
} rcl_clock_t;

/// Read and override the time. These functions are thread-safe and call the clock's jump callbacks
/// on the calling thread. They return RCL_RET_INVALID_ARGUMENT for a null pointer, and
/// RCL_RET_ERROR for a clock without time (RCL_CLOCK_UNINITIALIZED) or without override: only the
/// type RCL_ROS_TIME supports it.
rcl_ret_t rcl_clock_get_now(rcl_clock_t * clock, rcl_time_point_value_t * time_point_value);
rcl_ret_t rcl_enable_ros_time_override(rcl_clock_t * clock);
rcl_ret_t rcl_disable_ros_time_override(rcl_clock_t * clock);
rcl_ret_t rcl_is_enabled_ros_time_override(rcl_clock_t * clock, bool * is_enabled);
/// Sets the time that the clock shows while it is overridden.
rcl_ret_t rcl_set_ros_time_override(rcl_clock_t * clock, rcl_time_point_value_t time_value);

#ifdef __cplusplus
}
#endif

#endif  // RCL__TIME_H_
