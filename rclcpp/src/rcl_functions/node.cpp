// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Implements rcl's queries by node handle with the interfaces of a rclcpp node.
#include "rcl/node.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <exception>
#include <memory>

#include "node/names.hpp"
#include "rcl/error_handling.h"
#include "rcl/graph.h"
#include "rclcpp/logger.hpp"
#include "rclcpp/node_interfaces/node_base_interface.hpp"
#include "rclcpp/node_interfaces/node_graph_interface.hpp"

namespace
{

using rclcpp::node_interfaces::NodeBaseInterface;
using rclcpp::node_interfaces::NodeGraphInterface;

NodeBaseInterface * base_of(const rcl_node_t * node)
{
  return node ? static_cast<NodeBaseInterface *>(node->data) : nullptr;
}

// Queries the graph as the node sees it. An exception becomes the error state of this thread, since
// C has no exceptions.
template <typename Question>
rcl_ret_t ask(
  const rcl_node_t * node, const char * topic_name, const void * answer, Question question)
{
  NodeBaseInterface * const base = base_of(node);
  if (!base) {
    RCL_SET_ERROR_MSG("the node is null");
    return RCL_RET_NODE_INVALID;
  }
  RCL_CHECK_ARGUMENT_FOR_NULL(topic_name, RCL_RET_INVALID_ARGUMENT);
  RCL_CHECK_ARGUMENT_FOR_NULL(answer, RCL_RET_INVALID_ARGUMENT);
  try {
    NodeGraphInterface graph(base->shared_from_this());
    return question(graph);
  } catch (const std::exception & error) {
    RCL_SET_ERROR_MSG(error.what());
    return RCL_RET_ERROR;
  }
}

using Count = std::size_t (NodeGraphInterface::*)(const std::string &) const;

rcl_ret_t wait_for(
  const rcl_node_t * node, const char * topic_name, Count count, std::size_t expected,
  rcutils_duration_value_t timeout, bool * success)
{
  return ask(node, topic_name, success, [&](NodeGraphInterface & graph) {
    using std::chrono::steady_clock;
    *success = false;
    const auto begin = steady_clock::now();
    const std::chrono::nanoseconds limit =
      timeout < 0 ? steady_clock::time_point::max() - begin : std::chrono::nanoseconds(timeout);
    const auto event = graph.get_graph_event();
    for (;;) {
      event->check_and_clear();
      if ((graph.*count)(topic_name) >= expected) {
        *success = true;
        return RCL_RET_OK;
      }
      const auto left = limit - (steady_clock::now() - begin);
      if (left <= left.zero() || !rcl_node_is_valid(node)) {
        return RCL_RET_TIMEOUT;
      }
      graph.wait_for_graph_change(event, left);
    }
  });
}

}  // namespace

bool rcl_node_is_valid(const rcl_node_t * node)
{
  NodeBaseInterface * const base = base_of(node);
  return base && base->get_context()->is_valid();
}

const char * rcl_node_get_name(const rcl_node_t * node)
{
  NodeBaseInterface * const base = base_of(node);
  return base ? base->get_name() : nullptr;
}

const char * rcl_node_get_namespace(const rcl_node_t * node)
{
  NodeBaseInterface * const base = base_of(node);
  return base ? base->get_namespace() : nullptr;
}

const char * rcl_node_get_fully_qualified_name(const rcl_node_t * node)
{
  NodeBaseInterface * const base = base_of(node);
  return base ? base->get_fully_qualified_name() : nullptr;
}

rcl_ret_t rcl_node_get_domain_id(const rcl_node_t * node, std::size_t * domain_id)
{
  NodeBaseInterface * const base = base_of(node);
  if (!base) {
    RCL_SET_ERROR_MSG("the node is null");
    return RCL_RET_NODE_INVALID;
  }
  RCL_CHECK_ARGUMENT_FOR_NULL(domain_id, RCL_RET_INVALID_ARGUMENT);
  *domain_id = base->get_context()->get_domain_id();
  return RCL_RET_OK;
}

rcl_ret_t rcl_count_publishers(
  const rcl_node_t * node, const char * topic_name, std::size_t * count)
{
  return ask(node, topic_name, count, [&](NodeGraphInterface & graph) {
    *count = graph.count_publishers(topic_name);
    return RCL_RET_OK;
  });
}

rcl_ret_t rcl_count_subscribers(
  const rcl_node_t * node, const char * topic_name, std::size_t * count)
{
  return ask(node, topic_name, count, [&](NodeGraphInterface & graph) {
    *count = graph.count_subscribers(topic_name);
    return RCL_RET_OK;
  });
}

rcl_ret_t rcl_wait_for_publishers(
  const rcl_node_t * node, rcl_allocator_t *, const char * topic_name, std::size_t expected_count,
  rcutils_duration_value_t timeout, bool * success)
{
  return wait_for(
    node, topic_name, &NodeGraphInterface::count_publishers, expected_count, timeout, success);
}

rcl_ret_t rcl_wait_for_subscribers(
  const rcl_node_t * node, rcl_allocator_t *, const char * topic_name, std::size_t expected_count,
  rcutils_duration_value_t timeout, bool * success)
{
  return wait_for(
    node, topic_name, &NodeGraphInterface::count_subscribers, expected_count, timeout, success);
}

namespace rclcpp
{

Logger get_node_logger(const rcl_node_t * node)
{
  const char * const name = rcl_node_get_fully_qualified_name(node);
  return get_logger(name ? detail::logger_name(name) : "rclcpp");
}

}  // namespace rclcpp
