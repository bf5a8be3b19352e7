// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// ROS 2's QoS profiles to DDS's and back.

#ifndef CYCLONEDDS__QOS_MAPPING_HPP_
#define CYCLONEDDS__QOS_MAPPING_HPP_

#include <cstdint>
#include <string_view>

#include "cyclonedds/cyclone.hpp"
#include "rmw/endpoint.hpp"
#include "rmw/qos_policy_kind.h"

namespace rmw::detail
{

/// `profile` as rmw::resolve() returns it.
void set_qos(
  dds_qos_t * qos, EndpointKind kind, const rmw_qos_profile_t & profile,
  std::string_view user_data);

/// Of a remote endpoint; policies that ROS 2 has no word for become UNKNOWN.
rmw_qos_profile_t profile_of(const dds_qos_t * qos);
std::string user_data_of(const dds_qos_t * qos);

struct PolicyName
{
  rmw_qos_policy_kind_t kind;
  const char * name;
};
/// What an incompatible-QoS status of DDS speaks of.
PolicyName policy_of(std::uint32_t dds_policy_id);

}  // namespace rmw::detail

#endif  // CYCLONEDDS__QOS_MAPPING_HPP_
