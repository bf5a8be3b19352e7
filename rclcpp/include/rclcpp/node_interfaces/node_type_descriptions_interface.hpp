// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The get_type_description service of a node.
#ifndef RCLCPP__NODE_INTERFACES__NODE_TYPE_DESCRIPTIONS_INTERFACE_HPP_
#define RCLCPP__NODE_INTERFACES__NODE_TYPE_DESCRIPTIONS_INTERFACE_HPP_

#include <memory>

#include "rclcpp/macros.hpp"
#include "rclcpp/node_interfaces/detail/node_interfaces_helpers.hpp"
#include "rclcpp/node_interfaces/node_base_interface.hpp"
#include "rclcpp/node_interfaces/node_logging_interface.hpp"
#include "rclcpp/node_interfaces/node_parameters_interface.hpp"
#include "rclcpp/node_interfaces/node_services_interface.hpp"
#include "rclcpp/visibility_control.hpp"

namespace rclcpp
{
class ServiceBase;
}

namespace rclcpp::node_interfaces
{

/// Declares the read-only parameter start_type_description_service (bool, true) and, if it is true,
/// offers <node>/get_type_description. The service describes the messages, requests and responses
/// for which this process has publishers, subscriptions, clients or services, by the hash that
/// discovery shows. It does not send definition texts or default values.
class RCLCPP_PUBLIC NodeTypeDescriptionsInterface
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(NodeTypeDescriptionsInterface)

  /// Throws exceptions::InvalidParameterTypeException for an override that is not a bool.
  NodeTypeDescriptionsInterface(
    NodeBaseInterface::SharedPtr node_base, NodeLoggingInterface::SharedPtr node_logging,
    NodeParametersInterface::SharedPtr node_parameters,
    NodeServicesInterface::SharedPtr node_services);

private:
  std::shared_ptr<ServiceBase> service_;
};

}  // namespace rclcpp::node_interfaces

RCLCPP_NODE_INTERFACE_HELPERS_SUPPORT(
  rclcpp::node_interfaces::NodeTypeDescriptionsInterface, type_descriptions)

#endif  // RCLCPP__NODE_INTERFACES__NODE_TYPE_DESCRIPTIONS_INTERFACE_HPP_
