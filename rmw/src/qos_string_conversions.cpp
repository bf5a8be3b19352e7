// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// One table per policy: its values and their texts.

#include "rmw/qos_string_conversions.h"

#include <cstring>

namespace
{

template <typename Value>
struct Name
{
  Value value;
  const char * text;
};

constexpr Name<rmw_qos_policy_kind_t> kinds[] = {
  {RMW_QOS_POLICY_DURABILITY, "durability"},
  {RMW_QOS_POLICY_DEADLINE, "deadline"},
  {RMW_QOS_POLICY_LIVELINESS, "liveliness"},
  {RMW_QOS_POLICY_RELIABILITY, "reliability"},
  {RMW_QOS_POLICY_HISTORY, "history"},
  {RMW_QOS_POLICY_LIFESPAN, "lifespan"},
  {RMW_QOS_POLICY_DEPTH, "depth"},
  {RMW_QOS_POLICY_LIVELINESS_LEASE_DURATION, "liveliness_lease_duration"},
  {RMW_QOS_POLICY_AVOID_ROS_NAMESPACE_CONVENTIONS, "avoid_ros_namespace_conventions"}};

constexpr Name<rmw_qos_reliability_policy_t> reliabilities[] = {
  {RMW_QOS_POLICY_RELIABILITY_SYSTEM_DEFAULT, "system_default"},
  {RMW_QOS_POLICY_RELIABILITY_RELIABLE, "reliable"},
  {RMW_QOS_POLICY_RELIABILITY_BEST_EFFORT, "best_effort"},
  {RMW_QOS_POLICY_RELIABILITY_BEST_AVAILABLE, "best_available"}};

constexpr Name<rmw_qos_durability_policy_t> durabilities[] = {
  {RMW_QOS_POLICY_DURABILITY_SYSTEM_DEFAULT, "system_default"},
  {RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL, "transient_local"},
  {RMW_QOS_POLICY_DURABILITY_VOLATILE, "volatile"},
  {RMW_QOS_POLICY_DURABILITY_BEST_AVAILABLE, "best_available"}};

constexpr Name<rmw_qos_history_policy_t> histories[] = {
  {RMW_QOS_POLICY_HISTORY_SYSTEM_DEFAULT, "system_default"},
  {RMW_QOS_POLICY_HISTORY_KEEP_LAST, "keep_last"},
  {RMW_QOS_POLICY_HISTORY_KEEP_ALL, "keep_all"}};

constexpr Name<rmw_qos_liveliness_policy_t> livelinesses[] = {
  {RMW_QOS_POLICY_LIVELINESS_SYSTEM_DEFAULT, "system_default"},
  {RMW_QOS_POLICY_LIVELINESS_AUTOMATIC, "automatic"},
  {RMW_QOS_POLICY_LIVELINESS_MANUAL_BY_TOPIC, "manual_by_topic"},
  {RMW_QOS_POLICY_LIVELINESS_BEST_AVAILABLE, "best_available"}};

template <typename Value, std::size_t size>
const char * to_text(const Name<Value> (&table)[size], Value value)
{
  for (const auto & entry : table) {
    if (entry.value == value) {
      return entry.text;
    }
  }
  return nullptr;
}

template <typename Value, std::size_t size>
Value from_text(const Name<Value> (&table)[size], const char * text, Value unknown)
{
  for (const auto & entry : table) {
    if (text && std::strcmp(entry.text, text) == 0) {
      return entry.value;
    }
  }
  return unknown;
}

}  // namespace

extern "C" {

const char * rmw_qos_policy_kind_to_str(rmw_qos_policy_kind_t kind)
{
  return to_text(kinds, kind);
}

const char * rmw_qos_reliability_policy_to_str(rmw_qos_reliability_policy_t value)
{
  return to_text(reliabilities, value);
}

const char * rmw_qos_durability_policy_to_str(rmw_qos_durability_policy_t value)
{
  return to_text(durabilities, value);
}

const char * rmw_qos_history_policy_to_str(rmw_qos_history_policy_t value)
{
  return to_text(histories, value);
}

const char * rmw_qos_liveliness_policy_to_str(rmw_qos_liveliness_policy_t value)
{
  return to_text(livelinesses, value);
}

rmw_qos_policy_kind_t rmw_qos_policy_kind_from_str(const char * str)
{
  return from_text(kinds, str, RMW_QOS_POLICY_INVALID);
}

rmw_qos_reliability_policy_t rmw_qos_reliability_policy_from_str(const char * str)
{
  return from_text(reliabilities, str, RMW_QOS_POLICY_RELIABILITY_UNKNOWN);
}

rmw_qos_durability_policy_t rmw_qos_durability_policy_from_str(const char * str)
{
  return from_text(durabilities, str, RMW_QOS_POLICY_DURABILITY_UNKNOWN);
}

rmw_qos_history_policy_t rmw_qos_history_policy_from_str(const char * str)
{
  return from_text(histories, str, RMW_QOS_POLICY_HISTORY_UNKNOWN);
}

rmw_qos_liveliness_policy_t rmw_qos_liveliness_policy_from_str(const char * str)
{
  return from_text(livelinesses, str, RMW_QOS_POLICY_LIVELINESS_UNKNOWN);
}

}  // extern "C"
