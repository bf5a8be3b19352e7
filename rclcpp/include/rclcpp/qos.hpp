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

/// The number of messages that an endpoint stores: the newest `depth` (KeepLast) or all (KeepAll).
enum class HistoryPolicy
{
  KeepLast = RMW_QOS_POLICY_HISTORY_KEEP_LAST,
  KeepAll = RMW_QOS_POLICY_HISTORY_KEEP_ALL,
  SystemDefault = RMW_QOS_POLICY_HISTORY_SYSTEM_DEFAULT,
  Unknown = RMW_QOS_POLICY_HISTORY_UNKNOWN,
};

/// The choice between retransmitting lost messages (Reliable) and losing them (BestEffort).
enum class ReliabilityPolicy
{
  BestEffort = RMW_QOS_POLICY_RELIABILITY_BEST_EFFORT,
  Reliable = RMW_QOS_POLICY_RELIABILITY_RELIABLE,
  SystemDefault = RMW_QOS_POLICY_RELIABILITY_SYSTEM_DEFAULT,
  BestAvailable = RMW_QOS_POLICY_RELIABILITY_BEST_AVAILABLE,
  Unknown = RMW_QOS_POLICY_RELIABILITY_UNKNOWN,
};

/// The choice whether a late subscription gets stored messages (TransientLocal) or not (Volatile).
enum class DurabilityPolicy
{
  Volatile = RMW_QOS_POLICY_DURABILITY_VOLATILE,
  TransientLocal = RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL,
  SystemDefault = RMW_QOS_POLICY_DURABILITY_SYSTEM_DEFAULT,
  BestAvailable = RMW_QOS_POLICY_DURABILITY_BEST_AVAILABLE,
  Unknown = RMW_QOS_POLICY_DURABILITY_UNKNOWN,
};

/// The way a publisher proves that it is alive: the middleware does it (Automatic), or the program
/// does it with assert_liveliness() or by publishing (ManualByTopic).
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
  /// KEEP_LAST or KEEP_ALL; SYSTEM_DEFAULT is KEEP_LAST in RxROS2.
  rmw_qos_history_policy_t history_policy;
  /// The number of stored messages for KEEP_LAST; 0 for KEEP_ALL.
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
  /// Creates a history of `depth` messages. A depth of 0 logs a warning unless
  /// `print_depth_warning` is false, and the endpoint uses depth 1.
  explicit KeepLast(std::size_t depth, bool print_depth_warning = true);
};

/// A set of QoS policies. Setters return *this, so that calls can be chained. A plain value.
class RCLCPP_PUBLIC QoS
{
public:
  /// Creates a QoS with the given history and depth; all other policies come from
  /// `initial_profile`.
  explicit QoS(
    const QoSInitialization & qos_initialization,
    const rmw_qos_profile_t & initial_profile = rmw_qos_profile_default);
  /// Creates KeepLast(history_depth), reliable, volatile.
  // NOLINTNEXTLINE(google-explicit-constructor): create_publisher(topic, 10)
  QoS(std::size_t history_depth);

  /// Returns the C struct of the profile.
  rmw_qos_profile_t & get_rmw_qos_profile() { return profile_; }
  /// Returns the C struct of the profile, read-only.
  const rmw_qos_profile_t & get_rmw_qos_profile() const { return profile_; }

  /// Sets the history policy and leaves the depth.
  QoS & history(HistoryPolicy history);
  /// Sets the history policy as a C enum value and leaves the depth.
  QoS & history(rmw_qos_history_policy_t history);
  /// Stores the newest `depth` messages (drop-oldest). A depth of 0 logs a warning.
  QoS & keep_last(std::size_t depth);
  /// Stores all messages; memory is the only limit. The depth becomes 0.
  QoS & keep_all();
  /// Sets the reliability policy as a C enum value.
  QoS & reliability(rmw_qos_reliability_policy_t reliability);
  /// Sets the reliability policy.
  QoS & reliability(ReliabilityPolicy reliability);
  /// Retransmits messages until the matched reliable subscriptions have them.
  QoS & reliable();
  /// Sends each message once; lost messages are not retransmitted.
  QoS & best_effort();
  /// Chooses reliable or best effort so that the endpoint matches as many existing peers as
  /// possible.
  QoS & reliability_best_available();
  /// Sets the durability policy as a C enum value.
  QoS & durability(rmw_qos_durability_policy_t durability);
  /// Sets the durability policy.
  QoS & durability(DurabilityPolicy durability);
  /// Delivers messages only to subscriptions that are matched when they are published.
  QoS & durability_volatile();
  /// Stores messages for subscriptions that match later, as many as the history holds (latching).
  QoS & transient_local();
  /// Chooses volatile or transient local so that the endpoint matches as many existing peers as
  /// possible.
  QoS & durability_best_available();
  /// Sets the longest expected time between two messages. A zero time disables the deadline.
  QoS & deadline(rmw_time_t deadline);
  /// Sets the longest expected time between two messages. A zero duration disables the deadline.
  QoS & deadline(const rclcpp::Duration & deadline);
  /// Sets the age at which a message expires and is dropped. A zero time disables the lifespan.
  QoS & lifespan(rmw_time_t lifespan);
  /// Sets the age at which a message expires and is dropped. A zero duration disables the lifespan.
  QoS & lifespan(const rclcpp::Duration & lifespan);
  /// Sets the liveliness policy as a C enum value.
  QoS & liveliness(rmw_qos_liveliness_policy_t liveliness);
  /// Sets the liveliness policy.
  QoS & liveliness(LivelinessPolicy liveliness);
  /// Sets the time without a sign of life after which a publisher counts as not alive. A zero time
  /// means no limit.
  QoS & liveliness_lease_duration(rmw_time_t liveliness_lease_duration);
  /// Sets the time without a sign of life after which a publisher counts as not alive. A zero
  /// duration means no limit.
  QoS & liveliness_lease_duration(const rclcpp::Duration & liveliness_lease_duration);
  /// If true, uses the topic or service name as the DDS topic name, without ROS 2's prefixes such
  /// as "rt". The endpoint then communicates only with endpoints that do the same and with plain
  /// DDS programs.
  QoS & avoid_ros_namespace_conventions(bool avoid_ros_namespace_conventions);

