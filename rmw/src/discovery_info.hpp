// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The message of ros_discovery_info: which nodes a participant has, and which endpoints they own.

#ifndef DISCOVERY_INFO_HPP_
#define DISCOVERY_INFO_HPP_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "rmw/participant.hpp"

namespace rmw::detail
{

inline constexpr const char * discovery_info_topic = "ros_discovery_info";
inline constexpr const char * discovery_info_type =
  "rmw_dds_common::msg::dds_::ParticipantEntitiesInfo_";
/// Of the 16-byte generation; Humble announces none.
inline constexpr const char * discovery_info_type_hash =
  "RIHS01_91a0593bacdcc50ea9bdcf849a938b128412cc1ea821245c663bcd26f83c295e";

/// rmw_dds_common/msg/NodeEntitiesInfo
struct NodeEntities
{
  std::string namespace_;
  std::string name;
  std::vector<Gid> readers;
  std::vector<Gid> writers;

  bool operator==(const NodeEntities &) const = default;
};

/// rmw_dds_common/msg/ParticipantEntitiesInfo
struct DiscoveryInfo
{
  Gid participant{};
  std::vector<NodeEntities> nodes;

  bool operator==(const DiscoveryInfo &) const = default;
};

/// With the CDR header, unpadded.
std::vector<std::byte> encode(const DiscoveryInfo & info, GidGeneration generation);

/// The message in `bytes` (CDR header included), whichever generation it is: the one that fits
/// exactly and names `sender`'s participant. nullopt if neither does, that is if it is malformed.
/// Allocates no more than a small multiple of the input.
std::optional<DiscoveryInfo> decode(std::span<const std::byte> bytes, const Gid & sender);

}  // namespace rmw::detail

#endif  // DISCOVERY_INFO_HPP_
