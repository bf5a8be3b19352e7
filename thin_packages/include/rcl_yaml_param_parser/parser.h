/* Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0 */
/* Parameter files as C structs; rclcpp::parameter_map_from() converts them to parameters. librclcpp
 * defines the functions. One thread at a time may use a struct. */
#ifndef RCL_YAML_PARAM_PARSER__PARSER_H_
#define RCL_YAML_PARAM_PARSER__PARSER_H_

#include "rcl_yaml_param_parser/types.h"
#include "rcutils/types/rcutils_ret.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Returns a struct without nodes, with space for some; null if there is no memory or the allocator
 * is not valid. The caller passes it to rcl_yaml_node_struct_fini(). */
rcl_params_t * rcl_yaml_node_struct_init(rcutils_allocator_t allocator);

/* Returns a struct with space for `capacity` nodes. */
rcl_params_t * rcl_yaml_node_struct_init_with_capacity(
  size_t capacity, rcutils_allocator_t allocator);

/* Reserves space for `new_capacity` nodes. Returns RCUTILS_RET_INVALID_ARGUMENT if that is less
 * than the number of nodes, RCUTILS_RET_BAD_ALLOC. */
rcutils_ret_t rcl_yaml_node_struct_reallocate(
  rcl_params_t * params_st, size_t new_capacity, rcutils_allocator_t allocator);

/* Returns a deep copy with the same allocator; null if there is no memory. */
rcl_params_t * rcl_yaml_node_struct_copy(const rcl_params_t * params_st);

/* Frees the struct and its content; does nothing for null. */
void rcl_yaml_node_struct_fini(rcl_params_t * params_st);

/* Adds the parameters of a file and replaces existing ones. Node names get a leading slash. Returns
 * false and changes nothing if it cannot be read or is not a parameter file;
 * rcutils_get_error_string() names file, line and column. */
bool rcl_parse_yaml_file(const char * file_path, rcl_params_t * params_st);

/* Sets one parameter to a value in the syntax of `-p name:=`. */
bool rcl_parse_yaml_value(
  const char * node_name, const char * param_name, const char * yaml_value,
  rcl_params_t * params_st);

/* Returns the value of a parameter, which is added without a value if it is missing; valid until
 * the next change. Returns null for null arguments, or without memory. The leading slash of the
 * node may be omitted. */
rcl_variant_t * rcl_yaml_node_struct_get(
  const char * node_name, const char * param_name, rcl_params_t * params_st);

/* Prints all parameters to stdout. */
void rcl_yaml_node_struct_print(const rcl_params_t * params_st);

#ifdef __cplusplus
}
#endif

#endif /* RCL_YAML_PARAM_PARSER__PARSER_H_ */
