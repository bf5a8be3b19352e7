// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// create_generic_client: creates a generic action client and adds it to a node.
#ifndef RCLCPP_ACTION__CREATE_GENERIC_CLIENT_HPP_
#define RCLCPP_ACTION__CREATE_GENERIC_CLIENT_HPP_

#include <string>
#include <utility>

#include "rclcpp/callback_group.hpp"
#include "rclcpp/node_interfaces/node_waitables_interface.hpp"
#include "rclcpp_action/generic_client.hpp"

namespace rclcpp_action
{

/// Creates a client for an action type that is known by name. The caller owns it; the node does not
/// keep it alive. A null `group` means the node's default group. Throws as GenericClient's
/// constructor, std::runtime_error for a callback group of another node.
RCLCPP_ACTION_PUBLIC GenericClient::SharedPtr create_generic_client(
  rclcpp::node_interfaces::NodeBaseInterface::SharedPtr node_base_interface,
  rclcpp::node_interfaces::NodeGraphInterface::SharedPtr node_graph_interface,
  rclcpp::node_interfaces::NodeLoggingInterface::SharedPtr node_logging_interface,
  rclcpp::node_interfaces::NodeWaitablesInterface::SharedPtr node_waitables_interface,
  const std::string & name, const std::string & type,
  rclcpp::CallbackGroup::SharedPtr group = nullptr,
  const rcl_action_client_options_t & options = rcl_action_client_get_default_options(),
  bool enable_feedback_msg_optimization = false);

/// Creates it for `node`, a pointer to a Node or to another class with its interfaces.
template <typename NodeT>
GenericClient::SharedPtr create_generic_client(
  NodeT node, const std::string & name, const std::string & type,
  rclcpp::CallbackGroup::SharedPtr group = nullptr,
  const rcl_action_client_options_t & options = rcl_action_client_get_default_options(),
  bool enable_feedback_msg_optimization = false)
{
  return rclcpp_action::create_generic_client(
    node->get_node_base_interface(), node->get_node_graph_interface(),
    node->get_node_logging_interface(), node->get_node_waitables_interface(), name, type,
    std::move(group), options, enable_feedback_msg_optimization);
}

}  // namespace rclcpp_action

#endif  // RCLCPP_ACTION__CREATE_GENERIC_CLIENT_HPP_
