// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// create_generic_client: creates a generic client and adds it to a node.
#ifndef RCLCPP__CREATE_GENERIC_CLIENT_HPP_
#define RCLCPP__CREATE_GENERIC_CLIENT_HPP_

#include <memory>
#include <string>

#include "rclcpp/callback_group.hpp"
#include "rclcpp/generic_client.hpp"
#include "rclcpp/node_interfaces/get_node_base_interface.hpp"
#include "rclcpp/node_interfaces/get_node_graph_interface.hpp"
#include "rclcpp/node_interfaces/get_node_services_interface.hpp"
#include "rclcpp/node_interfaces/node_base_interface.hpp"
#include "rclcpp/node_interfaces/node_graph_interface.hpp"
#include "rclcpp/node_interfaces/node_services_interface.hpp"
#include "rclcpp/qos.hpp"
#include "rclcpp/visibility_control.hpp"

namespace rclcpp
{

/// Creates a client for a service type that is known by name, such as "std_srvs/srv/SetBool". The
/// caller owns it. Throws as GenericClient.
RCLCPP_PUBLIC GenericClient::SharedPtr create_generic_client(
  std::shared_ptr<node_interfaces::NodeBaseInterface> node_base,
  std::shared_ptr<node_interfaces::NodeGraphInterface> node_graph,
  std::shared_ptr<node_interfaces::NodeServicesInterface> node_services,
  const std::string & service_name, const std::string & service_type,
  const QoS & qos = ServicesQoS(), CallbackGroup::SharedPtr group = nullptr);

/// Creates a generic client for `node`, a pointer to a Node or to another class with its
/// interfaces.
template <typename NodeT>
  requires requires(NodeT node) { node->get_node_services_interface(); }
GenericClient::SharedPtr create_generic_client(
  NodeT node, const std::string & service_name, const std::string & service_type,
  const QoS & qos = ServicesQoS(), CallbackGroup::SharedPtr group = nullptr)
{
  return create_generic_client(
    node->get_node_base_interface(), node->get_node_graph_interface(),
    node->get_node_services_interface(), service_name, service_type, qos, group);
}

}  // namespace rclcpp

#endif  // RCLCPP__CREATE_GENERIC_CLIENT_HPP_
