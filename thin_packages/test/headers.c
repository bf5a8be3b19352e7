/* Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0 */
/* The headers that are C headers in ROS 2 can be used from C, and their constants are ROS 2's. */
#include "rcl/allocator.h"
#include "rcl/arguments.h"
#include "rcl/context.h"
#include "rcl/domain_id.h"
#include "rcl/error_handling.h"
#include "rcl/graph.h"
#include "rcl/guard_condition.h"
#include "rcl/logging_rosout.h"
#include "rcl/node.h"
#include "rcl/node_options.h"
#include "rcl/rcl.h"
#include "rcl/time.h"
#include "rcl/timer.h"
#include "rcl/types.h"
#include "rcl/validate_topic_name.h"
#include "rcl/wait.h"
#include "rcl_action/rcl_action.h"
#include "rcl_action/wait.h"
#include "rcl_yaml_param_parser/parser.h"
#include "rmw/error_handling.h"
#include "rmw/events_statuses/events_statuses.h"
#include "rmw/qos_policy_kind.h"
#include "rmw/qos_profiles.h"
#include "rmw/qos_string_conversions.h"
#include "rmw/rmw.h"
#include "rmw/serialized_message.h"
#include "rmw/time.h"
#include "rmw/types.h"
#include "rosidl_runtime_c/type_hash.h"

_Static_assert(RCL_CLOCK_UNINITIALIZED == 0, "");
_Static_assert(RCL_ROS_TIME == 1 && RCL_SYSTEM_TIME == 2 && RCL_STEADY_TIME == 3, "");
_Static_assert(RCL_ROS_TIME_NO_CHANGE == 1 && RCL_SYSTEM_TIME_NO_CHANGE == 4, "");
_Static_assert(RCL_MS_TO_NS(2) == 2000000 && RCL_NS_TO_S(3000000000LL) == 3, "");
_Static_assert(RCL_RET_OK == 0 && RCL_RET_INVALID_ARGUMENT == 11, "");
_Static_assert(RCL_RET_TIMER_CANCELED == 801 && RCL_RET_INVALID_ROS_ARGS == 1003, "");
_Static_assert(
  RCL_RET_ACTION_NAME_INVALID == 2000 && RCL_RET_ACTION_GOAL_EVENT_INVALID == 2301, "");
_Static_assert(sizeof(rcl_action_goal_info_t) == UUID_SIZE + 8 && GOAL_STATE_ABORTED == 6, "");
_Static_assert(sizeof(RCL_ROS_ARGS_FLAG) == sizeof("--ros-args"), "");
_Static_assert(
  sizeof(rosidl_type_hash_t) == 33 &&
    sizeof(rcl_serialized_message_t) == sizeof(rcutils_uint8_array_t),
  "");
_Static_assert(RCL_DEFAULT_DOMAIN_ID == SIZE_MAX, "");

int main(void)
{
  const rmw_qos_profile_t sensor_data = rmw_qos_profile_sensor_data;
  const rcl_timer_call_info_t call = {1, 2};
  return sensor_data.depth == 5 && call.actual_call_time == 2 ? 0 : 1;
}
