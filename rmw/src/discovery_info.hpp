// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The message of ros_discovery_info: the nodes of a participant, and the endpoints they own.

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
/// Hash of the 16-byte generation; Humble announces none.
inline constexpr const char * discovery_info_type_hash =
  "RIHS01_91a0593bacdcc50ea9bdcf849a938b128412cc1ea821245c663bcd26f83c295e";

/// The data of rmw_dds_common/msg/NodeEntitiesInfo.
struct NodeEntities
{
  std::string namespace_;
  std::string name;
  std::vector<Gid> readers;
  std::vector<Gid> writers;

  bool operator==(const NodeEntities &) const = default;
};

/// The data of rmw_dds_common/msg/ParticipantEntitiesInfo.
struct DiscoveryInfo
{
  Gid participant{};
  std::vector<NodeEntities> nodes;

  bool operator==(const DiscoveryInfo &) const = default;
};

/// Encodes the message, with the CDR header, without padding.
std::vector<std::byte> encode(const DiscoveryInfo & info, GidGeneration generation);

/// Decodes `bytes` (including the CDR header) in the generation that fits exactly and names the
/// participant of `sender`. Returns nullopt if neither does, that is, if the bytes are malformed.
/// Allocates no more than a small multiple of the input.
std::optional<DiscoveryInfo> decode(std::span<const std::byte> bytes, const Gid & sender);

}  // namespace rmw::detail

#endif  // DISCOVERY_INFO_HPP_