  /// Returns the history policy.
  HistoryPolicy history() const;
  /// Returns the number of stored messages; it has a meaning only for HistoryPolicy::KeepLast.
  std::size_t depth() const;
  /// Returns the reliability policy.
  ReliabilityPolicy reliability() const;
  /// Returns the durability policy.
  DurabilityPolicy durability() const;
  /// Returns the longest expected time between two messages; zero means no deadline.
  Duration deadline() const;
  /// Returns the age at which a message expires; zero means never.
  Duration lifespan() const;
  /// Returns the liveliness policy.
  LivelinessPolicy liveliness() const;
  /// Returns the time without a sign of life after which a publisher counts as not alive; zero
  /// means no limit.
  Duration liveliness_lease_duration() const;
  /// Returns true if names get no ROS 2 prefix in DDS.
  bool avoid_ros_namespace_conventions() const;

private:
  rmw_qos_profile_t profile_;
};

/// Returns true if all policies are equal. Compares the values as set: SYSTEM_DEFAULT is not
/// resolved.
RCLCPP_PUBLIC bool operator==(const QoS & left, const QoS & right);
/// Returns true if at least one policy differs.
RCLCPP_PUBLIC bool operator!=(const QoS & left, const QoS & right);

/// The result of qos_check_compatible().
struct QoSCheckCompatibleResult
{
  /// The verdict: compatible, undecided or incompatible.
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
  /// Creates the QoS with the given history and depth, by default keep last 1.
  explicit ClockQoS(const QoSInitialization & qos_initialization = KeepLast(1));
};

/// The QoS of sensor data: keep last 5, best effort.
class RCLCPP_PUBLIC SensorDataQoS : public QoS
{
public:
  /// Creates the QoS with the given history and depth, by default keep last 5.
  explicit SensorDataQoS(
    const QoSInitialization & qos_initialization =
      QoSInitialization::from_rmw(rmw_qos_profile_sensor_data));
};

/// The QoS of parameter services: keep last 1000, reliable.
class RCLCPP_PUBLIC ParametersQoS : public QoS
{
public:
  /// Creates the QoS with the given history and depth, by default keep last 1000.
  explicit ParametersQoS(
    const QoSInitialization & qos_initialization =
      QoSInitialization::from_rmw(rmw_qos_profile_parameters));
};

/// The QoS of services: keep last 10, reliable.
class RCLCPP_PUBLIC ServicesQoS : public QoS
{
public:
  /// Creates the QoS with the given history and depth, by default keep last 10.
  explicit ServicesQoS(
    const QoSInitialization & qos_initialization =
      QoSInitialization::from_rmw(rmw_qos_profile_services_default));
};

/// The QoS of parameter events: keep last 1000, reliable.
class RCLCPP_PUBLIC ParameterEventsQoS : public QoS
{
public:
  /// Creates the QoS with the given history and depth, by default keep last 1000.
  explicit ParameterEventsQoS(
    const QoSInitialization & qos_initialization =
      QoSInitialization::from_rmw(rmw_qos_profile_parameter_events));
};

/// The QoS of /rosout: keep last 1000, reliable, transient local, lifespan 10 s.
class RCLCPP_PUBLIC RosoutQoS : public QoS
{
public:
  /// Creates the QoS with the given history and depth, by default keep last 1000.
  explicit RosoutQoS(const QoSInitialization & rosout_qos_initialization = KeepLast(1000));
};

/// The defaults of the middleware: for RxROS2's keep last 1, reliable, volatile.
class RCLCPP_PUBLIC SystemDefaultsQoS : public QoS
{
public:
  /// Creates the QoS with the given history and depth, by default the system default.
  explicit SystemDefaultsQoS(
    const QoSInitialization & qos_initialization =
      QoSInitialization::from_rmw(rmw_qos_profile_system_default));
};

/// Matches as many as possible of the endpoints that exist at creation; resolved only once.
class RCLCPP_PUBLIC BestAvailableQoS : public QoS
{
public:
  /// Creates the QoS with the given history and depth, by default keep last 10.
  explicit BestAvailableQoS(
    const QoSInitialization & qos_initialization =
      QoSInitialization::from_rmw(rmw_qos_profile_best_available));
};

}  // namespace rclcpp

#endif  // RCLCPP__QOS_HPP_
