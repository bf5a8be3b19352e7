/* Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0 */
/* The error state of this thread, which C functions set: rcutils' functions under rcl's names. */
#ifndef RCL__ERROR_HANDLING_H_
#define RCL__ERROR_HANDLING_H_

#include "rcutils/error_handling.h"

typedef rcutils_error_state_t rcl_error_state_t;
typedef rcutils_error_string_t rcl_error_string_t;

#define rcl_set_error_state rcutils_set_error_state
#define rcl_error_is_set rcutils_error_is_set
#define rcl_get_error_state rcutils_get_error_state
#define rcl_get_error_string rcutils_get_error_string
#define rcl_reset_error rcutils_reset_error

#define RCL_SET_ERROR_MSG(message) RCUTILS_SET_ERROR_MSG(message)
#define RCL_SET_ERROR_MSG_WITH_FORMAT_STRING(format, ...) \
  RCUTILS_SET_ERROR_MSG_WITH_FORMAT_STRING(format, __VA_ARGS__)
#define RCL_CHECK_ARGUMENT_FOR_NULL(argument, return_value) \
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(argument, return_value)
#define RCL_CHECK_FOR_NULL_WITH_MSG(value, message, statement) \
  RCUTILS_CHECK_FOR_NULL_WITH_MSG(value, message, statement)

#endif /* RCL__ERROR_HANDLING_H_ */
