// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// rmw::Client, the requesting end of a service.

#ifndef RMW__CLIENT_HPP_
#define RMW__CLIENT_HPP_

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
class ClientBase;
}

/// The callbacks of a client; EndpointListener has the rules: on threads of the engine, briefly.
/// Calls may overlap.
class ClientListener
{
public:
  virtual ~ClientListener() = default;
  /// Receives a response to a request of this client; it may be the second one to the same request.
  /// Only its header was checked. Responses to other clients are not reported.
  virtual void on_response(
    Sample && response, std::int64_t sequence, const SampleInfo & info) noexcept = 0;
  /// Reports a sample that is too short for a response; it is dropped.
  virtual void on_malformed(const SampleInfo & info) noexcept = 0;
  /// Reports that the value of Client::available() may have changed.
  virtual void on_availability_changed() noexcept {}
  /// Reports an incompatible server on this service: `message` names service, policy or types.
  virtual void on_incompatible(const std::string & message) noexcept = 0;
};

/// Sends requests to the servers of *other* participants, and receives their responses.
/**
 * All members are thread-safe. The destructor waits for a running listener call (unless it runs
 * inside one); no call follows it. The node must outlive the client.
 */
class Client
{
public:
  /// Creates the client. Throws rmw::error with service and reason. The node announces both
  /// endpoints in one step.
  Client(
    Participant & participant, NodeHandle & node, const ServiceOptions & options,
    ClientListener & listener);
  ~Client();
  Client(const Client &) = delete;
  Client & operator=(const Client &) = delete;

  /// Returns the value of RequestId::client in this client's requests.
  std::uint64_t id() const noexcept;

  /// Returns a buffer of `size` bytes for a request, in shared memory if it is large and all
  /// servers can read it (Writer::allocate).
  Buffer allocate(std::size_t size);
  /// Sends a request to all matched servers. `request` has 16 free bytes after the CDR header for
  /// the RequestId. Throws rmw::error. The request is not kept for servers that match later.
  void send(Buffer && request, std::int64_t sequence);

  /// Returns true if a server is matched in both directions: it gets requests, and its responses
  /// arrive. An atomic load. Servers of Fast DDS do not count.
  bool available() const noexcept;
  /// Returns true if a server gets requests; its responses may not arrive yet. An atomic load.
  bool has_servers() const noexcept;

  const rmw_qos_profile_t & request_qos() const noexcept;   ///< actual
  const rmw_qos_profile_t & response_qos() const noexcept;  ///< actual

private:
  std::unique_ptr<detail::ClientBase> impl_;
};

}  // namespace rmw

#endif  // RMW__CLIENT_HPP_
