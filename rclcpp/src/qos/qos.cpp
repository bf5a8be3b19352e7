// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// QoS setters and ROS 2's profiles.
#include "rclcpp/qos.hpp"

#include "rclcpp/logging.hpp"
#include "rmw/qos.hpp"

namespace rclcpp
{

std::string qos_policy_name_from_kind(rmw_qos_policy_kind_t policy_kind)
{
  return std::string(rmw::policy_name(policy_kind)) + "_QOS_POLICY";
}

QoSInitialization::QoSInitialization(
  rmw_qos_history_policy_t history_policy_arg, std::size_t depth_arg, bool print_depth_warning)
: history_policy(history_policy_arg), depth(depth_arg)
{
  if (history_policy == RMW_QOS_POLICY_HISTORY_KEEP_LAST && depth == 0 && print_depth_warning) {
    RCLCPP_WARN_ONCE(
      get_logger("rclcpp"),
      "QoS of history KEEP_LAST and depth 0 keeps no message; the default depth is taken instead");
  }
}

QoSInitialization QoSInitialization::from_rmw(const rmw_qos_profile_t & rmw_qos)
{
  switch (rmw_qos.history) {
    case RMW_QOS_POLICY_HISTORY_KEEP_ALL:
      return KeepAll();
    case RMW_QOS_POLICY_HISTORY_SYSTEM_DEFAULT:
      return KeepLast(rmw_qos.depth, false);
    default:
      return KeepLast(rmw_qos.depth);
  }
}

KeepAll::KeepAll() : QoSInitialization(RMW_QOS_POLICY_HISTORY_KEEP_ALL, 0)
{
}
KeepLast::KeepLast(std::size_t depth, bool print_depth_warning)
: QoSInitialization(RMW_QOS_POLICY_HISTORY_KEEP_LAST, depth, print_depth_warning)
{
}

QoS::QoS(const QoSInitialization & qos_initialization, const rmw_qos_profile_t & initial_profile)
: profile_(initial_profile)
{
  profile_.history = qos_initialization.history_policy;
  profile_.depth = qos_initialization.depth;
}

QoS::QoS(std::size_t history_depth) : QoS(KeepLast(history_depth))
{
}

QoS & QoS::history(HistoryPolicy history)
{
  profile_.history = static_cast<rmw_qos_history_policy_t>(history);
  return *this;
}

QoS & QoS::history(rmw_qos_history_policy_t history)
{
  profile_.history = history;
  return *this;
}

QoS & QoS::keep_last(std::size_t depth)
{
  const KeepLast checked(depth);
  profile_.history = checked.history_policy;
  profile_.depth = checked.depth;
  return *this;
}

QoS & QoS::keep_all()
{
  profile_.history = RMW_QOS_POLICY_HISTORY_KEEP_ALL;
  profile_.depth = 0;
  return *this;
}

QoS & QoS::reliability(rmw_qos_reliability_policy_t reliability)
{
  profile_.reliability = reliability;
  return *this;
}

QoS & QoS::reliability(ReliabilityPolicy reliability)
{
  return this->reliability(static_cast<rmw_qos_reliability_policy_t>(reliability));
}

QoS & QoS::reliable()
{
  return reliability(ReliabilityPolicy::Reliable);
}
QoS & QoS::best_effort()
{
  return reliability(ReliabilityPolicy::BestEffort);
}
QoS & QoS::reliability_best_available()
{
  return reliability(ReliabilityPolicy::BestAvailable);
}

QoS & QoS::durability(rmw_qos_durability_policy_t durability)
{
  profile_.durability = durability;
  return *this;
}

QoS & QoS::durability(DurabilityPolicy durability)
{
  return this->durability(static_cast<rmw_qos_durability_policy_t>(durability));
}

QoS & QoS::durability_volatile()
{
  return durability(DurabilityPolicy::Volatile);
}
QoS & QoS::transient_local()
{
  return durability(DurabilityPolicy::TransientLocal);
}
QoS & QoS::durability_best_available()
{
  return durability(DurabilityPolicy::BestAvailable);
}

QoS & QoS::deadline(rmw_time_t deadline)
{
  profile_.deadline = deadline;
  return *this;
}

QoS & QoS::deadline(const rclcpp::Duration & deadline)
{
  return this->deadline(deadline.to_rmw_time());
}

QoS & QoS::lifespan(rmw_time_t lifespan)
{
  profile_.lifespan = lifespan;
  return *this;
}

QoS & QoS::lifespan(const rclcpp::Duration & lifespan)
{
  return this->lifespan(lifespan.to_rmw_time());
}

QoS & QoS::liveliness(rmw_qos_liveliness_policy_t liveliness)
{
  profile_.liveliness = liveliness;
  return *this;
}

QoS & QoS::liveliness(LivelinessPolicy liveliness)
{
  return this->liveliness(static_cast<rmw_qos_liveliness_policy_t>(liveliness));
}

QoS & QoS::liveliness_lease_duration(rmw_time_t liveliness_lease_duration)
{
  profile_.liveliness_lease_duration = liveliness_lease_duration;
  return *this;
}

QoS & QoS::liveliness_lease_duration(const rclcpp::Duration & liveliness_lease_duration)
{
  return this->liveliness_lease_duration(liveliness_lease_duration.to_rmw_time());
}

QoS & QoS::avoid_ros_namespace_conventions(bool avoid_ros_namespace_conventions)
{
  profile_.avoid_ros_namespace_conventions = avoid_ros_namespace_conventions;
  return *this;
}

HistoryPolicy QoS::history() const
{
  return static_cast<HistoryPolicy>(profile_.history);
}
std::size_t QoS::depth() const
{
  return profile_.depth;
}
ReliabilityPolicy QoS::reliability() const
{
  return static_cast<ReliabilityPolicy>(profile_.reliability);
}
DurabilityPolicy QoS::durability() const
{
  return static_cast<DurabilityPolicy>(profile_.durability);
}
Duration QoS::deadline() const
{
  return Duration::from_rmw_time(profile_.deadline);
}
Duration QoS::lifespan() const
{
  return Duration::from_rmw_time(profile_.lifespan);
}
LivelinessPolicy QoS::liveliness() const
{
  return static_cast<LivelinessPolicy>(profile_.liveliness);
}
Duration QoS::liveliness_lease_duration() const
{
  return Duration::from_rmw_time(profile_.liveliness_lease_duration);
}
bool QoS::avoid_ros_namespace_conventions() const
{
  return profile_.avoid_ros_namespace_conventions;
}

bool operator==(const QoS & left, const QoS & right)
{
  const rmw_qos_profile_t & a = left.get_rmw_qos_profile();
  const rmw_qos_profile_t & b = right.get_rmw_qos_profile();
  const auto same_time = [](const rmw_time_t & x, const rmw_time_t & y) {
    return x.sec == y.sec && x.nsec == y.nsec;
  };
  return a.history == b.history && a.depth == b.depth && a.reliability == b.reliability &&
         a.durability == b.durability && same_time(a.deadline, b.deadline) &&
         same_time(a.lifespan, b.lifespan) && a.liveliness == b.liveliness &&
         same_time(a.liveliness_lease_duration, b.liveliness_lease_duration) &&
         a.avoid_ros_namespace_conventions == b.avoid_ros_namespace_conventions;
}

bool operator!=(const QoS & left, const QoS & right)
{
  return !(left == right);
}

QoSCheckCompatibleResult qos_check_compatible(
  const QoS & publisher_qos, const QoS & subscription_qos)
{
  rmw::Compatibility result = rmw::check_compatibility(
    publisher_qos.get_rmw_qos_profile(), subscription_qos.get_rmw_qos_profile());
  switch (result.type) {
    case RMW_QOS_COMPATIBILITY_OK:
      return {QoSCompatibility::Ok, std::move(result.reason)};
    case RMW_QOS_COMPATIBILITY_WARNING:
      return {QoSCompatibility::Warning, std::move(result.reason)};
    default:
      return {QoSCompatibility::Error, std::move(result.reason)};
  }
}

ClockQoS::ClockQoS(const QoSInitialization & qos_initialization)
: QoS(qos_initialization, rmw_qos_profile_sensor_data)
{
}

SensorDataQoS::SensorDataQoS(const QoSInitialization & qos_initialization)
: QoS(qos_initialization, rmw_qos_profile_sensor_data)
{
}

ParametersQoS::ParametersQoS(const QoSInitialization & qos_initialization)
: QoS(qos_initialization, rmw_qos_profile_parameters)
{
}

ServicesQoS::ServicesQoS(const QoSInitialization & qos_initialization)
: QoS(qos_initialization, rmw_qos_profile_services_default)
{
}

ParameterEventsQoS::ParameterEventsQoS(const QoSInitialization & qos_initialization)
: QoS(qos_initialization, rmw_qos_profile_parameter_events)
{
}

RosoutQoS::RosoutQoS(const QoSInitialization & rosout_qos_initialization)
: QoS(rosout_qos_initialization, rmw_qos_profile_rosout_default)
{
}

SystemDefaultsQoS::SystemDefaultsQoS(const QoSInitialization & qos_initialization)
: QoS(qos_initialization, rmw_qos_profile_system_default)
{
}

BestAvailableQoS::BestAvailableQoS(const QoSInitialization & qos_initialization)
: QoS(qos_initialization, rmw_qos_profile_best_available)
{
}

}  // namespace rclcpp
