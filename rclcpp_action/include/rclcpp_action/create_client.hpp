// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// create_client: creates an action client and adds it to a node.
#ifndef RCLCPP_ACTION__CREATE_CLIENT_HPP_
#define RCLCPP_ACTION__CREATE_CLIENT_HPP_

#include <memory>
#include <string>
#include <utility>

#include "rclcpp/callback_group.hpp"
#include "rclcpp/node.hpp"
#include "rclcpp/node_interfaces/node_waitables_interface.hpp"
#include "rclcpp_action/client.hpp"

namespace rclcpp_action
{

/// Creates an action client. The caller owns it; the node does not keep it alive. A null `group`
/// means the node's default group. Throws rclcpp::exceptions::RCLError, std::runtime_error for a
/// callback group of another node.
template <typename ActionT>
typename Client<ActionT>::SharedPtr create_client(
  rclcpp::node_interfaces::NodeBaseInterface::SharedPtr node_base_interface,
  rclcpp::node_interfaces::NodeGraphInterface::SharedPtr node_graph_interface,
  rclcpp::node_interfaces::NodeLoggingInterface::SharedPtr node_logging_interface,
  rclcpp::node_interfaces::NodeWaitablesInterface::SharedPtr node_waitables_interface,
  const std::string & name, rclcpp::CallbackGroup::SharedPtr group = nullptr,
  const rcl_action_client_options_t & options = rcl_action_client_get_default_options(),
  bool enable_feedback_msg_optimization = false)
{
  auto client = std::make_shared<Client<ActionT>>(
    std::move(node_base_interface), std::move(node_graph_interface),
    std::move(node_logging_interface), name, options, enable_feedback_msg_optimization);
  node_waitables_interface->add_waitable(client, std::move(group));
  return client;
}

/// Creates an action client for `node`, a pointer to a Node or to another class with its
/// interfaces.
template <typename ActionT, typename NodeT>
typename Client<ActionT>::SharedPtr create_client(
  NodeT node, const std::string & name, rclcpp::CallbackGroup::SharedPtr group = nullptr,
  const rcl_action_client_options_t & options = rcl_action_client_get_default_options(),
  bool enable_feedback_msg_optimization = false)
{
  return create_client<ActionT>(
    node->get_node_base_interface(), node->get_node_graph_interface(),
    node->get_node_logging_interface(), node->get_node_waitables_interface(), name,
    std::move(group), options, enable_feedback_msg_optimization);
}

}  // namespace rclcpp_action

#endif  // RCLCPP_ACTION__CREATE_CLIENT_HPP_
