// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Declares the parameters of QosOverridingOptions; for create_publisher, create_subscription and
// libraries with their own kinds of endpoints.
#ifndef RCLCPP__DETAIL__QOS_PARAMETERS_HPP_
#define RCLCPP__DETAIL__QOS_PARAMETERS_HPP_

#include <string>

#include "rclcpp/detail/node_parts.hpp"
#include "rclcpp/node_interfaces/node_parameters_interface.hpp"
#include "rclcpp/node_interfaces/node_topics_interface.hpp"
#include "rclcpp/parameter_value.hpp"
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

struct PublisherQosParametersTraits
{
  static constexpr EndpointKind kind = EndpointKind::publisher;
};
struct SubscriptionQosParametersTraits
{
  static constexpr EndpointKind kind = EndpointKind::subscription;
};

/// Returns a policy of `qos` as the value of its parameter. Throws std::invalid_argument if the
/// policy does not exist or its value has no text.
RCLCPP_PUBLIC ParameterValue get_default_qos_param_value(QosPolicyKind policy, const QoS & qos);

/// Sets a policy of `qos` to the value of its parameter. Throws std::invalid_argument for an
/// unknown policy or value, InvalidQosOverridesException for a negative depth or duration.
RCLCPP_PUBLIC void apply_qos_override(
  QosPolicyKind policy, const ParameterValue & value, QoS & qos);

/// Throws std::invalid_argument if `policy_value_stringified`, the text of a policy's value, is
/// null.
RCLCPP_PUBLIC void check_if_stringified_policy_is_null(
  const char * policy_value_stringified, QosPolicyKind kind);

/// Returns `qos` with the overrides that the parameters give. `topic_name` is fully qualified.
/// Parameters that are already declared are only read. Returns `qos` unchanged if `options` name no
/// policies. Throws std::runtime_error if they name some and `parameters` is null,
/// InvalidQosOverridesException if the validation callback rejects the result, and the errors of
/// apply_qos_override() and NodeParametersInterface::declare_parameter().
RCLCPP_PUBLIC QoS override_qos(
  const QoS & qos, const QosOverridingOptions & options, EndpointKind kind,
  const std::string & topic_name, node_interfaces::NodeParametersInterface * parameters);

/// The same for an object with parameters: a Node, its parameters interface, or a pointer to one of
/// these.
template <typename NodeT, typename TraitsT>
QoS declare_qos_parameters(
  const QosOverridingOptions & options, NodeT && node, const std::string & topic_name,
  const QoS & default_qos, TraitsT)
{
  return override_qos(default_qos, options, TraitsT::kind, topic_name, parameters_of(node));
}

}  // namespace rclcpp::detail

#endif  // RCLCPP__DETAIL__QOS_PARAMETERS_HPP_
