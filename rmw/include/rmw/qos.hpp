// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// QoS: resolution of defaults and best-available policies, and compatibility with its reason. The
// engine and rclcpp's registry of local endpoints use it, so that both match alike.

#ifndef RMW__QOS_HPP_
#define RMW__QOS_HPP_

#include <span>
#include <string>
#include <vector>

#include "rmw/endpoint.hpp"
#include "rmw/qos_policy_kind.h"
#include "rmw/types.h"

namespace rmw
{

/// Returns the profile with each SYSTEM_DEFAULT replaced by the middleware's default: KEEP_LAST 1
/// (depth 0 → 1), RELIABLE, VOLATILE, AUTOMATIC, infinite durations; KEEP_ALL gets depth 0.
/// actual_qos() reports this. Throws rmw::error with `topic` and the policy for an UNKNOWN policy,
/// a depth above 2^31 - 1, or a remaining BEST_AVAILABLE.
rmw_qos_profile_t resolve(const rmw_qos_profile_t & profile, const std::string & topic);

/// Replace BEST_AVAILABLE policies of a subscription (publisher) by the best that all known peers
/// allow, as ROS 2 does: once, at the time of the call. Profiles without such policies are returned
/// unchanged.
rmw_qos_profile_t resolve_best_available_subscription(
  const rmw_qos_profile_t & profile, std::span<const rmw_qos_profile_t> publishers);
rmw_qos_profile_t resolve_best_available_publisher(
  const rmw_qos_profile_t & profile, std::span<const rmw_qos_profile_t> subscriptions);
/// Replaces BEST_AVAILABLE policies of services and clients by those of
/// rmw_qos_profile_services_default.
rmw_qos_profile_t resolve_best_available_service(const rmw_qos_profile_t & profile);

/// A policy whose offer does not satisfy the request.
struct IncompatiblePolicy
{
  rmw_qos_policy_kind_t policy;  ///< the policy
  std::string offered;    ///< of the publisher, e.g. "reliability best_effort" or "no deadline"
  std::string requested;  ///< of the subscription, e.g. "a deadline of at most 0.1 s"
  const char * reason;    ///< both in a sentence without values
};

/// Returns the policies that keep the two from matching, in the order of ROS 2; none if they match.
std::vector<IncompatiblePolicy> incompatible_policies(
  const rmw_qos_profile_t & publisher, const rmw_qos_profile_t & subscription);

/// The result of check_compatibility().
struct Compatibility
{
  /// OK, WARNING or ERROR; an ERROR means that they do not match.
  rmw_qos_compatibility_type_t type = RMW_QOS_COMPATIBILITY_OK;
  /// The first incompatible policy, RMW_QOS_POLICY_INVALID if none.
  rmw_qos_policy_kind_t policy = RMW_QOS_POLICY_INVALID;
  /// All errors and warnings, each in the form "ERROR: <policy>: <reason>;".
  std::string reason;
};

/// Checks whether the two match. WARNING if that depends on a SYSTEM_DEFAULT, BEST_AVAILABLE or
/// UNKNOWN policy.
Compatibility check_compatibility(
  const rmw_qos_profile_t & publisher, const rmw_qos_profile_t & subscription);

/// Returns "RELIABILITY", … as rclcpp's texts name policies; otherwise "INVALID".
const char * policy_name(rmw_qos_policy_kind_t kind);

}  // namespace rmw

#endif  // RMW__QOS_HPP_
