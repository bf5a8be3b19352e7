// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A service as one context sees it: its local clients and servers, which match here and not over
// DDS.
#ifndef RCLCPP__LOCAL__SERVICE_HPP_
#define RCLCPP__LOCAL__SERVICE_HPP_

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "base/pi_mutex.hpp"
#include "local/matcher.hpp"
#include "queue/call.hpp"
#include "rclcpp/detail/service_type.hpp"
#include "rmw/endpoint.hpp"
#include "rmw/names.hpp"
#include "rmw/types.h"

namespace rclcpp::services
{
class ResponseBox;
}

namespace rclcpp::local
{

/// The properties that decide whether a client and a server match.
struct Side
{
  const detail::ServiceType & type;
  rmw_qos_profile_t request_qos;   // actual
  rmw_qos_profile_t response_qos;  // actual
  std::string node;                // fully qualified
};

using LocalServers = std::vector<std::shared_ptr<queue::CallQueue>>;

/// The matching part of a client, which owns it.
class LocalClient
{
public:
  LocalClient(
    const Side & its_side, std::uint64_t its_id, std::shared_ptr<services::ResponseBox> its_box)
  : side(its_side), id(its_id), box(std::move(its_box))
  {
  }

  /// Sets the servers that this client reaches; called from any thread.
  virtual void set_servers(std::shared_ptr<const LocalServers> servers) noexcept = 0;
  /// Reports a server that does not match, in words; called from any thread.
  virtual void mismatched(const std::string & report) = 0;

  const Side side;
  const std::uint64_t id;  // the id on the wire
  const std::shared_ptr<services::ResponseBox> box;

protected:
  ~LocalClient() = default;
};

/// The matching part of a service, which owns it.
class LocalServer
{
public:
  LocalServer(const Side & its_side, std::shared_ptr<queue::CallQueue> its_requests)
  : side(its_side), requests(std::move(its_requests))
  {
  }

  /// Adds a client that reaches this server; called from any thread.
  virtual void add_client(const LocalClient & client) = 0;
  virtual void remove_client(const LocalClient & client) noexcept = 0;
  /// Reports a client that does not match, in words; called from any thread.
  virtual void mismatched(const std::string & report) = 0;

  const Side side;
  const std::shared_ptr<queue::CallQueue> requests;

protected:
  ~LocalServer() = default;
};

inline Mismatch mismatch_of(const LocalClient & client, const LocalServer & server)
{
  return compare(
    client.side.type.name, server.side.type.name,
    {{client.side.request_qos, server.side.request_qos},
     {server.side.response_qos, client.side.response_qos}});
}

/// Matches clients and servers as DDS does (matcher.hpp). Thread-safe.
class LocalService
{
public:
  /// The name is fully qualified, behind a space if the DDS topics have no prefixes of ROS 2.
  explicit LocalService(std::string name) : name_(std::move(name)) {}
  LocalService(const LocalService &) = delete;
  LocalService & operator=(const LocalService &) = delete;

  // Both sides are notified of mismatches. After remove() the object is not used.
  void add(LocalServer & server);
  void add(LocalClient & client);
  void remove(LocalServer & server);
  void remove(LocalClient & client);

private:
  void update_servers_of(LocalClient & client) const;
  void report_mismatches(
    LocalClient & client, LocalServer & server, const Mismatch & mismatch) const;
  rmw::Endpoint endpoint_of(
    const Side & side, rmw::EndpointKind kind, rmw::TopicKind direction) const;

  const std::string name_;
  base::PiMutex mutex_;  // guards endpoints_
  Matcher<LocalClient, LocalServer> endpoints_;
};

}  // namespace rclcpp::local

#endif  // RCLCPP__LOCAL__SERVICE_HPP_
