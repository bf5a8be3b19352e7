// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Group: Quality of service
#include "api.hpp"
#include "rclcpp/rclcpp.hpp"

using rclcpp::Duration;
using rclcpp::QoS;

HEADER("rclcpp/qos.hpp");
FUNCTION(std::string, rclcpp::qos_policy_name_from_kind, (rmw_qos_policy_kind_t));
ENUMERATORS(rclcpp::HistoryPolicy, KeepLast, KeepAll, SystemDefault, Unknown);
ENUMERATORS(rclcpp::ReliabilityPolicy, BestEffort, Reliable, SystemDefault, BestAvailable, Unknown);
ENUMERATORS(
  rclcpp::DurabilityPolicy, Volatile, TransientLocal, SystemDefault, BestAvailable, Unknown);
ENUMERATORS(
  rclcpp::LivelinessPolicy, Automatic, ManualByTopic, SystemDefault, BestAvailable, Unknown);
ENUMERATORS(rclcpp::QoSCompatibility, Ok, Warning, Error);
TYPE(rclcpp::QoSInitialization);
CONSTRUCTOR(rclcpp::QoSInitialization, (rmw_qos_history_policy_t, std::size_t));
FUNCTION(
  rclcpp::QoSInitialization, rclcpp::QoSInitialization::from_rmw, (const rmw_qos_profile_t &));
FIELD(rmw_qos_history_policy_t, rclcpp::QoSInitialization, history_policy);
FIELD(std::size_t, rclcpp::QoSInitialization, depth);
CONSTRUCTOR(rclcpp::KeepAll, ());
CONSTRUCTOR(rclcpp::KeepLast, (std::size_t));
TYPE(rclcpp::QoS);
CONSTRUCTOR(QoS, (const rclcpp::QoSInitialization &, const rmw_qos_profile_t &));
CONSTRUCTOR(QoS, (std::size_t));
METHOD(rmw_qos_profile_t &, QoS, get_rmw_qos_profile, ());
METHOD(const rmw_qos_profile_t &, const QoS, get_rmw_qos_profile, ());
METHOD(QoS &, QoS, history, (rclcpp::HistoryPolicy));
METHOD(QoS &, QoS, history, (rmw_qos_history_policy_t));
METHOD(QoS &, QoS, keep_last, (std::size_t));
METHOD(QoS &, QoS, keep_all, ());
METHOD(QoS &, QoS, reliability, (rmw_qos_reliability_policy_t));
METHOD(QoS &, QoS, reliability, (rclcpp::ReliabilityPolicy));
METHOD(QoS &, QoS, reliable, ());
METHOD(QoS &, QoS, best_effort, ());
METHOD(QoS &, QoS, reliability_best_available, ());
METHOD(QoS &, QoS, durability, (rmw_qos_durability_policy_t));
METHOD(QoS &, QoS, durability, (rclcpp::DurabilityPolicy));
METHOD(QoS &, QoS, durability_volatile, ());
METHOD(QoS &, QoS, transient_local, ());
METHOD(QoS &, QoS, durability_best_available, ());
METHOD(QoS &, QoS, deadline, (rmw_time_t));
METHOD(QoS &, QoS, deadline, (const Duration &));
METHOD(QoS &, QoS, lifespan, (rmw_time_t));
METHOD(QoS &, QoS, lifespan, (const Duration &));
METHOD(QoS &, QoS, liveliness, (rmw_qos_liveliness_policy_t));
METHOD(QoS &, QoS, liveliness, (rclcpp::LivelinessPolicy));
METHOD(QoS &, QoS, liveliness_lease_duration, (rmw_time_t));
METHOD(QoS &, QoS, liveliness_lease_duration, (const Duration &));
METHOD(QoS &, QoS, avoid_ros_namespace_conventions, (bool));
METHOD(rclcpp::HistoryPolicy, const QoS, history, ());
METHOD(std::size_t, const QoS, depth, ());
METHOD(rclcpp::ReliabilityPolicy, const QoS, reliability, ());
METHOD(rclcpp::DurabilityPolicy, const QoS, durability, ());
METHOD(Duration, const QoS, deadline, ());
METHOD(Duration, const QoS, lifespan, ());
METHOD(rclcpp::LivelinessPolicy, const QoS, liveliness, ());
METHOD(Duration, const QoS, liveliness_lease_duration, ());
METHOD(bool, const QoS, avoid_ros_namespace_conventions, ());
FUNCTION(bool, rclcpp::operator==, (const QoS &, const QoS &));
FUNCTION(bool, rclcpp::operator!=, (const QoS &, const QoS &));
TYPE(rclcpp::QoSCheckCompatibleResult);
FIELD(rclcpp::QoSCompatibility, rclcpp::QoSCheckCompatibleResult, compatibility);
FIELD(std::string, rclcpp::QoSCheckCompatibleResult, reason);
FUNCTION(
  rclcpp::QoSCheckCompatibleResult, rclcpp::qos_check_compatible, (const QoS &, const QoS &));
CONSTRUCTOR(rclcpp::ClockQoS, (const rclcpp::QoSInitialization &));
CONSTRUCTOR(rclcpp::SensorDataQoS, (const rclcpp::QoSInitialization &));
CONSTRUCTOR(rclcpp::ParametersQoS, (const rclcpp::QoSInitialization &));
CONSTRUCTOR(rclcpp::ServicesQoS, (const rclcpp::QoSInitialization &));
CONSTRUCTOR(rclcpp::ParameterEventsQoS, (const rclcpp::QoSInitialization &));
CONSTRUCTOR(rclcpp::RosoutQoS, (const rclcpp::QoSInitialization &));
CONSTRUCTOR(rclcpp::SystemDefaultsQoS, (const rclcpp::QoSInitialization &));
CONSTRUCTOR(rclcpp::BestAvailableQoS, (const rclcpp::QoSInitialization &));

HEADER("rclcpp/qos_overriding_options.hpp");
ENUMERATORS(
  rclcpp::QosPolicyKind, AvoidRosNamespaceConventions, Deadline, Depth, Durability, History,
  Lifespan, Liveliness, LivelinessLeaseDuration, Reliability, Invalid);
FUNCTION(const char *, rclcpp::qos_policy_kind_to_cstr, (const rclcpp::QosPolicyKind &));
FUNCTION(std::ostream &, rclcpp::operator<<, (std::ostream &, const rclcpp::QosPolicyKind &));
TYPE(rclcpp::QosCallbackResult);
TYPE(rclcpp::QosCallback);
TYPE(rclcpp::QosOverridingOptions);
CONSTRUCTOR(rclcpp::QosOverridingOptions, ());
CONSTRUCTOR(
  rclcpp::QosOverridingOptions,
  (std::initializer_list<rclcpp::QosPolicyKind>, rclcpp::QosCallback, std::string));
FUNCTION(
  rclcpp::QosOverridingOptions, rclcpp::QosOverridingOptions::with_default_policies,
  (rclcpp::QosCallback, std::string));
METHOD(const std::string &, const rclcpp::QosOverridingOptions, get_id, ());
METHOD(
  const std::vector<rclcpp::QosPolicyKind> &, const rclcpp::QosOverridingOptions, get_policy_kinds,
  ());
METHOD(
  const rclcpp::QosCallback &, const rclcpp::QosOverridingOptions, get_validation_callback, ());
