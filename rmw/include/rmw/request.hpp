// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// What requests and responses of services carry in front of their body, and what makes the two
// endpoints of a client or service.

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

/// Names one request among all of a service. A response carries that of its request.
struct RequestId
{
  std::uint64_t client = 0;   ///< unique among the living clients of a service
  std::int64_t sequence = 0;  ///< the client's own number

  bool operator==(const RequestId &) const = default;
};

/// Size of the RequestId that stands between the 4-byte CDR header and the body.
inline constexpr std::size_t request_header_size = 16;

/// The id in a serialized request or response; nullopt if the sample is too short to have one.
std::optional<RequestId> read_request_id(std::span<const std::byte> sample) noexcept;
/// Writes it, in the byte order that the CDR header names. The sample has room for it.
void write_request_id(std::span<std::byte> sample, const RequestId & id) noexcept;

/// False for participants of Fast DDS, whose services identify requests by means of RTPS and have
/// no RequestId in their bodies: they match ours, but cannot be understood.
bool sends_request_ids(const Gid & peer) noexcept;

/// What a client or service is made from.
struct ServiceOptions
{
  std::string service;        ///< fully qualified ROS name, "/add"
  std::string request_type;   ///< ROS name, "pkg/srv/Name_Request"
  std::string response_type;  ///< ROS name, "pkg/srv/Name_Response"
  std::string request_hash;   ///< "RIHS01_…"; empty = not announced
  std::string response_hash;
  rmw_qos_profile_t qos{};  ///< of both endpoints
};

}  // namespace rmw

#endif  // RMW__REQUEST_HPP_
