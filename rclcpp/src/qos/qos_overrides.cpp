// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Converts QoS policies to parameters and back.
#include <algorithm>
#include <array>
#include <cstdint>
#include <ostream>
#include <stdexcept>
#include <string>
#include <utility>

#include "rclcpp/detail/qos_parameters.hpp"
#include "rclcpp/exceptions/exceptions.hpp"
#include "rmw/qos_string_conversions.h"
#include "rmw/time.h"

namespace rclcpp
{
namespace
{

// In the order of declaration.
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

ParameterValue text(const char * value, QosPolicyKind kind)
{
  detail::check_if_stringified_policy_is_null(value, kind);
  return ParameterValue(std::string(value));
}

template <typename Policy>
Policy from_text(
  const ParameterValue & value, QosPolicyKind kind, Policy (*parse)(const char *), Policy unknown)
{
  const auto & text = value.get<std::string>();
  const Policy policy = parse(text.c_str());
  if (policy == unknown) {
    throw std::invalid_argument("'" + text + "' is not a " + name_of(kind) + " policy of ROS 2");
  }
  return policy;
}

std::int64_t not_negative(const ParameterValue & value, QosPolicyKind kind)
{
  const auto number = value.get<std::int64_t>();
  if (number < 0) {
    throw exceptions::InvalidQosOverridesException(
      std::string(name_of(kind)) + " must not be negative, but is " + std::to_string(number));
  }
  return number;
}

[[noreturn]] void throw_no_policy()
{
  throw std::invalid_argument("a QoS override needs one of rclcpp::QosPolicyKind but Invalid");
}

// Calls `function`; adds the name of the parameter to the text of its exception.
template <typename Function>
auto naming(const std::string & parameter, Function function)
{
  const auto with_name = [&](const std::exception & error) {
    return "parameter '" + parameter + "': " + error.what();
  };
  try {
    return function();
  } catch (const exceptions::InvalidQosOverridesException & error) {
    throw exceptions::InvalidQosOverridesException(with_name(error));
  } catch (const std::invalid_argument & error) {
    throw std::invalid_argument(with_name(error));
  }
}

}  // namespace

void detail::check_if_stringified_policy_is_null(
  const char * policy_value_stringified, QosPolicyKind kind)
{
  if (!policy_value_stringified) {
    const char * const name = name_of(kind);
    throw std::invalid_argument(
      std::string("the ") + (name ? name : "unknown") + " policy of the QoS given has no text");
  }
}

ParameterValue detail::get_default_qos_param_value(QosPolicyKind policy, const QoS & qos)
{
  const rmw_qos_profile_t & profile = qos.get_rmw_qos_profile();
  switch (policy) {
    case QosPolicyKind::AvoidRosNamespaceConventions:
      return ParameterValue(profile.avoid_ros_namespace_conventions);
    case QosPolicyKind::Deadline:
      return ParameterValue(rmw_time_total_nsec(profile.deadline));
    case QosPolicyKind::Depth:
      return ParameterValue(static_cast<std::int64_t>(profile.depth));
    case QosPolicyKind::Durability:
      return text(rmw_qos_durability_policy_to_str(profile.durability), policy);
    case QosPolicyKind::History:
      return text(rmw_qos_history_policy_to_str(profile.history), policy);
    case QosPolicyKind::Lifespan:
      return ParameterValue(rmw_time_total_nsec(profile.lifespan));
    case QosPolicyKind::Liveliness:
      return text(rmw_qos_liveliness_policy_to_str(profile.liveliness), policy);
    case QosPolicyKind::LivelinessLeaseDuration:
      return ParameterValue(rmw_time_total_nsec(profile.liveliness_lease_duration));
    case QosPolicyKind::Reliability:
      return text(rmw_qos_reliability_policy_to_str(profile.reliability), policy);
    case QosPolicyKind::Invalid:
      break;
  }
  throw_no_policy();
}

void detail::apply_qos_override(QosPolicyKind policy, const ParameterValue & value, QoS & qos)
{
  rmw_qos_profile_t & profile = qos.get_rmw_qos_profile();
  switch (policy) {
    case QosPolicyKind::AvoidRosNamespaceConventions:
      profile.avoid_ros_namespace_conventions = value.get<bool>();
      return;
    case QosPolicyKind::Deadline:
      profile.deadline = rmw_time_from_nsec(not_negative(value, policy));
      return;
    case QosPolicyKind::Depth:
      profile.depth = static_cast<std::size_t>(not_negative(value, policy));
      return;
    case QosPolicyKind::Durability:
      profile.durability = from_text(
        value, policy, rmw_qos_durability_policy_from_str, RMW_QOS_POLICY_DURABILITY_UNKNOWN);
      return;
    case QosPolicyKind::History:
      profile.history =
        from_text(value, policy, rmw_qos_history_policy_from_str, RMW_QOS_POLICY_HISTORY_UNKNOWN);
      return;
    case QosPolicyKind::Lifespan:
      profile.lifespan = rmw_time_from_nsec(not_negative(value, policy));
      return;
    case QosPolicyKind::Liveliness:
      profile.liveliness = from_text(
        value, policy, rmw_qos_liveliness_policy_from_str, RMW_QOS_POLICY_LIVELINESS_UNKNOWN);
      return;
    case QosPolicyKind::LivelinessLeaseDuration:
      profile.liveliness_lease_duration = rmw_time_from_nsec(not_negative(value, policy));
      return;
    case QosPolicyKind::Reliability:
      profile.reliability = from_text(
        value, policy, rmw_qos_reliability_policy_from_str, RMW_QOS_POLICY_RELIABILITY_UNKNOWN);
      return;
    case QosPolicyKind::Invalid:
      break;
  }
  throw_no_policy();
}

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
  const std::string & topic_name, node_interfaces::NodeParametersInterface * parameters)
{
  const auto & wanted = options.get_policy_kinds();
  if (wanted.empty()) {
    return qos;
  }
  std::string entity = kind == EndpointKind::publisher ? "publisher" : "subscription";
  const std::string description = " of the " + entity + " on " + topic_name;
  if (!parameters) {
    throw std::runtime_error(
      "QoS overrides" + description + " need a node with a parameters interface");
  }
  if (!options.get_id().empty()) {
    entity += "_" + options.get_id();
  }
  QoS overridden = qos;
  for (const QosPolicyKind policy : all_kinds) {
    if (
      std::find(wanted.begin(), wanted.end(), policy) == wanted.end() ||
      (policy == QosPolicyKind::Lifespan && kind == EndpointKind::subscription)) {
      continue;
    }
    const std::string name = "qos_overrides." + topic_name + "." + entity + "." + name_of(policy);
    if (!parameters->has_parameter(name)) {
      rcl_interfaces::msg::ParameterDescriptor descriptor;
      descriptor.description = std::string("QoS policy ") + name_of(policy) + description;
      descriptor.read_only = true;
      try {
        parameters->declare_parameter(
          name, naming(name, [&] { return get_default_qos_param_value(policy, overridden); }),
          descriptor);
      } catch (const exceptions::ParameterAlreadyDeclaredException &) {
        // declared by another thread in the meantime
      }
    }
    const ParameterValue value = parameters->get_parameter(name).get_parameter_value();
    naming(name, [&] { apply_qos_override(policy, value, overridden); });
  }
  if (const QosCallback & validate = options.get_validation_callback()) {
    const QosCallbackResult result = validate(overridden);
    if (!result.successful) {
      throw exceptions::InvalidQosOverridesException(
        "QoS overrides of the " + entity + " on '" + topic_name +
        "' are refused by its validation callback: " + result.reason);
    }
  }
  return overridden;
}

}  // namespace rclcpp
