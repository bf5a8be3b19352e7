// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Quality of service (QoS) of publishers, subscriptions, services and clients: policies and ROS 2's
// profiles.
#ifndef RCLCPP__QOS_HPP_
#define RCLCPP__QOS_HPP_

#include <cstddef>
#include <string>

#include "rcl/logging_rosout.h"
#include "rclcpp/duration.hpp"
#include "rclcpp/exceptions.hpp"
#include "rclcpp/visibility_control.hpp"
#include "rmw/qos_policy_kind.h"
#include "rmw/qos_profiles.h"
#include "rmw/types.h"

namespace rclcpp
{

/// Returns the name of a policy, such as "RELIABILITY_QOS_POLICY".
RCLCPP_PUBLIC std::string qos_policy_name_from_kind(rmw_qos_policy_kind_t policy_kind);

enum class HistoryPolicy
{
  KeepLast = RMW_QOS_POLICY_HISTORY_KEEP_LAST,
  KeepAll = RMW_QOS_POLICY_HISTORY_KEEP_ALL,
  SystemDefault = RMW_QOS_POLICY_HISTORY_SYSTEM_DEFAULT,
  Unknown = RMW_QOS_POLICY_HISTORY_UNKNOWN,
};

enum class ReliabilityPolicy
{
  BestEffort = RMW_QOS_POLICY_RELIABILITY_BEST_EFFORT,
  Reliable = RMW_QOS_POLICY_RELIABILITY_RELIABLE,
  SystemDefault = RMW_QOS_POLICY_RELIABILITY_SYSTEM_DEFAULT,
  BestAvailable = RMW_QOS_POLICY_RELIABILITY_BEST_AVAILABLE,
  Unknown = RMW_QOS_POLICY_RELIABILITY_UNKNOWN,
};

enum class DurabilityPolicy
{
  Volatile = RMW_QOS_POLICY_DURABILITY_VOLATILE,
  TransientLocal = RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL,
  SystemDefault = RMW_QOS_POLICY_DURABILITY_SYSTEM_DEFAULT,
  BestAvailable = RMW_QOS_POLICY_DURABILITY_BEST_AVAILABLE,
  Unknown = RMW_QOS_POLICY_DURABILITY_UNKNOWN,
};

enum class LivelinessPolicy
{
  Automatic = RMW_QOS_POLICY_LIVELINESS_AUTOMATIC,
  ManualByTopic = RMW_QOS_POLICY_LIVELINESS_MANUAL_BY_TOPIC,
  SystemDefault = RMW_QOS_POLICY_LIVELINESS_SYSTEM_DEFAULT,
  BestAvailable = RMW_QOS_POLICY_LIVELINESS_BEST_AVAILABLE,
  Unknown = RMW_QOS_POLICY_LIVELINESS_UNKNOWN,
};

/// The result of a QoS compatibility check.
enum class QoSCompatibility
{
  Ok,
  /// May be compatible, depending on the value that a SYSTEM_DEFAULT policy resolves to.
  Warning,
  Error,
};

/// The history policy and depth, which every QoS must specify.
struct RCLCPP_PUBLIC QoSInitialization
{
  rmw_qos_history_policy_t history_policy;
  std::size_t depth;

  /// With `print_depth_warning`, a depth of 0 with keep last logs a warning: no data could be
  /// stored.
  QoSInitialization(
    rmw_qos_history_policy_t history_policy_arg, std::size_t depth_arg,
    bool print_depth_warning = true);
  /// Returns the history and depth of a profile.
  static QoSInitialization from_rmw(const rmw_qos_profile_t & rmw_qos);
};

/// Drops nothing; memory is the only limit.
struct RCLCPP_PUBLIC KeepAll : public QoSInitialization
{
  KeepAll();
};

/// Keeps the newest `depth` messages (drop-oldest).
struct RCLCPP_PUBLIC KeepLast : public QoSInitialization
{
  explicit KeepLast(std::size_t depth, bool print_depth_warning = true);
};

/// A set of QoS policies. Setters return *this, so that calls can be chained. A plain value.
class RCLCPP_PUBLIC QoS
{
public:
  explicit QoS(
    const QoSInitialization & qos_initialization,
    const rmw_qos_profile_t & initial_profile = rmw_qos_profile_default);
  /// Creates KeepLast(history_depth), reliable, volatile.
  // NOLINTNEXTLINE(google-explicit-constructor): create_publisher(topic, 10)
  QoS(std::size_t history_depth);

  /// Returns the C struct of the profile.
  rmw_qos_profile_t & get_rmw_qos_profile() { return profile_; }
  const rmw_qos_profile_t & get_rmw_qos_profile() const { return profile_; }

