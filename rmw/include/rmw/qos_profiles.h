// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// ROS 2's QoS profiles, on which rclcpp's QoS classes are based.

#ifndef RMW__QOS_PROFILES_H_
#define RMW__QOS_PROFILES_H_

#include "rmw/types.h"

#define RMW__QOS_PROFILE(HISTORY, DEPTH, RELIABILITY, DURABILITY) \
  {RMW_QOS_POLICY_HISTORY_##HISTORY,                              \
   DEPTH,                                                         \
   RMW_QOS_POLICY_RELIABILITY_##RELIABILITY,                      \
   RMW_QOS_POLICY_DURABILITY_##DURABILITY,                        \
   RMW_QOS_DEADLINE_DEFAULT,                                      \
   RMW_QOS_LIFESPAN_DEFAULT,                                      \
   RMW_QOS_POLICY_LIVELINESS_SYSTEM_DEFAULT,                      \
   RMW_QOS_LIVELINESS_LEASE_DURATION_DEFAULT,                     \
   false}

static const rmw_qos_profile_t rmw_qos_profile_sensor_data =
  RMW__QOS_PROFILE(KEEP_LAST, 5, BEST_EFFORT, VOLATILE);

static const rmw_qos_profile_t rmw_qos_profile_parameters =
  RMW__QOS_PROFILE(KEEP_LAST, 1000, RELIABLE, VOLATILE);

static const rmw_qos_profile_t rmw_qos_profile_default =
  RMW__QOS_PROFILE(KEEP_LAST, 10, RELIABLE, VOLATILE);

static const rmw_qos_profile_t rmw_qos_profile_services_default =
  RMW__QOS_PROFILE(KEEP_LAST, 10, RELIABLE, VOLATILE);

static const rmw_qos_profile_t rmw_qos_profile_parameter_events =
  RMW__QOS_PROFILE(KEEP_LAST, 1000, RELIABLE, VOLATILE);

/// ROS 2 has this one in rcl (rcl_qos_profile_rosout_default): late readers get 10 s of log
/// messages.
static const rmw_qos_profile_t rmw_qos_profile_rosout_default = {
  RMW_QOS_POLICY_HISTORY_KEEP_LAST,
  1000,
  RMW_QOS_POLICY_RELIABILITY_RELIABLE,
  RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL,
  RMW_QOS_DEADLINE_DEFAULT,
  {10, 0},
  RMW_QOS_POLICY_LIVELINESS_SYSTEM_DEFAULT,
  RMW_QOS_LIVELINESS_LEASE_DURATION_DEFAULT,
  false};

static const rmw_qos_profile_t rmw_qos_profile_system_default = RMW__QOS_PROFILE(
  SYSTEM_DEFAULT, RMW_QOS_POLICY_DEPTH_SYSTEM_DEFAULT, SYSTEM_DEFAULT, SYSTEM_DEFAULT);

static const rmw_qos_profile_t rmw_qos_profile_best_available = {
  RMW_QOS_POLICY_HISTORY_KEEP_LAST,
  10,
  RMW_QOS_POLICY_RELIABILITY_BEST_AVAILABLE,
  RMW_QOS_POLICY_DURABILITY_BEST_AVAILABLE,
  RMW_QOS_DEADLINE_BEST_AVAILABLE,
  RMW_QOS_LIFESPAN_DEFAULT,
  RMW_QOS_POLICY_LIVELINESS_BEST_AVAILABLE,
  RMW_QOS_LIVELINESS_LEASE_DURATION_BEST_AVAILABLE,
  false};

static const rmw_qos_profile_t rmw_qos_profile_unknown = {
  RMW_QOS_POLICY_HISTORY_UNKNOWN,
  RMW_QOS_POLICY_DEPTH_SYSTEM_DEFAULT,
  RMW_QOS_POLICY_RELIABILITY_UNKNOWN,
  RMW_QOS_POLICY_DURABILITY_UNKNOWN,
  RMW_QOS_DEADLINE_DEFAULT,
  RMW_QOS_LIFESPAN_DEFAULT,
  RMW_QOS_POLICY_LIVELINESS_UNKNOWN,
  RMW_QOS_LIVELINESS_LEASE_DURATION_DEFAULT,
  false};

#undef RMW__QOS_PROFILE

#endif  // RMW__QOS_PROFILES_H_
