/* Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0 */
/* The hash of a type ("RIHS01_" and 64 hexadecimal digits) as bytes. librclcpp defines the
 * functions. */
#ifndef ROSIDL_RUNTIME_C__TYPE_HASH_H_
#define ROSIDL_RUNTIME_C__TYPE_HASH_H_

#include <stdint.h>

#include "rcutils/allocator.h"
#include "rcutils/types/rcutils_ret.h"

#ifdef __cplusplus
extern "C" {
#endif

#define ROSIDL_TYPE_HASH_VERSION_UNSET 0
#define ROSIDL_TYPE_HASH_SIZE 32

/* The hash of a message type's definition (ROS 2's RIHS). */
typedef struct rosidl_type_hash_s
{
  uint8_t version; /* 1 for RIHS01; ROSIDL_TYPE_HASH_VERSION_UNSET for no hash */
  uint8_t value[ROSIDL_TYPE_HASH_SIZE]; /* a SHA-256 digest for RIHS01 */
} rosidl_type_hash_t;

/* Returns a hash that is not set: all bytes are 0. */
rosidl_type_hash_t rosidl_get_zero_initialized_type_hash(void);

/* Writes the text of a hash, which the caller frees with `allocator`. Returns
 * RCUTILS_RET_INVALID_ARGUMENT, RCUTILS_RET_BAD_ALLOC. */
rcutils_ret_t rosidl_stringify_type_hash(
  const rosidl_type_hash_t * type_hash, rcutils_allocator_t allocator, char ** output_string);

/* Parses a hash. Returns RCUTILS_RET_INVALID_ARGUMENT if the text is not a hash of version 1. */
rcutils_ret_t rosidl_parse_type_hash_string(
  const char * type_hash_string, rosidl_type_hash_t * hash_out);

#ifdef __cplusplus
}
#endif

#endif /* ROSIDL_RUNTIME_C__TYPE_HASH_H_ */
