// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The lists of names and types of rmw and rcl.
#include "rmw/names_and_types.h"

#include <cstddef>

#include "rcl/error_handling.h"
#include "rcl/graph.h"

rmw_ret_t rmw_names_and_types_init(
  rmw_names_and_types_t * names_and_types, std::size_t size, rcutils_allocator_t * allocator)
{
  RCL_CHECK_ARGUMENT_FOR_NULL(names_and_types, RMW_RET_INVALID_ARGUMENT);
  RCL_CHECK_ARGUMENT_FOR_NULL(allocator, RMW_RET_INVALID_ARGUMENT);
  if (names_and_types->names.size != 0 || names_and_types->types) {
    RCL_SET_ERROR_MSG("the list has names already; expected a zero-initialized one");
    return RMW_RET_INVALID_ARGUMENT;
  }
  if (rcutils_string_array_init(&names_and_types->names, size, allocator) != RCUTILS_RET_OK) {
    return RMW_RET_BAD_ALLOC;
  }
  if (size == 0) {
    return RMW_RET_OK;
  }
  names_and_types->types = static_cast<rcutils_string_array_t *>(
    allocator->zero_allocate(size, sizeof(rcutils_string_array_t), allocator->state));
  if (!names_and_types->types) {
    (void)rmw_names_and_types_fini(names_and_types);
    RCL_SET_ERROR_MSG("no memory for the types of a list of names");
    return RMW_RET_BAD_ALLOC;
  }
  return RMW_RET_OK;
}

rmw_ret_t rmw_names_and_types_fini(rmw_names_and_types_t * names_and_types)
{
  RCL_CHECK_ARGUMENT_FOR_NULL(names_and_types, RMW_RET_INVALID_ARGUMENT);
  const rcutils_allocator_t allocator = names_and_types->names.allocator;
  bool freed = true;
  if (names_and_types->types) {
    for (std::size_t i = 0; i < names_and_types->names.size; ++i) {
      freed &= rcutils_string_array_fini(&names_and_types->types[i]) == RCUTILS_RET_OK;
    }
    allocator.deallocate(names_and_types->types, allocator.state);
    names_and_types->types = nullptr;
  }
  freed &= rcutils_string_array_fini(&names_and_types->names) == RCUTILS_RET_OK;
  return freed ? RMW_RET_OK : RMW_RET_ERROR;
}

rcl_ret_t rcl_names_and_types_init(
  rcl_names_and_types_t * names_and_types, std::size_t size, rcl_allocator_t * allocator)
{
  return rmw_names_and_types_init(names_and_types, size, allocator);
}

rcl_ret_t rcl_names_and_types_fini(rcl_names_and_types_t * names_and_types)
{
  return rmw_names_and_types_fini(names_and_types);
}
