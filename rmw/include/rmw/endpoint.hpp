// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The identity and description of a reader or writer, local or remote.

#ifndef RMW__ENDPOINT_HPP_
#define RMW__ENDPOINT_HPP_

#include <array>
#include <chrono>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

#include "rmw/types.h"

namespace rmw
{

class NodeHandle;

/// A DDS GUID: 12 bytes of participant prefix (the first two are the vendor), 4 bytes of entity id.
using Gid = std::array<std::uint8_t, 16>;

/// Returns true if both belong to the same participant.
inline bool same_participant(const Gid & a, const Gid & b) noexcept
{
  return std::memcmp(a.data(), b.data(), 12) == 0;
}

/// A hash for unordered containers; a GUID is already random enough.
struct GidHash
{
  /// Returns the hash of a GUID.
  std::size_t operator()(const Gid & gid) const noexcept
  {
    std::uint64_t a = 0;
    std::uint64_t b = 0;
    std::memcpy(&a, gid.data(), 8);
    std::memcpy(&b, gid.data() + 8, 8);
    return static_cast<std::size_t>((a ^ (b * 0x9e3779b97f4a7c15u)) * 0xff51afd7ed558ccdu);
  }
};

/// Returns text such as "01.10.6f.…", as ROS 2's tools print it.
std::string to_string(const Gid & gid);

/// The kind of an endpoint.
enum class EndpointKind
{
  writer,
  reader
};

/// An endpoint as discovery describes it; immutable, shared.
struct Endpoint
{
  /// Says whether it is a writer or a reader.
  EndpointKind kind = EndpointKind::writer;
  Gid gid{};          ///< the identity of the endpoint
  Gid participant{};  ///< the identity of its participant
  std::string topic;  ///< DDS name, e.g. "rt/chatter"
  std::string type;   ///< DDS name, e.g. "std_msgs::msg::dds_::String_"
  std::string
    type_hash;  ///< "RIHS01_…", empty if the peer does not announce it (Humble, plain DDS)
  std::string user_data;    ///< as announced: "typehash=…;serviceid=…;"
  rmw_qos_profile_t qos{};  ///< the QoS that it announces
  /// The lifespan of a writer's samples from their source timestamp; max() = for ever.
  std::chrono::nanoseconds lifespan = std::chrono::nanoseconds::max();
};

/// A matched writer or reader of another participant.
using RemoteWriter = Endpoint;
using RemoteReader = Endpoint;

/// The options of a new endpoint.
struct EndpointOptions
{
  std::string topic;      ///< DDS name (names.hpp maps ROS names)
  std::string type;       ///< DDS name
  std::string type_hash;  ///< "RIHS01_…" of the message; empty = not announced
  /// The requested profile. The middleware resolves SYSTEM_DEFAULT and BEST_AVAILABLE.
  rmw_qos_profile_t qos{};
  /// Additional user data, e.g. "serviceid=…;" (user_data.hpp), in front of "typehash=…;".
  std::string user_data_extra;
  /// The node of the endpoint, which Zenoh announces with it; Graph::add_node() returned it.
  const NodeHandle * node = nullptr;
  /// Large samples may travel through shared memory, as far as ParticipantOptions allow it.
  bool shared_memory = true;
};

}  // namespace rmw

#endif  // RMW__ENDPOINT_HPP_
