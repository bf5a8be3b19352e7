// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The header of service requests and responses, and the options of a client's or service's two
// endpoints.

#ifndef RMW__REQUEST_HPP_
#define RMW__REQUEST_HPP_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "rmw/endpoint.hpp"
#include "rmw/types.h"

namespace rmw
{

/// Identifies one request of a service. A response carries the id of its request.
struct RequestId
{
  std::uint64_t client = 0;   ///< unique among the living clients of a service
  std::int64_t sequence = 0;  ///< the client's own number

  /// Returns true if both identify the same request.
  bool operator==(const RequestId &) const = default;
};

/// The size of the RequestId between the 4-byte CDR header and the body.
inline constexpr std::size_t request_header_size = 16;

/// Returns the id in a serialized request or response; nullopt if the sample is too short.
std::optional<RequestId> read_request_id(std::span<const std::byte> sample) noexcept;
/// Writes the id, in the byte order of the CDR header. The sample must have space for it.
void write_request_id(std::span<std::byte> sample, const RequestId & id) noexcept;

/// Returns false for participants of Fast DDS, whose services identify requests by RTPS and have no
/// RequestId in their bodies: they match, but their ids cannot be read.
bool sends_request_ids(const Gid & peer) noexcept;

/// The options of a client or service.
struct ServiceOptions
{
  std::string service;         ///< fully qualified ROS name, "/add"
  std::string request_type;    ///< ROS name, "pkg/srv/Name_Request"
  std::string response_type;   ///< ROS name, "pkg/srv/Name_Response"
  std::string request_hash;    ///< "RIHS01_…"; empty = not announced
  std::string response_hash;   ///< "RIHS01_…"; empty = not announced
  rmw_qos_profile_t qos{};     ///< of both endpoints
  std::string service_hash{};  ///< "RIHS01_…" of the service itself, which Zenoh's keys contain
};

}  // namespace rmw

#endif  // RMW__REQUEST_HPP_
