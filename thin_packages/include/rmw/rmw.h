/* Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0 */
/* The functions of rmw that public programs call: serialization, and the name of the middleware.
 * librclcpp defines them. */
#ifndef RMW__RMW_H_
#define RMW__RMW_H_

#include "rmw/serialized_message.h"
#include "rmw/types.h"
#include "rosidl_runtime_c/message_type_support_struct.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Returns "rmw_cyclonedds_cpp" or "rmw_zenoh_cpp", the middleware with the same wire protocol. */
const char * rmw_get_implementation_identifier(void);

/* Returns "cdr". */
const char * rmw_get_serialization_format(void);

/* Encodes the C++ struct `ros_message` of the type `type_support` as CDR with its header; grows the
 * buffer if necessary. Returns RMW_RET_INVALID_ARGUMENT for null and if `serialized_message` is not
 * initialised, RMW_RET_ERROR if a string or sequence exceeds its bound, RMW_RET_BAD_ALLOC.
 * rmw_get_error_string() has the details. Thread-safe. */
rmw_ret_t rmw_serialize(
  const void * ros_message, const rosidl_message_type_support_t * type_support,
  rmw_serialized_message_t * serialized_message);

/* Decodes a message. Returns RMW_RET_ERROR if the bytes are not such a message. */
rmw_ret_t rmw_deserialize(
  const rmw_serialized_message_t * serialized_message,
  const rosidl_message_type_support_t * type_support, void * ros_message);

#ifdef __cplusplus
}
#endif

#endif /* RMW__RMW_H_ */
