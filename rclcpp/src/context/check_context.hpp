// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tests whether entities may still be created; for publishers, subscriptions, clients and services.
#ifndef CONTEXT__CHECK_CONTEXT_HPP_
#define CONTEXT__CHECK_CONTEXT_HPP_

#include <string>

#include "rclcpp/context.hpp"
#include "rclcpp/exceptions/exceptions.hpp"
#include "rclcpp/node_interfaces/node_base_interface.hpp"
#include "rmw/fork.hpp"

namespace rclcpp::detail
{

/// Throws exceptions::RCLError if the node's context was shut down (unless by a signal), or if the
/// node belongs to the parent of this forked process. `entity` is a text such as "topic '/scan'".
inline void check_context(node_interfaces::NodeBaseInterface & node, const std::string & entity)
{
  if (rmw::is_forked_copy()) {
    throw exceptions::RCLError(
      entity + ": " +
      rmw::fork_error_text(std::string("node '") + node.get_fully_qualified_name() + "'"));
  }
  if (!node.get_context()->accepts_entities()) {
    throw exceptions::RCLError(
      entity + ": the context of node '" + node.get_fully_qualified_name() + "' was shut down");
  }
}

}  // namespace rclcpp::detail

#endif  // CONTEXT__CHECK_CONTEXT_HPP_
