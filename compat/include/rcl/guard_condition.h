/* Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0 */
/* Guard conditions under their C names; waitables compare their addresses with those in a wait set.
 * The functions are defined in librclcpp. */
#ifndef RCL__GUARD_CONDITION_H_
#define RCL__GUARD_CONDITION_H_

#include <stddef.h>

#include "rcl/context.h"
#include "rcl/types.h"

#ifdef __cplusplus
namespace rclcpp
{
class GuardCondition;
}

extern "C" {
#endif

/* `impl` is the rclcpp::GuardCondition behind the handle. */
typedef struct rcl_guard_condition_s
{
#ifdef __cplusplus
  rclcpp::GuardCondition * impl;
#else
  void * impl;
#endif
} rcl_guard_condition_t;

/* Nothing to choose; accepted for source compatibility. */
typedef struct rcl_guard_condition_options_s
{
  char unused;
} rcl_guard_condition_options_t;

static inline rcl_guard_condition_options_t rcl_guard_condition_get_default_options(void)
{
  rcl_guard_condition_options_t options = {0};
  return options;
}

static inline rcl_guard_condition_t rcl_get_zero_initialized_guard_condition(void)
{
  rcl_guard_condition_t guard_condition = {NULL};  // NOLINT(modernize-use-nullptr): C
  return guard_condition;
}

/* Makes a guard condition that the caller ends with rcl_guard_condition_fini(). The handle must be
 * zero-initialized, else RCL_RET_ALREADY_INIT; RCL_RET_INVALID_ARGUMENT for null,
 * RCL_RET_NOT_INIT for a context that is not valid. */
rcl_ret_t rcl_guard_condition_init(
  rcl_guard_condition_t * guard_condition, rcl_context_t * context,
  rcl_guard_condition_options_t options);

/* Ends it and zeroes the handle. No waitable may wait for it any longer. RCL_RET_INVALID_ARGUMENT
 * for null, and for the handle of a rclcpp::GuardCondition, which ends itself. */
rcl_ret_t rcl_guard_condition_fini(rcl_guard_condition_t * guard_condition);

/* As rclcpp::GuardCondition::trigger(), from any thread. RCL_RET_INVALID_ARGUMENT for null and for
 * a handle that is not initialized. */
rcl_ret_t rcl_trigger_guard_condition(rcl_guard_condition_t * guard_condition);

#ifdef __cplusplus
}
#endif

#endif /* RCL__GUARD_CONDITION_H_ */
