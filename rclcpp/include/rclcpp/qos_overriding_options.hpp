// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The QoS policies of a publisher or subscription that users may override by parameters without
// recompiling.
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

/// The kinds of QoS policies.
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

/// Returns the last part of the parameter's name: "depth", "liveliness_lease_duration", … Throws
/// std::invalid_argument for Invalid.
RCLCPP_PUBLIC const char * qos_policy_kind_to_cstr(const QosPolicyKind & qpk);
/// Writes the same text, or "invalid".
RCLCPP_PUBLIC std::ostream & operator<<(std::ostream & os, const QosPolicyKind & qpk);

/// The result of a QosCallback: accepted, or rejected with a reason.
using QosCallbackResult = rcl_interfaces::msg::SetParametersResult;
/// A function that checks the final QoS of a publisher or subscription.
using QosCallback = std::function<QosCallbackResult(const QoS &)>;

/// Lists the QoS policies that parameters may override. A plain value. For each listed kind, the
/// endpoint's node declares a read-only parameter
/// `qos_overrides.<topic>.<publisher|subscription>[_<id>].<policy>` when the endpoint is created.
/// Its default is the policy of the endpoint's QoS, and the endpoint uses its value. `<topic>` is
/// the fully qualified, remapped name. Policies are strings in ROS 2's spelling ("reliable",
/// "keep_last", "transient_local", …), durations are integers in ns, the depth is an integer.
/// Lifespan has no meaning for a subscription and is ignored there.
class RCLCPP_PUBLIC QosOverridingOptions
{
public:
  /// Allows no overrides.
  QosOverridingOptions() noexcept;
  /// Copies the policies, the callback and the id.
  QosOverridingOptions(const QosOverridingOptions & other);
  /// Moves the policies, the callback and the id.
  QosOverridingOptions(QosOverridingOptions && other) noexcept;
  /// Copies the policies, the callback and the id.
  QosOverridingOptions & operator=(const QosOverridingOptions & other);
  /// Moves the policies, the callback and the id.
  QosOverridingOptions & operator=(QosOverridingOptions && other) noexcept;
  ~QosOverridingOptions();
  /// `validation_callback` is called on the creating thread with the final QoS and may reject it.
  /// `id` distinguishes several endpoints of one node and topic.
  // NOLINTNEXTLINE(google-explicit-constructor): as in ROS 2
  QosOverridingOptions(
    std::initializer_list<QosPolicyKind> policy_kinds, QosCallback validation_callback = nullptr,
    std::string id = {});
  /// Allows overrides of history, depth and reliability.
  static QosOverridingOptions with_default_policies(
    QosCallback validation_callback = nullptr, std::string id = {});

  /// Returns the id that distinguishes endpoints of one node and topic.
  const std::string & get_id() const { return id_; }
  /// Returns the kinds that may be overridden.
  const std::vector<QosPolicyKind> & get_policy_kinds() const { return policy_kinds_; }
  /// Returns the validation callback; it may be empty.
  const QosCallback & get_validation_callback() const { return validation_callback_; }

private:
  std::string id_;
  std::vector<QosPolicyKind> policy_kinds_;
  QosCallback validation_callback_;
};

}  // namespace rclcpp

#endif  // RCLCPP__QOS_OVERRIDING_OPTIONS_HPP_
