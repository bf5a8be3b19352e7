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

namespace detail
{
class ServiceBase;
}

/// The callbacks of a service; EndpointListener has the rules: on threads of the engine, briefly.
/// Calls may overlap.
class ServiceListener
{
public:
  virtual ~ServiceListener() = default;
  /// Receives a request; only its header was checked. `peer` (never 0) identifies the sender for
  /// reply().
  virtual void on_request(
    Sample && request, const RequestId & id, std::uint64_t peer,
    const SampleInfo & info) noexcept = 0;
  /// Reports a sample that is too short for a request; it is dropped.
  virtual void on_malformed(const SampleInfo & info) noexcept = 0;
  /// Reports an incompatible client of this service: `message` names service, policy or types.
  virtual void on_incompatible(const std::string & message) noexcept = 0;
};

/// Receives requests of the clients of *other* participants, and sends the responses.
/**
 * A response is not lost if only one endpoint of the client is known: reply() keeps it until the
 * client's reader is matched, and the engine's thread sends it then. All members are thread-safe.
 * The destructor waits for a running listener call (unless it runs inside one); no call follows it,
 * and kept responses are dropped. The node must outlive the service.
 */
class Service
{
public:
  /// The number of responses that are kept for one such client; beyond it the oldest is dropped,
  /// and a line is logged.
  static constexpr std::size_t kept_per_client = 100;
  /// The number of responses that are kept for all such clients together, since a peer can create
  /// any number of them.
  static constexpr std::size_t kept_in_all = 1000;
  /// The bytes of all kept responses together; a single larger response is kept alone.
  static constexpr std::size_t kept_bytes_in_all = std::size_t{64} << 20;

  /// Creates the service. Throws rmw::error with service and reason. The node announces both
  /// endpoints in one step.
  Service(
    Participant & participant, NodeHandle & node, const ServiceOptions & options,
    ServiceListener & listener);
  ~Service();
  Service(const Service &) = delete;
  Service & operator=(const Service &) = delete;

  /// Returns a buffer of `size` bytes for a response, in shared memory if it is large and all
  /// clients can read it (Writer::allocate).
  Buffer allocate(std::size_t size);
  /// Answers the request `id` of `peer`. `response` has 16 free bytes after the CDR header for the
  /// RequestId. Never waits for discovery. A client that no longer exists silently gets nothing.
  /// Throws rmw::error.
  void reply(Buffer && response, const RequestId & id, std::uint64_t peer);

  const rmw_qos_profile_t & request_qos() const noexcept;   ///< actual
  const rmw_qos_profile_t & response_qos() const noexcept;  ///< actual

  /// Returns the number of responses that wait for their client's reader.
  std::size_t kept() const;

private:
  std::unique_ptr<detail::ServiceBase> impl_;
};

}  // namespace rmw

#endif  // RMW__SERVICE_HPP_
