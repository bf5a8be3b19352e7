// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Resolution of QoS profiles and ROS 2's compatibility rules ("requested ≤ offered").

#include "rmw/qos.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <sstream>
#include <utility>

#include "rmw/error.hpp"
#include "rmw/qos_profiles.h"
#include "rmw/qos_string_conversions.h"

namespace rmw
{
namespace
{

constexpr rmw_duration_t infinite = std::numeric_limits<rmw_duration_t>::max();
constexpr rmw_time_t unspecified = RMW_DURATION_UNSPECIFIED;
constexpr rmw_time_t best_available = RMW_QOS_DEADLINE_BEST_AVAILABLE;

// Converts a duration; {0, 0} means "not specified", which is infinite in DDS.
rmw_duration_t duration_or_infinite(const rmw_time_t & time)
{
  const rmw_duration_t value = rmw_time_total_nsec(time);
  return value == 0 ? infinite : value;
}

bool is_best_available(const rmw_time_t & time)
{
  return rmw_time_equal(time, best_available);
}

[[noreturn]] void refuse(const std::string & topic, const std::string & problem)
{
  throw error("topic '" + topic + "': QoS " + problem);
}

// Returns the text of a policy's value for error texts; ROS 2 says "unknown" if there is none.
const char * text(const char * name)
{
  return name ? name : "unknown";
}

class Findings
{
public:
  void error(rmw_qos_policy_kind_t policy, const char * reason)
  {
    result_.type = RMW_QOS_COMPATIBILITY_ERROR;
    add(policy, std::string("ERROR: ") + reason);
  }
  void warning(rmw_qos_policy_kind_t policy, const std::string & reason)
  {
    result_.type = RMW_QOS_COMPATIBILITY_WARNING;
    add(policy, "WARNING: " + reason);
  }
  bool ok() const { return result_.type == RMW_QOS_COMPATIBILITY_OK; }
  Compatibility take() { return std::move(result_); }

private:
  void add(rmw_qos_policy_kind_t policy, const std::string & reason)
  {
    if (result_.policy == RMW_QOS_POLICY_INVALID) {
      result_.policy = policy;
    }
    result_.reason += reason;
    result_.reason += ';';
  }

  Compatibility result_;
};

// A policy of two values: a publisher that offers the weak one does not serve a subscription that
// requires the strong one.
template <typename Policy>
struct RankedPolicy
{
  rmw_qos_policy_kind_t kind;
  Policy weak;
  Policy strong;
  Policy system_default;
  Policy unknown;
  Policy best_available;
  const char * (*to_str)(Policy);

