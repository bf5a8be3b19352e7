// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// QoS: defaults resolved, best-available resolved, compatibility with its reason.
// Used by the engine and by rclcpp's registry of local endpoints, so that both match alike.

#ifndef RMW__QOS_HPP_
#define RMW__QOS_HPP_

#include <span>
#include <string>

#include "rmw/endpoint.hpp"
#include "rmw/qos_policy_kind.h"
#include "rmw/types.h"

namespace rmw
{

/// The profile with each SYSTEM_DEFAULT replaced by what the middleware does: KEEP_LAST 1 (depth 0
/// → 1), RELIABLE, VOLATILE, AUTOMATIC, infinite durations; KEEP_ALL gets depth 0. This is what
/// actual_qos() reports. Throws rmw::error naming `topic` and the policy for an UNKNOWN one, a
/// depth above 2^31 - 1, or one still BEST_AVAILABLE.
rmw_qos_profile_t resolve(const rmw_qos_profile_t & profile, const std::string & topic);

/// Replace BEST_AVAILABLE policies of a subscription (publisher) by the best that all of `peers`
/// allow, as ROS 2 does: once, from those known now. Profiles without such policies are returned as
/// they are.
rmw_qos_profile_t resolve_best_available_subscription(
  const rmw_qos_profile_t & profile, std::span<const rmw_qos_profile_t> publishers);
rmw_qos_profile_t resolve_best_available_publisher(
  const rmw_qos_profile_t & profile, std::span<const rmw_qos_profile_t> subscriptions);
/// Services and clients: replaced by those of rmw_qos_profile_services_default.
rmw_qos_profile_t resolve_best_available_service(const rmw_qos_profile_t & profile);

struct Compatibility
{
  rmw_qos_compatibility_type_t type = RMW_QOS_COMPATIBILITY_OK;
  /// The first policy that is wrong, RMW_QOS_POLICY_INVALID if none.
  rmw_qos_policy_kind_t policy = RMW_QOS_POLICY_INVALID;
  /// All errors and warnings, in ROS 2's form: "ERROR: Best effort publisher and reliable
  /// subscription;".
  std::string reason;
};

/// Would the two match? WARNING if that depends on a SYSTEM_DEFAULT, BEST_AVAILABLE or UNKNOWN
/// policy.
Compatibility check_compatibility(
  const rmw_qos_profile_t & publisher, const rmw_qos_profile_t & subscription);

/// "RELIABILITY", … as rclcpp's messages name policies; "INVALID" otherwise.
const char * policy_name(rmw_qos_policy_kind_t kind);

}  // namespace rmw

#endif  // RMW__QOS_HPP_
