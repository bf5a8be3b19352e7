/* Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0 */
/* The levels of service introspection under rcl's names. */
#ifndef RCL__SERVICE_INTROSPECTION_H_
#define RCL__SERVICE_INTROSPECTION_H_

#ifdef __cplusplus
extern "C" {
#endif

/* The suffix of the service's name in the topic of its events. */
#define RCL_SERVICE_INTROSPECTION_TOPIC_POSTFIX "/_service_event"

typedef enum rcl_service_introspection_state_e
{
  RCL_SERVICE_INTROSPECTION_OFF,
  RCL_SERVICE_INTROSPECTION_METADATA, /* who, when, which request */
  RCL_SERVICE_INTROSPECTION_CONTENTS  /* and the request or response itself */
} rcl_service_introspection_state_t;

#ifdef __cplusplus
}
#endif

#endif /* RCL__SERVICE_INTROSPECTION_H_ */
