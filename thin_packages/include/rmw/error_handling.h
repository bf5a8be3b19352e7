/* Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0 */
/* The error state of this thread under rmw's names. */
#ifndef RMW__ERROR_HANDLING_H_
#define RMW__ERROR_HANDLING_H_

#include "rcutils/error_handling.h"

typedef rcutils_error_state_t rmw_error_state_t;
typedef rcutils_error_string_t rmw_error_string_t;

#define rmw_set_error_state rcutils_set_error_state
#define rmw_error_is_set rcutils_error_is_set
#define rmw_get_error_state rcutils_get_error_state
#define rmw_get_error_string rcutils_get_error_string
#define rmw_reset_error rcutils_reset_error

#define RMW_SET_ERROR_MSG(message) RCUTILS_SET_ERROR_MSG(message)
#define RMW_SET_ERROR_MSG_WITH_FORMAT_STRING(format, ...) \
  RCUTILS_SET_ERROR_MSG_WITH_FORMAT_STRING(format, __VA_ARGS__)
#define RMW_CHECK_ARGUMENT_FOR_NULL(argument, return_value) \
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(argument, return_value)
#define RMW_CHECK_FOR_NULL_WITH_MSG(value, message, statement) \
  RCUTILS_CHECK_FOR_NULL_WITH_MSG(value, message, statement)

#endif /* RMW__ERROR_HANDLING_H_ */
