/* Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0 */
/* Parameter files as C structs, for programs that pass them on; rclcpp::parameter_map_from() makes
 * parameters of them. Defined in librclcpp. A struct may be used by one thread at a time. */
#ifndef RCL_YAML_PARAM_PARSER__PARSER_H_
#define RCL_YAML_PARAM_PARSER__PARSER_H_

#include "rcl_yaml_param_parser/types.h"
#include "rcutils/types/rcutils_ret.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Without nodes, with room for some. Null if there is no memory or the allocator is not valid. The
 * caller gives it to rcl_yaml_node_struct_fini(). */
rcl_params_t * rcl_yaml_node_struct_init(rcutils_allocator_t allocator);

/* With room for `capacity` nodes. */
rcl_params_t * rcl_yaml_node_struct_init_with_capacity(
  size_t capacity, rcutils_allocator_t allocator);

/* Makes room for `new_capacity` nodes. RCUTILS_RET_INVALID_ARGUMENT if these are less than it has,
 * RCUTILS_RET_BAD_ALLOC. */
rcutils_ret_t rcl_yaml_node_struct_reallocate(
  rcl_params_t * params_st, size_t new_capacity, rcutils_allocator_t allocator);

/* A copy with memory of its own, by the same allocator; null if there is none. */
rcl_params_t * rcl_yaml_node_struct_copy(const rcl_params_t * params_st);

/* Frees the struct and all that it points to; null is nothing. */
void rcl_yaml_node_struct_fini(rcl_params_t * params_st);

/* Adds what the file says, over what is there. Node names get their leading slash. False if it
 * cannot be read or is no parameter file, and then nothing is added; rcutils_get_error_string()
 * names file, line and column. */
bool rcl_parse_yaml_file(const char * file_path, rcl_params_t * params_st);

/* Sets one parameter to a value written as after `-p name:=`. */
bool rcl_parse_yaml_value(
  const char * node_name, const char * param_name, const char * yaml_value,
  rcl_params_t * params_st);

/* The value of a parameter, made without one if it is not there; valid until the next change. Null
 * for arguments that are null, or without memory. The leading slash of the node may be left out. */
rcl_variant_t * rcl_yaml_node_struct_get(
  const char * node_name, const char * param_name, rcl_params_t * params_st);

/* Writes all to stdout, for people. */
void rcl_yaml_node_struct_print(const rcl_params_t * params_st);

#ifdef __cplusplus
}
#endif

#endif /* RCL_YAML_PARAM_PARSER__PARSER_H_ */