  /// Tests for a value that the middleware chooses later.
  bool is_open(Policy value) const
  {
    return value == system_default || value == unknown || value == best_available;
  }
};

constexpr RankedPolicy<rmw_qos_reliability_policy_t> reliability{
  RMW_QOS_POLICY_RELIABILITY,          RMW_QOS_POLICY_RELIABILITY_BEST_EFFORT,
  RMW_QOS_POLICY_RELIABILITY_RELIABLE, RMW_QOS_POLICY_RELIABILITY_SYSTEM_DEFAULT,
  RMW_QOS_POLICY_RELIABILITY_UNKNOWN,  RMW_QOS_POLICY_RELIABILITY_BEST_AVAILABLE,
  rmw_qos_reliability_policy_to_str};
constexpr RankedPolicy<rmw_qos_durability_policy_t> durability{
  RMW_QOS_POLICY_DURABILITY,
  RMW_QOS_POLICY_DURABILITY_VOLATILE,
  RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL,
  RMW_QOS_POLICY_DURABILITY_SYSTEM_DEFAULT,
  RMW_QOS_POLICY_DURABILITY_UNKNOWN,
  RMW_QOS_POLICY_DURABILITY_BEST_AVAILABLE,
  rmw_qos_durability_policy_to_str};
constexpr RankedPolicy<rmw_qos_liveliness_policy_t> liveliness{
  RMW_QOS_POLICY_LIVELINESS,
  RMW_QOS_POLICY_LIVELINESS_AUTOMATIC,
  RMW_QOS_POLICY_LIVELINESS_MANUAL_BY_TOPIC,
  RMW_QOS_POLICY_LIVELINESS_SYSTEM_DEFAULT,
  RMW_QOS_POLICY_LIVELINESS_UNKNOWN,
  RMW_QOS_POLICY_LIVELINESS_BEST_AVAILABLE,
  rmw_qos_liveliness_policy_to_str};

// Adds the policy if the offer does not satisfy the request. `name` is the word of users.
template <typename Policy>
void compare_ranked(
  std::vector<IncompatiblePolicy> & out, const RankedPolicy<Policy> & policy,
  const std::string & name, Policy pub, Policy sub, const char * reason)
{
  if (pub == policy.weak && sub == policy.strong) {
    out.push_back(
      {policy.kind, name + " " + policy.to_str(pub), name + " " + policy.to_str(sub), reason});
  }
}

std::string seconds(rmw_duration_t duration)
{
  std::ostringstream text;
  text << static_cast<double>(duration) / 1e9 << " s";
  return text.str();
}

// The same for a duration that the subscription requests and the publisher offers.
void compare_durations(
  std::vector<IncompatiblePolicy> & out, rmw_qos_policy_kind_t policy, const std::string & name,
  const rmw_time_t & offered, const rmw_time_t & requested, const char * none_offered,
  const char * too_long)
{
  const rmw_duration_t offer = duration_or_infinite(offered);
  const rmw_duration_t request = duration_or_infinite(requested);
  if (request < offer) {
    const bool none = offer == infinite;
    out.push_back(
      {policy, none ? "no " + name : "a " + name + " of " + seconds(offer),
       "a " + name + " of at most " + seconds(request), none ? none_offered : too_long});
  }
}

// An undecided publisher matters for subscriptions with requirements; an undecided subscription
// matters for publishers that offer less.
template <typename Policy>
void check_undecided(
  Findings & findings, const RankedPolicy<Policy> & policy, Policy pub, Policy sub)
{
  const bool sub_is_open = policy.is_open(sub);
  if (
    (policy.is_open(pub) && (sub_is_open || sub == policy.strong)) ||
    (sub_is_open && pub == policy.weak)) {
    findings.warning(
      policy.kind, std::string(rmw_qos_policy_kind_to_str(policy.kind)) + ": cannot compare " +
                     text(policy.to_str(pub)) + " of the publisher with " +
                     text(policy.to_str(sub)) + " of the subscription");
  }
}

// Returns the value of a policy, and `by_default` for the system default. Refuses values other than
// the two of the policy.
template <typename Policy>
Policy chosen_value(
  const std::string & topic, const char * name, const RankedPolicy<Policy> & policy, Policy value,
  Policy by_default)
{
  if (value == policy.system_default) {
    return by_default;
  }
  if (value != policy.weak && value != policy.strong) {
    refuse(topic, std::string(name) + " is " + text(policy.to_str(value)));
  }
  return value;
}

}  // namespace

rmw_qos_profile_t resolve(const rmw_qos_profile_t & profile, const std::string & topic)
{
  rmw_qos_profile_t out = profile;
  switch (profile.history) {
    case RMW_QOS_POLICY_HISTORY_SYSTEM_DEFAULT:
    case RMW_QOS_POLICY_HISTORY_KEEP_LAST:
      out.history = RMW_QOS_POLICY_HISTORY_KEEP_LAST;
      out.depth = profile.depth == 0 ? 1 : profile.depth;
      if (out.depth > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max())) {
        refuse(topic, "depth " + std::to_string(profile.depth) + " is above 2147483647");
      }
      break;
    case RMW_QOS_POLICY_HISTORY_KEEP_ALL:
      out.depth = 0;
      break;
    default:
      refuse(topic, "history is unknown");
  }
  out.reliability = chosen_value(
    topic, "reliability", reliability, profile.reliability, RMW_QOS_POLICY_RELIABILITY_RELIABLE);
  out.durability = chosen_value(
    topic, "durability", durability, profile.durability, RMW_QOS_POLICY_DURABILITY_VOLATILE);
  out.liveliness = chosen_value(
    topic, "liveliness", liveliness, profile.liveliness, RMW_QOS_POLICY_LIVELINESS_AUTOMATIC);
  if (is_best_available(profile.deadline)) {
    refuse(topic, "deadline is best_available");
  }
  if (is_best_available(profile.liveliness_lease_duration)) {
    refuse(topic, "liveliness lease duration is best_available");
  }
  out.deadline = rmw_time_from_nsec(duration_or_infinite(profile.deadline));
  out.lifespan = rmw_time_from_nsec(duration_or_infinite(profile.lifespan));
  out.liveliness_lease_duration =
    rmw_time_from_nsec(duration_or_infinite(profile.liveliness_lease_duration));
  return out;
}

