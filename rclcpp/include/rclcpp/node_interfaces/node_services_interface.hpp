// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Adds clients and services to a node; used by create_client and create_service.
#ifndef RCLCPP__NODE_INTERFACES__NODE_SERVICES_INTERFACE_HPP_
#define RCLCPP__NODE_INTERFACES__NODE_SERVICES_INTERFACE_HPP_

#include <memory>
#include <string>

#include "rclcpp/macros.hpp"
#include "rclcpp/node_interfaces/detail/node_interfaces_helpers.hpp"
#include "rclcpp/node_interfaces/node_base_interface.hpp"
#include "rclcpp/visibility_control.hpp"

namespace rclcpp
{
class ClientBase;
class ServiceBase;

namespace node_interfaces
{

/// Service endpoints of one node. All functions are thread-safe. Holds no endpoint: their creators
/// do.
class RCLCPP_PUBLIC NodeServicesInterface
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(NodeServicesInterface)

  explicit NodeServicesInterface(NodeBaseInterface::SharedPtr node_base);

  /// Both put it into `group` (null: the default one).
  /// Throw std::runtime_error if the group is another node's.
  void add_client(
    std::shared_ptr<ClientBase> client_base_ptr, std::shared_ptr<CallbackGroup> group);
  void add_service(
    std::shared_ptr<ServiceBase> service_base_ptr, std::shared_ptr<CallbackGroup> group);

  /// Expanded, remapped unless `only_expand`, validated. Throws InvalidServiceNameError.
  std::string resolve_service_name(const std::string & name, bool only_expand = false) const;

private:
  NodeBaseInterface::SharedPtr node_base_;
};

}  // namespace node_interfaces
}  // namespace rclcpp

RCLCPP_NODE_INTERFACE_HELPERS_SUPPORT(rclcpp::node_interfaces::NodeServicesInterface, services)

#endif  // RCLCPP__NODE_INTERFACES__NODE_SERVICES_INTERFACE_HPP_
