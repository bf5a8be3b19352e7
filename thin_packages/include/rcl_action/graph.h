/* Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0 */
/* The actions of the graph, as a node sees it. librclcpp_action defines the functions. */
#ifndef RCL_ACTION__GRAPH_H_
#define RCL_ACTION__GRAPH_H_

#include "rcl/allocator.h"
#include "rcl/graph.h"
#include "rcl/node.h"

#ifdef __cplusplus
extern "C" {
#endif

/* List actions by their feedback topics: servers publish on them, clients subscribe to them. The
 * result must be zero-initialized; rcl_names_and_types_fini() frees it. The allocator must live as
 * long. Return RCL_RET_NODE_INVALID for a null node, RCL_RET_INVALID_ARGUMENT for other null
 * pointers and for a result that is in use, RCL_RET_NODE_NAME_NON_EXISTENT if no node has that
 * name, RCL_RET_BAD_ALLOC, RCL_RET_ERROR. */
rcl_ret_t rcl_action_get_names_and_types(
  const rcl_node_t * node, rcl_allocator_t * allocator,
  rcl_names_and_types_t * action_names_and_types);
rcl_ret_t rcl_action_get_client_names_and_types_by_node(
  const rcl_node_t * node, rcl_allocator_t * allocator, const char * node_name,
  const char * node_namespace, rcl_names_and_types_t * action_names_and_types);
rcl_ret_t rcl_action_get_server_names_and_types_by_node(
  const rcl_node_t * node, rcl_allocator_t * allocator, const char * node_name,
  const char * node_namespace, rcl_names_and_types_t * action_names_and_types);

#ifdef __cplusplus
}
#endif

#endif /* RCL_ACTION__GRAPH_H_ */
