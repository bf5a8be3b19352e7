// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// QoS policies as parameters, and back.
#include <algorithm>
#include <array>
#include <cstdint>
#include <ostream>
#include <stdexcept>
#include <utility>

#include "rclcpp/detail/qos_parameters.hpp"
#include "rclcpp/exceptions/exceptions.hpp"
#include "rclcpp/logging.hpp"
#include "rmw/qos_string_conversions.h"
#include "rmw/time.h"

namespace rclcpp
{
namespace
{

// In the order in which they are declared.
constexpr std::array all_kinds{
  QosPolicyKind::AvoidRosNamespaceConventions,
  QosPolicyKind::Deadline,
  QosPolicyKind::Durability,
  QosPolicyKind::History,
  QosPolicyKind::Depth,
  QosPolicyKind::Lifespan,
  QosPolicyKind::Liveliness,
  QosPolicyKind::LivelinessLeaseDuration,
  QosPolicyKind::Reliability};

const char * name_of(QosPolicyKind kind)
{
  return rmw_qos_policy_kind_to_str(static_cast<rmw_qos_policy_kind_t>(kind));
}

// The parameter of one policy, between value and profile.
class PolicyParameter
{
public:
  PolicyParameter(std::string name, QosPolicyKind kind) : name_(std::move(name)), kind_(kind) {}

  ParameterValue value_in(const rmw_qos_profile_t & profile) const
  {
    switch (kind_) {
      case QosPolicyKind::AvoidRosNamespaceConventions:
        return ParameterValue(profile.avoid_ros_namespace_conventions);
      case QosPolicyKind::Deadline:
        return ParameterValue(rmw_time_total_nsec(profile.deadline));
      case QosPolicyKind::Depth:
        return ParameterValue(static_cast<std::int64_t>(profile.depth));
      case QosPolicyKind::Durability:
        return text(rmw_qos_durability_policy_to_str(profile.durability));
      case QosPolicyKind::History:
        return text(rmw_qos_history_policy_to_str(profile.history));
      case QosPolicyKind::Lifespan:
        return ParameterValue(rmw_time_total_nsec(profile.lifespan));
      case QosPolicyKind::Liveliness:
        return text(rmw_qos_liveliness_policy_to_str(profile.liveliness));
      case QosPolicyKind::LivelinessLeaseDuration:
        return ParameterValue(rmw_time_total_nsec(profile.liveliness_lease_duration));
      default:
        return text(rmw_qos_reliability_policy_to_str(profile.reliability));
    }
  }

  void apply(const ParameterValue & value, rmw_qos_profile_t & profile) const
  {
    switch (kind_) {
      case QosPolicyKind::AvoidRosNamespaceConventions:
        profile.avoid_ros_namespace_conventions = value.get<bool>();
        break;
      case QosPolicyKind::Deadline:
        profile.deadline = rmw_time_from_nsec(not_negative(value));
        break;
      case QosPolicyKind::Depth:
        profile.depth = static_cast<std::size_t>(not_negative(value));
        break;
      case QosPolicyKind::Durability:
        profile.durability = policy(
          value, rmw_qos_durability_policy_from_str, RMW_QOS_POLICY_DURABILITY_UNKNOWN);
        break;
      case QosPolicyKind::History:
        profile.history =
          policy(value, rmw_qos_history_policy_from_str, RMW_QOS_POLICY_HISTORY_UNKNOWN);
        break;
      case QosPolicyKind::Lifespan:
        profile.lifespan = rmw_time_from_nsec(not_negative(value));
        break;
      case QosPolicyKind::Liveliness:
        profile.liveliness = policy(
          value, rmw_qos_liveliness_policy_from_str, RMW_QOS_POLICY_LIVELINESS_UNKNOWN);
        break;
      case QosPolicyKind::LivelinessLeaseDuration:
        profile.liveliness_lease_duration = rmw_time_from_nsec(not_negative(value));
        break;
      default:
        profile.reliability = policy(
          value, rmw_qos_reliability_policy_from_str, RMW_QOS_POLICY_RELIABILITY_UNKNOWN);
    }
  }

private:
  ParameterValue text(const char * policy) const
  {
    if (!policy) {
      throw std::invalid_argument(
        "parameter '" + name_ + "' has no default: the policy of the QoS given is unknown");
    }
    return ParameterValue(std::string(policy));
  }

