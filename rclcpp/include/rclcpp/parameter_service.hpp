// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The services that give other nodes access to the parameters of a node; each node has them unless
// its options disable them.
#ifndef RCLCPP__PARAMETER_SERVICE_HPP_
#define RCLCPP__PARAMETER_SERVICE_HPP_

#include <memory>
#include <vector>

#include "rcl_interfaces/srv/describe_parameters.hpp"
#include "rcl_interfaces/srv/get_parameter_types.hpp"
#include "rcl_interfaces/srv/get_parameters.hpp"
#include "rcl_interfaces/srv/list_parameters.hpp"
#include "rcl_interfaces/srv/set_parameters.hpp"
#include "rcl_interfaces/srv/set_parameters_atomically.hpp"
#include "rclcpp/executors.hpp"
#include "rclcpp/macros.hpp"
#include "rclcpp/node.hpp"
#include "rclcpp/node_interfaces/node_base_interface.hpp"
#include "rclcpp/node_interfaces/node_parameters_interface.hpp"
#include "rclcpp/node_interfaces/node_services_interface.hpp"
#include "rclcpp/parameter.hpp"
#include "rclcpp/qos.hpp"
#include "rclcpp/visibility_control.hpp"

namespace rclcpp
{

class ServiceBase;

/// Offers get_parameters, get_parameter_types, set_parameters, set_parameters_atomically,
/// describe_parameters and list_parameters (rcl_interfaces/srv) below the node's name, as long as
/// it lives. Requests are answered in the node's default callback group.
/**
 * Errors are answered as by a ROS 2 node. Reading a parameter that is undeclared or has no value
 * returns an empty list for the whole request. Setting an undeclared one returns an unsuccessful
 * result with the reason. Exceptions of the node's own parameter callbacks leave spin().
 */
class RCLCPP_PUBLIC ParameterService
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS(ParameterService)

  /// Offers the services. `node_params` must be owned by a shared pointer; a request that is
  /// handled after its end gets an empty answer. Throws rmw::error.
  ParameterService(
    const std::shared_ptr<node_interfaces::NodeBaseInterface> node_base,
    const std::shared_ptr<node_interfaces::NodeServicesInterface> node_services,
    node_interfaces::NodeParametersInterface * node_params,
    const QoS & qos_profile = ParametersQoS());

private:
  std::vector<std::shared_ptr<ServiceBase>> services_;
};

}  // namespace rclcpp

#endif  // RCLCPP__PARAMETER_SERVICE_HPP_
