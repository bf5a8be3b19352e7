// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Converts ROS 2's QoS profiles to DDS's and back.

#ifndef CYCLONEDDS__QOS_MAPPING_HPP_
#define CYCLONEDDS__QOS_MAPPING_HPP_

#include <cstdint>
#include <string_view>

#include "cyclonedds/cyclone.hpp"
#include "graph_impl.hpp"
#include "rmw/endpoint.hpp"
#include "rmw/qos_policy_kind.h"

namespace rmw::detail
{

/// `profile` is a result of rmw::resolve().
void set_qos(
  dds_qos_t * qos, EndpointKind kind, const rmw_qos_profile_t & profile,
  std::string_view user_data);

/// Returns the profile of a remote endpoint; values that ROS 2 does not have become UNKNOWN.
rmw_qos_profile_t profile_of(const dds_qos_t * qos);
std::string user_data_of(const dds_qos_t * qos);
/// Returns the process of a remote participant, as far as it is announced.
Process process_of(const dds_qos_t * qos);

struct PolicyName
{
  rmw_qos_policy_kind_t kind;
  const char * name;
};
/// Returns the policy of an incompatible-QoS status of DDS.
PolicyName policy_of(std::uint32_t dds_policy_id);

}  // namespace rmw::detail

#endif  // CYCLONEDDS__QOS_MAPPING_HPP_
