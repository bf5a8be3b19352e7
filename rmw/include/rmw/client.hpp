// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// rmw::Client, the asking end of a service.

#ifndef RMW__CLIENT_HPP_
#define RMW__CLIENT_HPP_

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
class ClientListener
{
public:
  virtual ~ClientListener() = default;
  /// A response to a request of this client, maybe the second to the same one. Only its header was
  /// checked. Those to other clients are not told.
  virtual void on_response(
    Sample && response, std::int64_t sequence, const SampleInfo & info) noexcept = 0;
  /// A sample too short for a response; dropped.
  virtual void on_malformed(const SampleInfo & info) noexcept = 0;
  /// Client::available() may have another value now.
  virtual void on_availability_changed() noexcept {}
  /// A server on this service that does not fit: `message` names service, policy or types.
  virtual void on_incompatible(const std::string & message) noexcept = 0;
};

/// Sends requests to the servers of *other* participants, and receives their responses.
/**
 * All members are thread safe. Destruction waits for a running listener call (unless it happens
 * inside one); afterwards none is made. The node must outlive it.
 */
class Client
{
public:
  /// Throws rmw::error naming service and reason. The node announces both endpoints in one step.
  Client(
    Participant & participant, NodeHandle & node, const ServiceOptions & options,
    ClientListener & listener);
  ~Client();
  Client(const Client &) = delete;
  Client & operator=(const Client &) = delete;

  /// What stands in this client's requests as RequestId::client.
  std::uint64_t id() const noexcept;

  /// Sends to all matched servers. `request` has 16 free bytes behind the CDR header, for the
  /// RequestId. Throws rmw::error. Nobody keeps it for servers that come later.
  void send(Buffer && request, std::int64_t sequence);

  /// A server that will get requests and whose responses will arrive; an atomic load. Servers of
  /// Fast DDS do not count.
  bool available() const noexcept;
  /// A server gets what is sent, though maybe its responses do not arrive yet; an atomic load.
  bool has_servers() const noexcept;

  const rmw_qos_profile_t & request_qos() const noexcept;   ///< actual
  const rmw_qos_profile_t & response_qos() const noexcept;  ///< actual

private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace rmw

#endif  // RMW__CLIENT_HPP_