  QoS & history(HistoryPolicy history);
  QoS & history(rmw_qos_history_policy_t history);
  QoS & keep_last(std::size_t depth);
  QoS & keep_all();
  QoS & reliability(rmw_qos_reliability_policy_t reliability);
  QoS & reliability(ReliabilityPolicy reliability);
  QoS & reliable();
  QoS & best_effort();
  QoS & reliability_best_available();
  QoS & durability(rmw_qos_durability_policy_t durability);
  QoS & durability(DurabilityPolicy durability);
  QoS & durability_volatile();
  QoS & transient_local();
  QoS & durability_best_available();
  QoS & deadline(rmw_time_t deadline);
  QoS & deadline(const rclcpp::Duration & deadline);
  QoS & lifespan(rmw_time_t lifespan);
  QoS & lifespan(const rclcpp::Duration & lifespan);
  QoS & liveliness(rmw_qos_liveliness_policy_t liveliness);
  QoS & liveliness(LivelinessPolicy liveliness);
  QoS & liveliness_lease_duration(rmw_time_t liveliness_lease_duration);
  QoS & liveliness_lease_duration(const rclcpp::Duration & liveliness_lease_duration);
  QoS & avoid_ros_namespace_conventions(bool avoid_ros_namespace_conventions);

  HistoryPolicy history() const;
  std::size_t depth() const;
  ReliabilityPolicy reliability() const;
  DurabilityPolicy durability() const;
  Duration deadline() const;
  Duration lifespan() const;
  LivelinessPolicy liveliness() const;
  Duration liveliness_lease_duration() const;
  bool avoid_ros_namespace_conventions() const;

private:
  rmw_qos_profile_t profile_;
};

RCLCPP_PUBLIC bool operator==(const QoS & left, const QoS & right);
RCLCPP_PUBLIC bool operator!=(const QoS & left, const QoS & right);

/// The result of qos_check_compatible().
struct QoSCheckCompatibleResult
{
  QoSCompatibility compatibility;
  /// The reasons; empty if Ok, otherwise one sentence per policy.
  std::string reason;
};

/// Checks whether a publisher with the first QoS matches a subscription with the second one.
RCLCPP_PUBLIC QoSCheckCompatibleResult
qos_check_compatible(const QoS & publisher_qos, const QoS & subscription_qos);

/// The QoS of /clock: keep last 1, best effort.
class RCLCPP_PUBLIC ClockQoS : public QoS
{
public:
  explicit ClockQoS(const QoSInitialization & qos_initialization = KeepLast(1));
};

/// The QoS of sensor data: keep last 5, best effort.
class RCLCPP_PUBLIC SensorDataQoS : public QoS
{
public:
  explicit SensorDataQoS(
    const QoSInitialization & qos_initialization =
      QoSInitialization::from_rmw(rmw_qos_profile_sensor_data));
};

/// The QoS of parameter services: keep last 1000, reliable.
class RCLCPP_PUBLIC ParametersQoS : public QoS
{
public:
  explicit ParametersQoS(
    const QoSInitialization & qos_initialization =
      QoSInitialization::from_rmw(rmw_qos_profile_parameters));
};

/// The QoS of services: keep last 10, reliable.
class RCLCPP_PUBLIC ServicesQoS : public QoS
{
public:
  explicit ServicesQoS(
    const QoSInitialization & qos_initialization =
      QoSInitialization::from_rmw(rmw_qos_profile_services_default));
};

/// The QoS of parameter events: keep last 1000, reliable.
class RCLCPP_PUBLIC ParameterEventsQoS : public QoS
{
public:
  explicit ParameterEventsQoS(
    const QoSInitialization & qos_initialization =
      QoSInitialization::from_rmw(rmw_qos_profile_parameter_events));
};

/// The QoS of /rosout: keep last 1000, reliable, transient local, lifespan 10 s.
class RCLCPP_PUBLIC RosoutQoS : public QoS
{
public:
  explicit RosoutQoS(const QoSInitialization & rosout_qos_initialization = KeepLast(1000));
};

/// The defaults of the middleware: for RxROS2's keep last 1, reliable, volatile.
class RCLCPP_PUBLIC SystemDefaultsQoS : public QoS
{
public:
  explicit SystemDefaultsQoS(
    const QoSInitialization & qos_initialization =
      QoSInitialization::from_rmw(rmw_qos_profile_system_default));
};

/// Matches as many as possible of the endpoints that exist at creation; resolved only once.
class RCLCPP_PUBLIC BestAvailableQoS : public QoS
{
public:
  explicit BestAvailableQoS(
    const QoSInitialization & qos_initialization =
      QoSInitialization::from_rmw(rmw_qos_profile_best_available));
};

}  // namespace rclcpp

#endif  // RCLCPP__QOS_HPP_
