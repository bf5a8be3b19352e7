// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The services by which others get at the parameters of a node; every node has them unless its
// options say otherwise.
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

/// Offers, below the node's name, get_parameters, get_parameter_types, set_parameters,
/// set_parameters_atomically, describe_parameters and list_parameters (rcl_interfaces/srv), as long
/// as it lives. The answers are given in the node's default callback group.
/**
 * What cannot be done is answered as a ROS 2 node does: reading an undeclared parameter, or one
 * without a value, gives an empty list for the whole request; setting one gives a result that is
 * not successful, with the reason. Exceptions of the node's own parameter callbacks leave spin().
 */
class RCLCPP_PUBLIC ParameterService
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS(ParameterService)

  /// `node_params` is owned by a shared pointer; a request that is worked on after its end is
  /// answered with nothing. Throws rmw::error.
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