  template <typename Policy>
  Policy policy(
    const ParameterValue & value, Policy (*from_text)(const char *), Policy unknown) const
  {
    const auto & text = value.get<std::string>();
    const Policy found = from_text(text.c_str());
    if (found == unknown) {
      throw std::invalid_argument(
        "parameter '" + name_ + "': '" + text + "' is no " + name_of(kind_) + " policy of ROS 2");
    }
    return found;
  }

  std::int64_t not_negative(const ParameterValue & value) const
  {
    const auto number = value.get<std::int64_t>();
    if (number < 0) {
      throw exceptions::InvalidQosOverridesException(
        "parameter '" + name_ + "' must not be negative, but is " + std::to_string(number));
    }
    return number;
  }

  const std::string name_;
  const QosPolicyKind kind_;
};

}  // namespace

const char * qos_policy_kind_to_cstr(const QosPolicyKind & qpk)
{
  const char * name = name_of(qpk);
  if (!name) {
    throw std::invalid_argument("qos_policy_kind_to_cstr: unknown QoS policy kind");
  }
  return name;
}

std::ostream & operator<<(std::ostream & os, const QosPolicyKind & qpk)
{
  const char * name = name_of(qpk);
  return os << (name ? name : "invalid");
}

QosOverridingOptions::QosOverridingOptions() noexcept = default;
QosOverridingOptions::QosOverridingOptions(const QosOverridingOptions & other) = default;
QosOverridingOptions::QosOverridingOptions(QosOverridingOptions && other) noexcept = default;
QosOverridingOptions & QosOverridingOptions::operator=(const QosOverridingOptions & other) =
  default;
QosOverridingOptions & QosOverridingOptions::operator=(QosOverridingOptions && other) noexcept =
  default;
QosOverridingOptions::~QosOverridingOptions() = default;

QosOverridingOptions::QosOverridingOptions(
  std::initializer_list<QosPolicyKind> policy_kinds, QosCallback validation_callback,
  std::string id)
: id_(std::move(id)),
  policy_kinds_(policy_kinds),
  validation_callback_(std::move(validation_callback))
{
}

QosOverridingOptions QosOverridingOptions::with_default_policies(
  QosCallback validation_callback, std::string id)
{
  return QosOverridingOptions(
    {QosPolicyKind::History, QosPolicyKind::Depth, QosPolicyKind::Reliability},
    std::move(validation_callback), std::move(id));
}

QoS detail::override_qos(
  const QoS & qos, const QosOverridingOptions & options, EndpointKind kind,
  const std::string & topic_name, const node_interfaces::NodeTopicsInterface & topics,
  node_interfaces::NodeParametersInterface * parameters)
{
  const auto & wanted = options.get_policy_kinds();
  if (wanted.empty()) {
    return qos;
  }
  const std::string topic = topics.resolve_topic_name(topic_name);
  std::string entity = kind == EndpointKind::publisher ? "publisher" : "subscription";
  if (!parameters) {
    RCLCPP_WARN(
      get_logger("rclcpp"),
      "QoS overrides of the %s on '%s' are ignored: it was created without a parameters interface",
      entity.c_str(), topic.c_str());
    return qos;
  }
  const std::string description = " of the " + entity + " on " + topic;
  if (!options.get_id().empty()) {
    entity += "_" + options.get_id();
  }
  QoS overridden = qos;
  rmw_qos_profile_t & profile = overridden.get_rmw_qos_profile();
  for (const QosPolicyKind policy : all_kinds) {
    if (
      std::find(wanted.begin(), wanted.end(), policy) == wanted.end() ||
      (policy == QosPolicyKind::Lifespan && kind == EndpointKind::subscription)) {
      continue;
    }
    const std::string name = "qos_overrides." + topic + "." + entity + "." + name_of(policy);
    const PolicyParameter parameter(name, policy);
    if (!parameters->has_parameter(name)) {
      rcl_interfaces::msg::ParameterDescriptor descriptor;
      descriptor.description = std::string("QoS policy ") + name_of(policy) + description;
      descriptor.read_only = true;
      try {
        parameters->declare_parameter(name, parameter.value_in(profile), descriptor);
      } catch (const exceptions::ParameterAlreadyDeclaredException &) {
        // by another thread meanwhile
      }
    }
    parameter.apply(parameters->get_parameter(name).get_parameter_value(), profile);
  }
  if (const QosCallback & validate = options.get_validation_callback()) {
    const QosCallbackResult result = validate(overridden);
    if (!result.successful) {
      throw exceptions::InvalidQosOverridesException(
        "QoS overrides of the " + entity + " on '" + topic +
        "' are refused by its validation callback: " + result.reason);
    }
  }
  return overridden;
}

}  // namespace rclcpp
