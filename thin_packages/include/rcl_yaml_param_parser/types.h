/* Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0 */
/* The parameters of nodes as C structs. */
#ifndef RCL_YAML_PARAM_PARSER__TYPES_H_
#define RCL_YAML_PARAM_PARSER__TYPES_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rcutils/allocator.h"
#include "rcutils/types/string_array.h"

/* The value of a parameter of type BOOL_ARRAY. */
typedef struct rcl_bool_array_s
{
  bool * values; /* the items */
  size_t size;   /* the number of items */
} rcl_bool_array_t;

/* The value of a parameter of type INTEGER_ARRAY. */
typedef struct rcl_int64_array_s
{
  int64_t * values; /* the items */
  size_t size;      /* the number of items */
} rcl_int64_array_t;

/* The value of a parameter of type DOUBLE_ARRAY. */
typedef struct rcl_double_array_s
{
  double * values; /* the items */
  size_t size;     /* the number of items */
} rcl_double_array_t;

/* The value of a parameter of type BYTE_ARRAY. */
typedef struct rcl_byte_array_s
{
  uint8_t * values; /* the items */
  size_t size;      /* the number of items */
} rcl_byte_array_t;

/* The value of a parameter: the pointer of its type is set, all others are null. All are null for
 * a parameter that is not set. */
typedef struct rcl_variant_s
{
  bool * bool_value;                           /* set for BOOL */
  int64_t * integer_value;                     /* set for INTEGER */
  double * double_value;                       /* set for DOUBLE */
  char * string_value;                         /* set for STRING; ends with a null byte */
  rcl_byte_array_t * byte_array_value;         /* set for BYTE_ARRAY */
  rcl_bool_array_t * bool_array_value;         /* set for BOOL_ARRAY */
  rcl_int64_array_t * integer_array_value;     /* set for INTEGER_ARRAY */
  rcl_double_array_t * double_array_value;     /* set for DOUBLE_ARRAY */
  rcutils_string_array_t * string_array_value; /* set for STRING_ARRAY */
} rcl_variant_t;

/* The parameters of one node, in two arrays of the same order. */
typedef struct rcl_node_params_s
{
  char ** parameter_names;          /* the names, with dots between their parts */
  rcl_variant_t * parameter_values; /* the values, in the order of the names */
  size_t num_params;                /* the number of parameters */
  size_t capacity_params;           /* the length of the two arrays */
} rcl_node_params_t;

/* The parameters of all nodes in a parameter file, in two arrays of the same order. */
typedef struct rcl_params_s
{
  char ** node_names;            /* fully qualified names, which may have wildcards */
  rcl_node_params_t * params;    /* the parameters, in the order of the names */
  size_t num_nodes;              /* the number of nodes */
  size_t capacity_nodes;         /* the length of the two arrays */
  rcutils_allocator_t allocator; /* owns all memory of the structs */
} rcl_params_t;

#endif /* RCL_YAML_PARAM_PARSER__TYPES_H_ */
