/* Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0 */
/* The C structs of states and transitions, from which rclcpp_lifecycle's State and Transition can
 * be created. RxROS2 has no state machine in C; rclcpp_lifecycle has its own. */
#ifndef RCL_LIFECYCLE__DATA_TYPES_H_
#define RCL_LIFECYCLE__DATA_TYPES_H_

#include <stdint.h>

#include "rcl/rcl.h"
#include "rcl_lifecycle/visibility_control.h"

#ifdef __cplusplus
extern "C" {
#endif

struct rcl_lifecycle_transition_s;
typedef struct rcl_lifecycle_transition_s rcl_lifecycle_transition_t;

/* A state of a managed node. The caller owns the memory. */
typedef struct rcl_lifecycle_state_s
{
  const char * label; /* the name, such as "inactive" */
  uint8_t id;         /* the number of the state in lifecycle_msgs/msg/State */
  rcl_lifecycle_transition_t * valid_transitions; /* an array of the transitions out of the state */
  unsigned int valid_transition_size;             /* the length of the array */
} rcl_lifecycle_state_t;

/* A transition between two states of a managed node. The caller owns the memory. */
struct rcl_lifecycle_transition_s
{
  const char * label;            /* the name, such as "activate" */
  unsigned int id;               /* the number of the transition in lifecycle_msgs/msg/Transition */
  rcl_lifecycle_state_t * start; /* the state before the transition; may be null */
  rcl_lifecycle_state_t * goal;  /* the state after the transition; may be null */
};

#ifdef __cplusplus
}
#endif

#endif /* RCL_LIFECYCLE__DATA_TYPES_H_ */
