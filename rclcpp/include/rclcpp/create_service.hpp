// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// create_service: creates a service and adds it to a node.
#ifndef RCLCPP__CREATE_SERVICE_HPP_
#define RCLCPP__CREATE_SERVICE_HPP_

#include <memory>
#include <string>
#include <utility>

#include "rclcpp/callback_group.hpp"
#include "rclcpp/node_interfaces/node_base_interface.hpp"
#include "rclcpp/node_interfaces/node_services_interface.hpp"
#include "rclcpp/qos.hpp"
#include "rclcpp/service.hpp"
#include "rmw/types.h"

namespace rclcpp
{

/// Creates a service. `callback` takes the request in any of ROS 2's forms
/// (any_service_callback.hpp). If an executor spins on another thread, the callback may run before
/// this returns. The caller owns the service; the node does not keep it alive. Throws
/// exceptions::InvalidServiceNameError, rmw::error, std::runtime_error for a callback group of
/// another node.
template <typename ServiceT, typename CallbackT>
typename Service<ServiceT>::SharedPtr create_service(
  std::shared_ptr<node_interfaces::NodeBaseInterface> node_base,
  std::shared_ptr<node_interfaces::NodeServicesInterface> node_services,
  const std::string & service_name, CallbackT && callback, const QoS & qos,
  CallbackGroup::SharedPtr group)
{
  AnyServiceCallback<ServiceT> any_callback;
  any_callback.set(std::forward<CallbackT>(callback));
  auto service = std::make_shared<Service<ServiceT>>(
    node_base.get(), service_name, std::move(any_callback), qos);
  node_services->add_service(service, group);
  return service;
}

/// Creates a service with a QoS profile of the C API.
template <typename ServiceT, typename CallbackT>
typename Service<ServiceT>::SharedPtr create_service(
  std::shared_ptr<node_interfaces::NodeBaseInterface> node_base,
  std::shared_ptr<node_interfaces::NodeServicesInterface> node_services,
  const std::string & service_name, CallbackT && callback, const rmw_qos_profile_t & qos_profile,
  CallbackGroup::SharedPtr group)
{
  return create_service<ServiceT>(
    node_base, node_services, service_name, std::forward<CallbackT>(callback),
    QoS(QoSInitialization::from_rmw(qos_profile), qos_profile), group);
}

/// Creates a service for `node`, a pointer to a Node or to another class with its interfaces.
template <typename ServiceT, typename NodeT, typename CallbackT>
  requires requires(NodeT node) { node->get_node_services_interface(); }
typename Service<ServiceT>::SharedPtr create_service(
  NodeT node, const std::string & service_name, CallbackT && callback,
  const QoS & qos = ServicesQoS(), CallbackGroup::SharedPtr group = nullptr)
{
  return create_service<ServiceT>(
    node->get_node_base_interface(), node->get_node_services_interface(), service_name,
    std::forward<CallbackT>(callback), qos, group);
}

}  // namespace rclcpp

#endif  // RCLCPP__CREATE_SERVICE_HPP_
