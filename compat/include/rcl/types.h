/* Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0 */
/* The C struct behind rclcpp::SerializedMessage, and error codes, under the names that ROS 2 programs use. */
#ifndef RCL__TYPES_H_
#define RCL__TYPES_H_

#include <stddef.h>
#include <stdint.h>

#include "rmw/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Bytes on the heap (malloc), of which `buffer_length` are used. */
typedef struct rcl_serialized_message_s
{
  uint8_t * buffer;
  size_t buffer_length;
  size_t buffer_capacity;
} rcl_serialized_message_t;

typedef rcl_serialized_message_t rmw_serialized_message_t;

/* What rclcpp's exceptions carry in `ret` (exceptions::RCLErrorBase). */
typedef rmw_ret_t rcl_ret_t;
#define RCL_RET_OK RMW_RET_OK
#define RCL_RET_ERROR RMW_RET_ERROR
#define RCL_RET_TIMEOUT RMW_RET_TIMEOUT
#define RCL_RET_UNSUPPORTED RMW_RET_UNSUPPORTED
#define RCL_RET_BAD_ALLOC RMW_RET_BAD_ALLOC
#define RCL_RET_INVALID_ARGUMENT RMW_RET_INVALID_ARGUMENT
#define RCL_RET_INVALID_ROS_ARGS 1003

#ifdef __cplusplus
}
#endif

#endif  /* RCL__TYPES_H_ */
