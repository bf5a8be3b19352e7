/* Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0 */
/* The C handle of a rclcpp node, and the functions for it that public programs use. librclcpp
 * defines them. */
#ifndef RCL__NODE_H_
#define RCL__NODE_H_

#include <stdbool.h>
#include <stddef.h>

#include "rcl/allocator.h"
#include "rcl/node_options.h"
#include "rcl/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The handle that NodeBaseInterface::get_rcl_node_handle() returns; it lives as long as the
 * node. */
typedef struct rcl_node_s
{
  void * data; /* the rclcpp::node_interfaces::NodeBaseInterface */
} rcl_node_t;

static inline rcl_node_t rcl_get_zero_initialized_node(void)
{
  rcl_node_t node = {NULL};  // NOLINT(modernize-use-nullptr): C
  return node;
}

/* Returns true if it is the handle of a node whose context is valid. */
bool rcl_node_is_valid(const rcl_node_t * node);

/* Return null for a null handle. The texts live as long as the node. */
const char * rcl_node_get_name(const rcl_node_t * node);
const char * rcl_node_get_namespace(const rcl_node_t * node);
const char * rcl_node_get_fully_qualified_name(const rcl_node_t * node);

/* Returns RCL_RET_NODE_INVALID for a null handle. */
rcl_ret_t rcl_node_get_domain_id(const rcl_node_t * node, size_t * domain_id);

#ifdef __cplusplus
}
#endif

#endif /* RCL__NODE_H_ */
