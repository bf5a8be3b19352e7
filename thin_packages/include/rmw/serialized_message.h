/* Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0 */
/* A serialized message: rcutils' byte array under rmw's names. */
#ifndef RMW__SERIALIZED_MESSAGE_H_
#define RMW__SERIALIZED_MESSAGE_H_

#include "rcutils/types/uint8_array.h"

typedef rcutils_uint8_array_t rmw_serialized_message_t;

#define rmw_get_zero_initialized_serialized_message rcutils_get_zero_initialized_uint8_array
#define rmw_serialized_message_init(message, capacity, allocator) \
  rcutils_uint8_array_init(message, capacity, allocator)
#define rmw_serialized_message_fini(message) rcutils_uint8_array_fini(message)
#define rmw_serialized_message_resize(message, capacity) \
  rcutils_uint8_array_resize(message, capacity)

#endif /* RMW__SERIALIZED_MESSAGE_H_ */
