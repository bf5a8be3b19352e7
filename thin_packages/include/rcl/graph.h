/* Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0 */
/* Graph queries by node handle, for tests; rclcpp::Node has all others. librclcpp defines the
 * functions. */
#ifndef RCL__GRAPH_H_
#define RCL__GRAPH_H_

#include "rcl/allocator.h"
#include "rcl/node.h"
#include "rcl/types.h"
#include "rcutils/time.h"
#include "rcutils/types.h"
#include "rmw/names_and_types.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef rmw_names_and_types_t rcl_names_and_types_t;
#define rcl_get_zero_initialized_names_and_types rmw_get_zero_initialized_names_and_types
/* Call rmw's functions of the same names. */
rcl_ret_t rcl_names_and_types_init(
  rcl_names_and_types_t * names_and_types, size_t size, rcl_allocator_t * allocator);
rcl_ret_t rcl_names_and_types_fini(rcl_names_and_types_t * names_and_types);

/* Count the publishers or subscriptions of a topic in all nodes. `topic_name` is fully qualified.
 * Return RCL_RET_NODE_INVALID for a null handle, RCL_RET_INVALID_ARGUMENT for other null pointers,
 * RCL_RET_ERROR for an invalid name. */
rcl_ret_t rcl_count_publishers(const rcl_node_t * node, const char * topic_name, size_t * count);
rcl_ret_t rcl_count_subscribers(const rcl_node_t * node, const char * topic_name, size_t * count);

/* Wait until the topic has that many; `timeout` is in ns, negative means for ever. Return
 * RCL_RET_OK and set *success, or return RCL_RET_TIMEOUT, also when the context shuts down. The
 * allocator is not used. */
rcl_ret_t rcl_wait_for_publishers(
  const rcl_node_t * node, rcl_allocator_t * allocator, const char * topic_name,
  size_t expected_count, rcutils_duration_value_t timeout, bool * success);
rcl_ret_t rcl_wait_for_subscribers(
  const rcl_node_t * node, rcl_allocator_t * allocator, const char * topic_name,
  size_t expected_count, rcutils_duration_value_t timeout, bool * success);

#ifdef __cplusplus
}
#endif

#endif /* RCL__GRAPH_H_ */
