/* Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0 */
/* The C struct behind rclcpp::SerializedMessage, under the names that ROS 2 programs use. */
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

#ifdef __cplusplus
}
#endif

#endif  /* RCL__TYPES_H_ */
