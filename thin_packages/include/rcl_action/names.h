/* Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0 */
/* The names of an action's services and topics. */
#ifndef RCL_ACTION__NAMES_H_
#define RCL_ACTION__NAMES_H_

#include <stddef.h>

#include "rcl/allocator.h"
#include "rcl_action/types.h"
#include "rcutils/format_string.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Sets *result, which must be null, to the joined name; the caller frees it with the allocator.
 * Returns RCL_RET_INVALID_ARGUMENT for null pointers, RCL_RET_ACTION_NAME_INVALID for an empty
 * name, RCL_RET_BAD_ALLOC. */
static inline rcl_ret_t rcl_action_join_name_(
  const char * action_name, const char * suffix, rcl_allocator_t allocator, char ** result)
{
  if (action_name == NULL || result == NULL || *result != NULL) {
    return RCL_RET_INVALID_ARGUMENT;
  }
  if (action_name[0] == '\0') {
    return RCL_RET_ACTION_NAME_INVALID;
  }
  *result = rcutils_format_string(allocator, "%s/_action/%s", action_name, suffix);
  return *result == NULL ? RCL_RET_BAD_ALLOC : RCL_RET_OK;
}

static inline rcl_ret_t rcl_action_get_goal_service_name(
  const char * action_name, rcl_allocator_t allocator, char ** goal_service_name)
{
  return rcl_action_join_name_(action_name, "send_goal", allocator, goal_service_name);
}
static inline rcl_ret_t rcl_action_get_cancel_service_name(
  const char * action_name, rcl_allocator_t allocator, char ** cancel_service_name)
{
  return rcl_action_join_name_(action_name, "cancel_goal", allocator, cancel_service_name);
}
static inline rcl_ret_t rcl_action_get_result_service_name(
  const char * action_name, rcl_allocator_t allocator, char ** result_service_name)
{
  return rcl_action_join_name_(action_name, "get_result", allocator, result_service_name);
}
static inline rcl_ret_t rcl_action_get_feedback_topic_name(
  const char * action_name, rcl_allocator_t allocator, char ** feedback_topic_name)
{
  return rcl_action_join_name_(action_name, "feedback", allocator, feedback_topic_name);
}
static inline rcl_ret_t rcl_action_get_status_topic_name(
  const char * action_name, rcl_allocator_t allocator, char ** status_topic_name)
{
  return rcl_action_join_name_(action_name, "status", allocator, status_topic_name);
}

#ifdef __cplusplus
}
#endif

#endif /* RCL_ACTION__NAMES_H_ */
