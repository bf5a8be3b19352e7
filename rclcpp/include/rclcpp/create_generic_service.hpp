// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// create_generic_service: creates a generic service and adds it to a node.
#ifndef RCLCPP__CREATE_GENERIC_SERVICE_HPP_
#define RCLCPP__CREATE_GENERIC_SERVICE_HPP_

#include <memory>
#include <string>
#include <utility>

#include "rclcpp/callback_group.hpp"
#include "rclcpp/generic_service.hpp"
#include "rclcpp/node_interfaces/node_base_interface.hpp"
#include "rclcpp/node_interfaces/node_services_interface.hpp"
#include "rclcpp/qos.hpp"

namespace rclcpp
{

/// Creates a service of a type that is known by name, such as "std_srvs/srv/SetBool". The caller
/// owns it. Throws as GenericService.
template <typename CallbackT>
GenericService::SharedPtr create_generic_service(
  std::shared_ptr<node_interfaces::NodeBaseInterface> node_base,
  std::shared_ptr<node_interfaces::NodeServicesInterface> node_services,
  const std::string & service_name, const std::string & service_type, CallbackT && callback,
  const QoS & qos, CallbackGroup::SharedPtr group)
{
  GenericServiceCallback any_callback;
  any_callback.set(std::forward<CallbackT>(callback));
  auto service = std::make_shared<GenericService>(
    node_base.get(), service_name, service_type, std::move(any_callback), qos);
  node_services->add_service(service, group);
  return service;
}

}  // namespace rclcpp

#endif  // RCLCPP__CREATE_GENERIC_SERVICE_HPP_
