/* Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0 */
/* A list of names with their types. */
#ifndef RMW__NAMES_AND_TYPES_H_
#define RMW__NAMES_AND_TYPES_H_

#include <stddef.h>

#include "rcutils/allocator.h"
#include "rcutils/types.h"
#include "rmw/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The names of topics or services, each with a list of its types. */
typedef struct rmw_names_and_types_s
{
  rcutils_string_array_t names;   /* fully qualified */
  rcutils_string_array_t * types; /* an array with one list of types for each name */
} rmw_names_and_types_t;

static inline rmw_names_and_types_t rmw_get_zero_initialized_names_and_types(void)
{
  rmw_names_and_types_t empty;
  empty.names = rcutils_get_zero_initialized_string_array();
  empty.types = NULL;  // NOLINT(modernize-use-nullptr): C
  return empty;
}

/* Initialises a list. Returns RMW_RET_INVALID_ARGUMENT if a pointer is null or the list has
 * names. */
rmw_ret_t rmw_names_and_types_init(
  rmw_names_and_types_t * names_and_types, size_t size, rcutils_allocator_t * allocator);
/* Frees the list with its allocator. */
rmw_ret_t rmw_names_and_types_fini(rmw_names_and_types_t * names_and_types);

#ifdef __cplusplus
}
#endif

#endif /* RMW__NAMES_AND_TYPES_H_ */
