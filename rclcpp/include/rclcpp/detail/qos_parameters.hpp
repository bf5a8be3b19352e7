// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Declares the parameters of QosOverridingOptions; used by create_publisher and
// create_subscription.
#ifndef RCLCPP__DETAIL__QOS_PARAMETERS_HPP_
#define RCLCPP__DETAIL__QOS_PARAMETERS_HPP_

#include "rclcpp/node_interfaces/node_parameters_interface.hpp"
#include "rclcpp/node_interfaces/node_topics_interface.hpp"
#include "rclcpp/qos.hpp"
#include "rclcpp/qos_overriding_options.hpp"
#include "rclcpp/visibility_control.hpp"

namespace rclcpp::detail
{

enum class EndpointKind
{
  publisher,
  subscription
};

/// `qos` with the overrides that the parameters give. A parameter that is declared already is only
/// read. Without policies to override: `qos` as it is. `parameters` null: a warning instead.
/// Throws std::invalid_argument for a value that is no policy, InvalidQosOverridesException for a
/// negative depth or duration and if the validation callback refuses, and what
/// NodeParametersInterface::declare_parameter throws.
RCLCPP_PUBLIC QoS override_qos(
  const QoS & qos, const QosOverridingOptions & options, EndpointKind kind,
  const std::string & topic_name, const node_interfaces::NodeTopicsInterface & topics,
  node_interfaces::NodeParametersInterface * parameters);

}  // namespace rclcpp::detail

#endif  // RCLCPP__DETAIL__QOS_PARAMETERS_HPP_
