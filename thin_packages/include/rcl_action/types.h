/* Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0 */
/* Goal ids and return codes of actions under rcl_action's names. */
#ifndef RCL_ACTION__TYPES_H_
#define RCL_ACTION__TYPES_H_

#include <string.h>

#include "action_msgs/msg/detail/goal_info__struct.h"
#include "action_msgs/msg/detail/goal_status__struct.h"
#include "rcl/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Jazzy's numbers. RxROS2 never returns them, but programs compare with them. */
#define RCL_RET_ACTION_NAME_INVALID 2000
#define RCL_RET_ACTION_GOAL_ACCEPTED 2100
#define RCL_RET_ACTION_GOAL_REJECTED 2101
#define RCL_RET_ACTION_CLIENT_INVALID 2102
#define RCL_RET_ACTION_CLIENT_TAKE_FAILED 2103
#define RCL_RET_ACTION_SERVER_INVALID 2200
#define RCL_RET_ACTION_SERVER_TAKE_FAILED 2201
#define RCL_RET_ACTION_GOAL_HANDLE_INVALID 2300
#define RCL_RET_ACTION_GOAL_EVENT_INVALID 2301

/* The size of a goal id in bytes. */
#define UUID_SIZE 16
#define uuidcmp(uuid0, uuid1) (memcmp(uuid0, uuid1, UUID_SIZE) == 0)

typedef action_msgs__msg__GoalInfo rcl_action_goal_info_t;
typedef action_msgs__msg__GoalStatus rcl_action_goal_status_t;

/* A value of action_msgs/msg/GoalStatus. */
typedef int8_t rcl_action_goal_state_t;
#define GOAL_STATE_UNKNOWN action_msgs__msg__GoalStatus__STATUS_UNKNOWN
#define GOAL_STATE_ACCEPTED action_msgs__msg__GoalStatus__STATUS_ACCEPTED
#define GOAL_STATE_EXECUTING action_msgs__msg__GoalStatus__STATUS_EXECUTING
#define GOAL_STATE_CANCELING action_msgs__msg__GoalStatus__STATUS_CANCELING
#define GOAL_STATE_SUCCEEDED action_msgs__msg__GoalStatus__STATUS_SUCCEEDED
#define GOAL_STATE_CANCELED action_msgs__msg__GoalStatus__STATUS_CANCELED
#define GOAL_STATE_ABORTED action_msgs__msg__GoalStatus__STATUS_ABORTED

static inline rcl_action_goal_info_t rcl_action_get_zero_initialized_goal_info(void)
{
  rcl_action_goal_info_t info;
  memset(&info, 0, sizeof info);
  return info;
}

#ifdef __cplusplus
}
#endif

#endif /* RCL_ACTION__TYPES_H_ */