rmw_qos_profile_t resolve_best_available_subscription(
  const rmw_qos_profile_t & profile, std::span<const rmw_qos_profile_t> publishers)
{
  bool reliable = true;
  bool transient_local = true;
  bool manual = true;
  rmw_duration_t deadline = 0;  // the longest finite one, 0 if there is none
  rmw_duration_t lease = 0;
  for (const rmw_qos_profile_t & peer : publishers) {
    reliable &= peer.reliability == RMW_QOS_POLICY_RELIABILITY_RELIABLE;
    transient_local &= peer.durability == RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL;
    manual &= peer.liveliness == RMW_QOS_POLICY_LIVELINESS_MANUAL_BY_TOPIC;
    deadline = std::max(deadline, duration_or_infinite(peer.deadline));
    lease = std::max(lease, duration_or_infinite(peer.liveliness_lease_duration));
  }
  const auto longest = [](rmw_duration_t value) {
    return value == infinite ? unspecified : rmw_time_from_nsec(value);
  };
  rmw_qos_profile_t out = profile;
  if (profile.reliability == RMW_QOS_POLICY_RELIABILITY_BEST_AVAILABLE) {
    out.reliability =
      reliable ? RMW_QOS_POLICY_RELIABILITY_RELIABLE : RMW_QOS_POLICY_RELIABILITY_BEST_EFFORT;
  }
  if (profile.durability == RMW_QOS_POLICY_DURABILITY_BEST_AVAILABLE) {
    out.durability = transient_local ? RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL
                                     : RMW_QOS_POLICY_DURABILITY_VOLATILE;
  }
  if (profile.liveliness == RMW_QOS_POLICY_LIVELINESS_BEST_AVAILABLE) {
    out.liveliness =
      manual ? RMW_QOS_POLICY_LIVELINESS_MANUAL_BY_TOPIC : RMW_QOS_POLICY_LIVELINESS_AUTOMATIC;
  }
  if (is_best_available(profile.deadline)) {
    out.deadline = longest(deadline);
  }
  if (is_best_available(profile.liveliness_lease_duration)) {
    out.liveliness_lease_duration = longest(lease);
  }
  return out;
}

rmw_qos_profile_t resolve_best_available_publisher(
  const rmw_qos_profile_t & profile, std::span<const rmw_qos_profile_t> subscriptions)
{
  bool manual = false;
  rmw_duration_t deadline = infinite;
  rmw_duration_t lease = infinite;
  for (const rmw_qos_profile_t & peer : subscriptions) {
    manual |= peer.liveliness == RMW_QOS_POLICY_LIVELINESS_MANUAL_BY_TOPIC;
    deadline = std::min(deadline, duration_or_infinite(peer.deadline));
    lease = std::min(lease, duration_or_infinite(peer.liveliness_lease_duration));
  }
  const auto shortest = [](rmw_duration_t value) {
    return value == infinite ? unspecified : rmw_time_from_nsec(value);
  };
  rmw_qos_profile_t out = profile;
  if (profile.reliability == RMW_QOS_POLICY_RELIABILITY_BEST_AVAILABLE) {
    out.reliability = RMW_QOS_POLICY_RELIABILITY_RELIABLE;
  }
  if (profile.durability == RMW_QOS_POLICY_DURABILITY_BEST_AVAILABLE) {
    out.durability = RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL;
  }
  if (profile.liveliness == RMW_QOS_POLICY_LIVELINESS_BEST_AVAILABLE) {
    out.liveliness =
      manual ? RMW_QOS_POLICY_LIVELINESS_MANUAL_BY_TOPIC : RMW_QOS_POLICY_LIVELINESS_AUTOMATIC;
  }
  if (is_best_available(profile.deadline)) {
    out.deadline = shortest(deadline);
  }
  if (is_best_available(profile.liveliness_lease_duration)) {
    out.liveliness_lease_duration = shortest(lease);
  }
  return out;
}

