/* Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0 */
/* The C handles of guard conditions; waitables compare their addresses with those in a wait set.
 * librclcpp defines the functions. */
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

/* The handle of a guard condition; null until rcl_guard_condition_init(). */
typedef struct rcl_guard_condition_s
{
#ifdef __cplusplus
  rclcpp::GuardCondition * impl; /* the guard condition behind the handle */
#else
  void * impl; /* the guard condition behind the handle */
#endif
} rcl_guard_condition_t;

/* There are no options; the struct exists for source compatibility. */
typedef struct rcl_guard_condition_options_s
{
  char unused; /* C has no empty structs */
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

/* Creates a guard condition; the caller destroys it with rcl_guard_condition_fini(). Returns
 * RCL_RET_ALREADY_INIT unless the handle is zero-initialized, RCL_RET_INVALID_ARGUMENT for null,
 * RCL_RET_NOT_INIT for a context that is not valid. */
rcl_ret_t rcl_guard_condition_init(
  rcl_guard_condition_t * guard_condition, rcl_context_t * context,
  rcl_guard_condition_options_t options);

/* Destroys it and zeroes the handle. No waitable may still wait for it. Returns
 * RCL_RET_INVALID_ARGUMENT for null, and for the handle of a rclcpp::GuardCondition, which destroys
 * itself. */
rcl_ret_t rcl_guard_condition_fini(rcl_guard_condition_t * guard_condition);

/* Triggers it as rclcpp::GuardCondition::trigger(); thread-safe. Returns RCL_RET_INVALID_ARGUMENT
 * for null and for a handle that is not initialized. */
rcl_ret_t rcl_trigger_guard_condition(rcl_guard_condition_t * guard_condition);

#ifdef __cplusplus
}
#endif

#endif /* RCL__GUARD_CONDITION_H_ */
