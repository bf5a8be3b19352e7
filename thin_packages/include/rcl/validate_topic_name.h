/* Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0 */
/* Validation of topic names. librclcpp defines the functions. */
#ifndef RCL__VALIDATE_TOPIC_NAME_H_
#define RCL__VALIDATE_TOPIC_NAME_H_

#include <stddef.h>

#include "rcl/types.h"

#ifdef __cplusplus
extern "C" {
#endif

#define RCL_TOPIC_NAME_VALID 0
#define RCL_TOPIC_NAME_INVALID_IS_EMPTY_STRING 1
#define RCL_TOPIC_NAME_INVALID_ENDS_WITH_FORWARD_SLASH 2
#define RCL_TOPIC_NAME_INVALID_CONTAINS_UNALLOWED_CHARACTERS 3
#define RCL_TOPIC_NAME_INVALID_NAME_TOKEN_STARTS_WITH_NUMBER 4
#define RCL_TOPIC_NAME_INVALID_UNMATCHED_CURLY_BRACE 5
#define RCL_TOPIC_NAME_INVALID_MISPLACED_TILDE 6
#define RCL_TOPIC_NAME_INVALID_TILDE_NOT_FOLLOWED_BY_FORWARD_SLASH 7
#define RCL_TOPIC_NAME_INVALID_SUBSTITUTION_CONTAINS_UNALLOWED_CHARACTERS 8
#define RCL_TOPIC_NAME_INVALID_SUBSTITUTION_STARTS_WITH_NUMBER 9

/* Validates a name as programs write it, before expansion: "chatter", "~/x", "{node}/x". Writes the
 * result to *validation_result (RCL_TOPIC_NAME_…), and the position of an error to *invalid_index
 * unless that is null. Returns RCL_RET_INVALID_ARGUMENT only for null pointers, not for an invalid
 * name. */
rcl_ret_t rcl_validate_topic_name(
  const char * topic_name, int * validation_result, size_t * invalid_index);

/* Validates the first `topic_name_length` characters. */
rcl_ret_t rcl_validate_topic_name_with_size(
  const char * topic_name, size_t topic_name_length, int * validation_result,
  size_t * invalid_index);

/* Returns the text of a result; null for RCL_TOPIC_NAME_VALID. Do not free it. */
const char * rcl_topic_name_validation_result_string(int validation_result);

#ifdef __cplusplus
}
#endif

#endif /* RCL__VALIDATE_TOPIC_NAME_H_ */