rmw_qos_profile_t resolve_best_available_service(const rmw_qos_profile_t & profile)
{
  rmw_qos_profile_t out = profile;
  if (profile.reliability == RMW_QOS_POLICY_RELIABILITY_BEST_AVAILABLE) {
    out.reliability = rmw_qos_profile_services_default.reliability;
  }
  if (profile.durability == RMW_QOS_POLICY_DURABILITY_BEST_AVAILABLE) {
    out.durability = rmw_qos_profile_services_default.durability;
  }
  if (profile.liveliness == RMW_QOS_POLICY_LIVELINESS_BEST_AVAILABLE) {
    out.liveliness = rmw_qos_profile_services_default.liveliness;
  }
  if (is_best_available(profile.deadline)) {
    out.deadline = rmw_qos_profile_services_default.deadline;
  }
  if (is_best_available(profile.liveliness_lease_duration)) {
    out.liveliness_lease_duration = rmw_qos_profile_services_default.liveliness_lease_duration;
  }
  return out;
}

std::vector<IncompatiblePolicy> incompatible_policies(
  const rmw_qos_profile_t & pub, const rmw_qos_profile_t & sub)
{
  std::vector<IncompatiblePolicy> out;
  compare_ranked(
    out, reliability, "reliability", pub.reliability, sub.reliability,
    "reliability: the publisher offers best_effort and the subscription requires reliable");
  compare_ranked(
    out, durability, "durability", pub.durability, sub.durability,
    "durability: the publisher offers volatile and the subscription requires transient_local");
  compare_durations(
    out, RMW_QOS_POLICY_DEADLINE, "deadline", pub.deadline, sub.deadline,
    "deadline: the subscription requires one and the publisher offers none",
    "deadline: the publisher offers a longer one than the subscription requires");
  compare_ranked(
    out, liveliness, "liveliness", pub.liveliness, sub.liveliness,
    "liveliness: the publisher offers automatic and the subscription requires manual_by_topic");
  // DDS has one policy for both, so the middleware's event names that one.
  compare_durations(
    out, RMW_QOS_POLICY_LIVELINESS, "liveliness lease duration", pub.liveliness_lease_duration,
    sub.liveliness_lease_duration,
    "liveliness lease duration: the subscription requires one and the publisher offers none",
    "liveliness lease duration: the publisher offers a longer one than the subscription requires");
  return out;
}

Compatibility check_compatibility(const rmw_qos_profile_t & pub, const rmw_qos_profile_t & sub)
{
  Findings findings;
  for (const IncompatiblePolicy & policy : incompatible_policies(pub, sub)) {
    findings.error(policy.policy, policy.reason);
  }
  if (findings.ok()) {
    check_undecided(findings, reliability, pub.reliability, sub.reliability);
    check_undecided(findings, durability, pub.durability, sub.durability);
    check_undecided(findings, liveliness, pub.liveliness, sub.liveliness);
  }
  return findings.take();
}

const char * policy_name(rmw_qos_policy_kind_t kind)
{
  switch (kind) {
    case RMW_QOS_POLICY_DURABILITY:
      return "DURABILITY";
    case RMW_QOS_POLICY_DEADLINE:
      return "DEADLINE";
    case RMW_QOS_POLICY_LIVELINESS:
      return "LIVELINESS";
    case RMW_QOS_POLICY_RELIABILITY:
      return "RELIABILITY";
    case RMW_QOS_POLICY_HISTORY:
      return "HISTORY";
    case RMW_QOS_POLICY_LIFESPAN:
      return "LIFESPAN";
    case RMW_QOS_POLICY_DEPTH:
      return "DEPTH";
    case RMW_QOS_POLICY_LIVELINESS_LEASE_DURATION:
      return "LIVELINESS_LEASE_DURATION";
    case RMW_QOS_POLICY_AVOID_ROS_NAMESPACE_CONVENTIONS:
      return "AVOID_ROS_NAMESPACE_CONVENTIONS";
    default:
      return "INVALID";
  }
}

}  // namespace rmw
