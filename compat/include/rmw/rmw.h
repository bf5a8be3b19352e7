/* Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0 */
/* The functions of rmw that public programs call: messages as bytes, and what this middleware is.
 * Defined in librclcpp. */
#ifndef RMW__RMW_H_
#define RMW__RMW_H_

#include "rmw/serialized_message.h"
#include "rmw/types.h"
#include "rosidl_runtime_c/message_type_support_struct.h"

#ifdef __cplusplus
extern "C" {
#endif

/* "rmw_cyclonedds_cpp": what speaks on the wire as this library does. */
const char * rmw_get_implementation_identifier(void);

/* "cdr". */
const char * rmw_get_serialization_format(void);

/* The C++ struct `ros_message`, whose type `type_support` names, as CDR with its header; makes room
 * if there is too little. `serialized_message` must have been initialised. Else, and on null,
 * RMW_RET_INVALID_ARGUMENT; RMW_RET_ERROR if a string or sequence exceeds its bound;
 * RMW_RET_BAD_ALLOC. rmw_get_error_string() says more. Any thread. */
rmw_ret_t rmw_serialize(
  const void * ros_message, const rosidl_message_type_support_t * type_support,
  rmw_serialized_message_t * serialized_message);

/* The way back. RMW_RET_ERROR if the bytes are no such message. */
rmw_ret_t rmw_deserialize(
  const rmw_serialized_message_t * serialized_message,
  const rosidl_message_type_support_t * type_support, void * ros_message);

#ifdef __cplusplus
}
#endif

#endif /* RMW__RMW_H_ */
