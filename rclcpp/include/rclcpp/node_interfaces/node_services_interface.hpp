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

/// Adds clients and services to one node. All functions are thread-safe. It does not own them;
/// their creators do.
class RCLCPP_PUBLIC NodeServicesInterface
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(NodeServicesInterface)

  /// Creates the interface of the node of `node_base`.
  explicit NodeServicesInterface(NodeBaseInterface::SharedPtr node_base);

  /// Add the entity to `group` (null means the default group). Throw std::runtime_error if the
  /// group belongs to another node.
  void add_client(
    std::shared_ptr<ClientBase> client_base_ptr, std::shared_ptr<CallbackGroup> group);
  /// Adds a service to `group` (null means the default group). Throws std::runtime_error if the
  /// group belongs to another node.
  void add_service(
    std::shared_ptr<ServiceBase> service_base_ptr, std::shared_ptr<CallbackGroup> group);

  /// Expands a name, remaps it unless `only_expand`, and validates it. Throws
  /// InvalidServiceNameError.
  std::string resolve_service_name(const std::string & name, bool only_expand = false) const;

private:
  NodeBaseInterface::SharedPtr node_base_;
};

}  // namespace node_interfaces
}  // namespace rclcpp

RCLCPP_NODE_INTERFACE_HELPERS_SUPPORT(rclcpp::node_interfaces::NodeServicesInterface, services)

#endif  // RCLCPP__NODE_INTERFACES__NODE_SERVICES_INTERFACE_HPP_
