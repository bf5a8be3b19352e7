// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The handle of a guard condition under its C name; waitables compare its address with those in a
// wait set.
#ifndef RCL__GUARD_CONDITION_H_
#define RCL__GUARD_CONDITION_H_

namespace rclcpp
{
class GuardCondition;
}

/// `impl` is the rclcpp::GuardCondition that it belongs to.
typedef struct rcl_guard_condition_s
{
  rclcpp::GuardCondition * impl;
} rcl_guard_condition_t;

/// Nothing to choose; accepted for source compatibility.
typedef struct rcl_guard_condition_options_s
{
  char unused;
} rcl_guard_condition_options_t;

static inline rcl_guard_condition_options_t rcl_guard_condition_get_default_options(void)
{
  return rcl_guard_condition_options_t{0};
}

#endif  // RCL__GUARD_CONDITION_H_
