// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// create_client: creates a client and adds it to a node.
#ifndef RCLCPP__CREATE_CLIENT_HPP_
#define RCLCPP__CREATE_CLIENT_HPP_

#include <memory>
#include <string>

#include "rclcpp/callback_group.hpp"
#include "rclcpp/client.hpp"
#include "rclcpp/node_interfaces/node_base_interface.hpp"
#include "rclcpp/node_interfaces/node_graph_interface.hpp"
#include "rclcpp/node_interfaces/node_services_interface.hpp"
#include "rclcpp/qos.hpp"
#include "rmw/types.h"

namespace rclcpp
{

/// Creates a client. The caller owns it; the node does not keep it alive. Throws
/// exceptions::InvalidServiceNameError, rmw::error, std::runtime_error for a callback group of
/// another node.
template <typename ServiceT>
typename Client<ServiceT>::SharedPtr create_client(
  std::shared_ptr<node_interfaces::NodeBaseInterface> node_base,
  std::shared_ptr<node_interfaces::NodeGraphInterface> node_graph,
  std::shared_ptr<node_interfaces::NodeServicesInterface> node_services,
  const std::string & service_name, const QoS & qos = ServicesQoS(),
  CallbackGroup::SharedPtr group = nullptr)
{
  auto client = std::make_shared<Client<ServiceT>>(node_base.get(), node_graph, service_name, qos);
  node_services->add_client(client, group);
  return client;
}

/// Creates a client with a QoS profile of the C API.
template <typename ServiceT>
typename Client<ServiceT>::SharedPtr create_client(
  std::shared_ptr<node_interfaces::NodeBaseInterface> node_base,
  std::shared_ptr<node_interfaces::NodeGraphInterface> node_graph,
  std::shared_ptr<node_interfaces::NodeServicesInterface> node_services,
  const std::string & service_name, const rmw_qos_profile_t & qos_profile,
  CallbackGroup::SharedPtr group)
{
  return create_client<ServiceT>(
    node_base, node_graph, node_services, service_name,
    QoS(QoSInitialization::from_rmw(qos_profile), qos_profile), group);
}

/// Creates a client for `node`, a pointer to a Node or to another class with its interfaces.
template <typename ServiceT, typename NodeT>
  requires requires(NodeT node) { node->get_node_services_interface(); }
typename Client<ServiceT>::SharedPtr create_client(
  NodeT node, const std::string & service_name, const QoS & qos = ServicesQoS(),
  CallbackGroup::SharedPtr group = nullptr)
{
  return create_client<ServiceT>(
    node->get_node_base_interface(), node->get_node_graph_interface(),
    node->get_node_services_interface(), service_name, qos, group);
}

}  // namespace rclcpp

#endif  // RCLCPP__CREATE_CLIENT_HPP_
