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

typedef struct rcl_lifecycle_state_s
{
  const char * label;
  uint8_t id;
  rcl_lifecycle_transition_t * valid_transitions;
  unsigned int valid_transition_size;
} rcl_lifecycle_state_t;

struct rcl_lifecycle_transition_s
{
  const char * label;
  unsigned int id;
  rcl_lifecycle_state_t * start;
  rcl_lifecycle_state_t * goal;
};

#ifdef __cplusplus
}
#endif

#endif /* RCL_LIFECYCLE__DATA_TYPES_H_ */
