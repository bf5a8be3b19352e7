/* Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0 */
/* The C handle of a rclcpp::Context. librclcpp defines the functions. */
#ifndef RCL__CONTEXT_H_
#define RCL__CONTEXT_H_

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The handle that Context::get_rcl_context() returns; it lives as long as the context. */
typedef struct rcl_context_s
{
  void * data; /* the rclcpp::Context */
} rcl_context_t;

/* Returns true for a context that is initialised and not shut down; false for null. */
bool rcl_context_is_valid(const rcl_context_t * context);

#ifdef __cplusplus
}
#endif

#endif /* RCL__CONTEXT_H_ */
