// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Converts QoS policies to and from the texts of ROS 2's tools and qos_overrides parameters.

#ifndef RMW__QOS_STRING_CONVERSIONS_H_
#define RMW__QOS_STRING_CONVERSIONS_H_

#include "rmw/qos_policy_kind.h"
#include "rmw/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Returns "reliability", "durability", …; NULL for an invalid kind.
const char * rmw_qos_policy_kind_to_str(enum rmw_qos_policy_kind_e kind);
/// Return "reliable", "best_effort", "system_default", "best_available", …; NULL for UNKNOWN.
const char * rmw_qos_reliability_policy_to_str(enum rmw_qos_reliability_policy_e value);
const char * rmw_qos_durability_policy_to_str(enum rmw_qos_durability_policy_e value);
const char * rmw_qos_history_policy_to_str(enum rmw_qos_history_policy_e value);
const char * rmw_qos_liveliness_policy_to_str(enum rmw_qos_liveliness_policy_e value);

/// Parse a text; return RMW_QOS_POLICY_INVALID or …_UNKNOWN for any other text, including NULL.
enum rmw_qos_policy_kind_e rmw_qos_policy_kind_from_str(const char * str);
enum rmw_qos_reliability_policy_e rmw_qos_reliability_policy_from_str(const char * str);
enum rmw_qos_durability_policy_e rmw_qos_durability_policy_from_str(const char * str);
enum rmw_qos_history_policy_e rmw_qos_history_policy_from_str(const char * str);
enum rmw_qos_liveliness_policy_e rmw_qos_liveliness_policy_from_str(const char * str);

#ifdef __cplusplus
}
#endif

#endif  // RMW__QOS_STRING_CONVERSIONS_H_
