/* Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0 */
/* The options of rclcpp_action::create_server(). */
#ifndef RCL_ACTION__ACTION_SERVER_H_
#define RCL_ACTION__ACTION_SERVER_H_

#include "rcl/allocator.h"
#include "rcl/time.h"
#include "rcl_action/default_qos.h"
#include "rcl_action/types.h"
#include "rcutils/time.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The QoS of an action server's three services and two topics, and how long it keeps results. */
typedef struct rcl_action_server_options_s
{
  rmw_qos_profile_t goal_service_qos;   /* of the service that accepts or rejects goals */
  rmw_qos_profile_t cancel_service_qos; /* of the service that cancels goals */
  rmw_qos_profile_t result_service_qos; /* of the service that returns results */
  rmw_qos_profile_t feedback_topic_qos; /* of the feedback publisher */
  rmw_qos_profile_t status_topic_qos;   /* of the publisher of the goals' status */
  rcl_allocator_t allocator;            /* not used */
  /* The time after a goal's end for which its result is kept for late clients, in ns of the node's
   * clock. 0 and less: until the first client has fetched it, at most 10 s. */
  rcl_duration_t result_timeout;
} rcl_action_server_options_t;

static inline rcl_action_server_options_t rcl_action_server_get_default_options(void)
{
  rcl_action_server_options_t options;
  options.goal_service_qos = rmw_qos_profile_services_default;
  options.cancel_service_qos = rmw_qos_profile_services_default;
  options.result_service_qos = rmw_qos_profile_services_default;
  options.feedback_topic_qos = rmw_qos_profile_default;
  options.status_topic_qos = rcl_action_qos_profile_status_default;
  options.allocator = rcl_get_default_allocator();
  options.result_timeout.nanoseconds = RCUTILS_S_TO_NS(10LL);
  return options;
}

#ifdef __cplusplus
}
#endif

#endif /* RCL_ACTION__ACTION_SERVER_H_ */
