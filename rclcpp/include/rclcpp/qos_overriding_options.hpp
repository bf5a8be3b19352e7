// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Which QoS policies of a publisher or subscription a user may override by parameters, without
// compiling it again.
#ifndef RCLCPP__QOS_OVERRIDING_OPTIONS_HPP_
#define RCLCPP__QOS_OVERRIDING_OPTIONS_HPP_

#include <functional>
#include <initializer_list>
#include <iosfwd>
#include <string>
#include <vector>

#include "rcl_interfaces/msg/set_parameters_result.hpp"
#include "rclcpp/qos.hpp"
#include "rclcpp/visibility_control.hpp"
#include "rmw/qos_policy_kind.h"

namespace rclcpp
{

enum class QosPolicyKind
{
  AvoidRosNamespaceConventions = RMW_QOS_POLICY_AVOID_ROS_NAMESPACE_CONVENTIONS,
  Deadline = RMW_QOS_POLICY_DEADLINE,
  Depth = RMW_QOS_POLICY_DEPTH,
  Durability = RMW_QOS_POLICY_DURABILITY,
  History = RMW_QOS_POLICY_HISTORY,
  Lifespan = RMW_QOS_POLICY_LIFESPAN,
  Liveliness = RMW_QOS_POLICY_LIVELINESS,
  LivelinessLeaseDuration = RMW_QOS_POLICY_LIVELINESS_LEASE_DURATION,
  Reliability = RMW_QOS_POLICY_RELIABILITY,
  Invalid = RMW_QOS_POLICY_INVALID
};

/// The last part of the parameter's name: "depth", "liveliness_lease_duration", …
/// Throws std::invalid_argument for Invalid.
RCLCPP_PUBLIC const char * qos_policy_kind_to_cstr(const QosPolicyKind & qpk);
/// The same, or "invalid".
RCLCPP_PUBLIC std::ostream & operator<<(std::ostream & os, const QosPolicyKind & qpk);

using QosCallbackResult = rcl_interfaces::msg::SetParametersResult;
using QosCallback = std::function<QosCallbackResult(const QoS &)>;

/// A plain value. For each kind listed, the endpoint's node declares a read-only parameter
/// `qos_overrides.<topic>.<publisher|subscription>[_<id>].<policy>` when the endpoint is created,
/// with the policy of the endpoint's QoS as its default, and the endpoint uses what the parameter
/// is set to. `<topic>` is the fully qualified, remapped name. Policies are strings in ROS 2's
/// spelling ("reliable", "keep_last", "transient_local", …), durations integers [ns], the depth an
/// integer. Lifespan has no meaning for a subscription and is ignored there.
class RCLCPP_PUBLIC QosOverridingOptions
{
public:
  /// Nothing can be overridden.
  QosOverridingOptions() noexcept;
  QosOverridingOptions(const QosOverridingOptions & other);
  QosOverridingOptions(QosOverridingOptions && other) noexcept;
  QosOverridingOptions & operator=(const QosOverridingOptions & other);
  QosOverridingOptions & operator=(QosOverridingOptions && other) noexcept;
  ~QosOverridingOptions();
  /// `validation_callback`: called by the creating thread with the final QoS, may refuse it.
  /// `id` tells several endpoints of one node and topic apart.
  // NOLINTNEXTLINE(google-explicit-constructor): as in ROS 2
  QosOverridingOptions(
    std::initializer_list<QosPolicyKind> policy_kinds, QosCallback validation_callback = nullptr,
    std::string id = {});
  /// History, depth and reliability.
  static QosOverridingOptions with_default_policies(
    QosCallback validation_callback = nullptr, std::string id = {});

  const std::string & get_id() const { return id_; }
  const std::vector<QosPolicyKind> & get_policy_kinds() const { return policy_kinds_; }
  const QosCallback & get_validation_callback() const { return validation_callback_; }

private:
  std::string id_;
  std::vector<QosPolicyKind> policy_kinds_;
  QosCallback validation_callback_;
};

}  // namespace rclcpp

#endif  // RCLCPP__QOS_OVERRIDING_OPTIONS_HPP_
