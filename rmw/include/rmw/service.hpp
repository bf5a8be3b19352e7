// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// rmw::Service, the answering end of a service.

#ifndef RMW__SERVICE_HPP_
#define RMW__SERVICE_HPP_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "rmw/buffer.hpp"
#include "rmw/graph.hpp"
#include "rmw/listener.hpp"
#include "rmw/participant.hpp"
#include "rmw/request.hpp"
#include "rmw/sample.hpp"

namespace rmw
{

/// Called as EndpointListener says: on threads of the engine, briefly; here calls may overlap.
class ServiceListener
{
public:
  virtual ~ServiceListener() = default;
  /// A request; only its header was checked. `peer` (never 0) says to reply() where it came from.
  virtual void on_request(
    Sample && request, const RequestId & id, std::uint64_t peer,
    const SampleInfo & info) noexcept = 0;
  /// A sample too short for a request; dropped.
  virtual void on_malformed(const SampleInfo & info) noexcept = 0;
  /// A client of this service that does not fit: `message` names service, policy or types.
  virtual void on_incompatible(const std::string & message) noexcept = 0;
};

/// Receives requests of the clients of *other* participants, and sends the responses.
/**
 * A response is not lost because the client is known only in part: reply() keeps it until the
 * client's reader is matched, and the engine's thread sends it then. All members are thread safe.
 * Destruction waits for a running listener call (unless it happens inside one); afterwards none is
 * made, and responses still kept are dropped. The node must outlive it.
 */
class Service
{
public:
  /// Responses kept for one client that is known only in part; beyond that the oldest is dropped,
  /// and the log says so.
  static constexpr std::size_t kept_per_client = 100;
  /// The same for all such clients, of which anybody in the network may make any number: responses,
  /// and their bytes unless one alone has more.
  static constexpr std::size_t kept_in_all = 1000;
  static constexpr std::size_t kept_bytes_in_all = std::size_t{64} << 20;

  /// Throws rmw::error naming service and reason. The node announces both endpoints in one step.
  Service(
    Participant & participant, NodeHandle & node, const ServiceOptions & options,
    ServiceListener & listener);
  ~Service();
  Service(const Service &) = delete;
  Service & operator=(const Service &) = delete;

  /// Answers the request `id` of `peer`. `response` has 16 free bytes behind the CDR header, for
  /// the RequestId. Never waits for discovery. A client that is gone gets nothing, silently.
  /// Throws rmw::error.
  void reply(Buffer && response, const RequestId & id, std::uint64_t peer);

  const rmw_qos_profile_t & request_qos() const noexcept;   ///< actual
  const rmw_qos_profile_t & response_qos() const noexcept;  ///< actual

  /// Responses that wait for their client's reader now.
  std::size_t kept() const;

private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace rmw

#endif  // RMW__SERVICE_HPP_
