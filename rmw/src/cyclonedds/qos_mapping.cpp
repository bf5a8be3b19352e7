// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The table of QoS policies, in both directions.

#include "cyclonedds/qos_mapping.hpp"

#include <algorithm>

#include "rmw/qos_profiles.h"

namespace rmw::detail
{
namespace
{

static_assert(DDS_INFINITY == INT64_MAX, "both say infinite alike, so durations need no mapping");

}  // namespace

void set_qos(
  dds_qos_t * qos, EndpointKind kind, const rmw_qos_profile_t & profile, std::string_view user_data)
{
  const bool keep_all = profile.history == RMW_QOS_POLICY_HISTORY_KEEP_ALL;
  const dds_history_kind_t history = keep_all ? DDS_HISTORY_KEEP_ALL : DDS_HISTORY_KEEP_LAST;
  const auto depth = keep_all ? DDS_LENGTH_UNLIMITED : static_cast<std::int32_t>(profile.depth);
  dds_qset_history(qos, history, depth);

  // Infinite: ROS 2 has no maximum blocking time.
  if (profile.reliability == RMW_QOS_POLICY_RELIABILITY_RELIABLE) {
    dds_qset_reliability(qos, DDS_RELIABILITY_RELIABLE, DDS_INFINITY);
  } else {
    dds_qset_reliability(qos, DDS_RELIABILITY_BEST_EFFORT, 0);
  }
  if (profile.durability == RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL) {
    dds_qset_durability(qos, DDS_DURABILITY_TRANSIENT_LOCAL);
    dds_qset_durability_service(
      qos, 0, history, depth, DDS_LENGTH_UNLIMITED, DDS_LENGTH_UNLIMITED, DDS_LENGTH_UNLIMITED);
  } else {
    dds_qset_durability(qos, DDS_DURABILITY_VOLATILE);
  }
  dds_qset_liveliness(
    qos,
    profile.liveliness == RMW_QOS_POLICY_LIVELINESS_MANUAL_BY_TOPIC ? DDS_LIVELINESS_MANUAL_BY_TOPIC
                                                                    : DDS_LIVELINESS_AUTOMATIC,
    rmw_time_total_nsec(profile.liveliness_lease_duration));
  dds_qset_deadline(qos, rmw_time_total_nsec(profile.deadline));
  if (kind == EndpointKind::writer) {
    dds_qset_lifespan(qos, rmw_time_total_nsec(profile.lifespan));
    dds_qset_writer_data_lifecycle(qos, false);
  } else {
    // rclcpp delivers locally; other participants of this process get the samples.
    dds_qset_ignorelocal(qos, DDS_IGNORELOCAL_PARTICIPANT);
  }
  const dds_data_representation_id_t representations[] = {DDS_DATA_REPRESENTATION_XCDR1};
  dds_qset_data_representation(qos, 1, representations);
  dds_qset_userdata(qos, user_data.data(), user_data.size());
}

rmw_qos_profile_t profile_of(const dds_qos_t * qos)
{
  rmw_qos_profile_t out = rmw_qos_profile_unknown;
  dds_history_kind_t history;
  std::int32_t depth = 0;
  if (dds_qget_history(qos, &history, &depth)) {
    const bool keep_all = history == DDS_HISTORY_KEEP_ALL;
    out.history = keep_all ? RMW_QOS_POLICY_HISTORY_KEEP_ALL : RMW_QOS_POLICY_HISTORY_KEEP_LAST;
    out.depth = keep_all || depth < 0 ? 0 : static_cast<std::size_t>(depth);
  }
  dds_reliability_kind_t reliability;
  dds_duration_t blocking = 0;
  if (dds_qget_reliability(qos, &reliability, &blocking)) {
    out.reliability = reliability == DDS_RELIABILITY_RELIABLE
                        ? RMW_QOS_POLICY_RELIABILITY_RELIABLE
                        : RMW_QOS_POLICY_RELIABILITY_BEST_EFFORT;
  }
  dds_durability_kind_t durability;
  if (dds_qget_durability(qos, &durability)) {
    out.durability = durability == DDS_DURABILITY_VOLATILE ? RMW_QOS_POLICY_DURABILITY_VOLATILE
                     : durability == DDS_DURABILITY_TRANSIENT_LOCAL
                       ? RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL
                       : RMW_QOS_POLICY_DURABILITY_UNKNOWN;
  }
  dds_liveliness_kind_t liveliness;
  dds_duration_t lease = DDS_INFINITY;
  if (dds_qget_liveliness(qos, &liveliness, &lease)) {
    out.liveliness = liveliness == DDS_LIVELINESS_AUTOMATIC ? RMW_QOS_POLICY_LIVELINESS_AUTOMATIC
                     : liveliness == DDS_LIVELINESS_MANUAL_BY_TOPIC
                       ? RMW_QOS_POLICY_LIVELINESS_MANUAL_BY_TOPIC
                       : RMW_QOS_POLICY_LIVELINESS_UNKNOWN;
  }
  out.liveliness_lease_duration = rmw_time_from_nsec(lease);
  dds_duration_t deadline = DDS_INFINITY;
  dds_qget_deadline(qos, &deadline);
  out.deadline = rmw_time_from_nsec(deadline);
  dds_duration_t lifespan = DDS_INFINITY;
  dds_qget_lifespan(qos, &lifespan);
  out.lifespan = rmw_time_from_nsec(lifespan);
  return out;
}

std::string user_data_of(const dds_qos_t * qos)
{
  void * data = nullptr;
  std::size_t size = 0;
  std::string out;
  if (qos && dds_qget_userdata(qos, &data, &size) && data) {
    out.assign(static_cast<const char *>(data), size);
    dds_free(data);
  }
  return out;
}

namespace
{

std::string property(const dds_qos_t * qos, const char * name)
{
  char * value = nullptr;
  std::string out;
  if (qos && dds_qget_prop(qos, name, &value) && value) {
    out = value;
    dds_free(value);
  }
  return out;
}

}  // namespace

Process process_of(const dds_qos_t * qos)
{
  // Cyclone DDS announces the first names, Fast DDS the second ones.
  Process process{property(qos, "__Hostname"), property(qos, "__Pid")};
  if (process.host.empty() && process.id.empty()) {
    process = {
      property(qos, "fastdds.physical_data.host"), property(qos, "fastdds.physical_data.process")};
    process.host.resize(std::min(process.host.size(), process.host.find(':')));
  }
  return process;
}

PolicyName policy_of(std::uint32_t dds_policy_id)
{
  switch (dds_policy_id) {
    case DDS_DURABILITY_QOS_POLICY_ID:
      return {RMW_QOS_POLICY_DURABILITY, "DURABILITY"};
    case DDS_DEADLINE_QOS_POLICY_ID:
      return {RMW_QOS_POLICY_DEADLINE, "DEADLINE"};
    case DDS_LIVELINESS_QOS_POLICY_ID:
      return {RMW_QOS_POLICY_LIVELINESS, "LIVELINESS"};
    case DDS_RELIABILITY_QOS_POLICY_ID:
      return {RMW_QOS_POLICY_RELIABILITY, "RELIABILITY"};
    case DDS_HISTORY_QOS_POLICY_ID:
      return {RMW_QOS_POLICY_HISTORY, "HISTORY"};
    case DDS_LIFESPAN_QOS_POLICY_ID:
      return {RMW_QOS_POLICY_LIFESPAN, "LIFESPAN"};
    // Only peers that do not use ROS 2 set the others.
    case DDS_PRESENTATION_QOS_POLICY_ID:
      return {RMW_QOS_POLICY_INVALID, "PRESENTATION"};
    case DDS_LATENCYBUDGET_QOS_POLICY_ID:
      return {RMW_QOS_POLICY_INVALID, "LATENCY_BUDGET"};
    case DDS_OWNERSHIP_QOS_POLICY_ID:
      return {RMW_QOS_POLICY_INVALID, "OWNERSHIP"};
    case DDS_PARTITION_QOS_POLICY_ID:
      return {RMW_QOS_POLICY_INVALID, "PARTITION"};
    case DDS_DESTINATIONORDER_QOS_POLICY_ID:
      return {RMW_QOS_POLICY_INVALID, "DESTINATION_ORDER"};
    case DDS_TYPE_CONSISTENCY_ENFORCEMENT_QOS_POLICY_ID:
      return {RMW_QOS_POLICY_INVALID, "TYPE_CONSISTENCY_ENFORCEMENT"};
    case DDS_DATA_REPRESENTATION_QOS_POLICY_ID:
      return {RMW_QOS_POLICY_INVALID, "DATA_REPRESENTATION"};
    default:
      return {RMW_QOS_POLICY_INVALID, "INVALID"};
  }
}

}  // namespace rmw::detail
