// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Matches local clients and servers.
#include "local/service.hpp"

#include <mutex>
#include <string>
#include <utility>

namespace rclcpp::local
{
namespace
{

std::string text_of(
  const LocalClient & client, const LocalServer & server, const Mismatch & mismatch)
{
  if (mismatch.type) {
    return std::string("the client is of type '") + client.side.type.name +
           "', the server of type '" + server.side.type.name + "'";
  }
  return "client and server of this process have incompatible QoS: " + mismatch.qos.reason;
}

}  // namespace

std::vector<std::string> LocalService::add(LocalServer & server)
{
  std::vector<std::string> mismatches;
  std::lock_guard lock(mutex_);
  endpoints_.add(server);
  endpoints_.compare_all(server, [&](auto & client, auto & added, const Mismatch & mismatch) {
    if (mismatch) {
      mismatches.push_back(text_of(client, added, mismatch));
    } else {
      added.add_client(client);
      update_servers_of(client);
    }
  });
  return mismatches;
}

std::vector<std::string> LocalService::add(LocalClient & client)
{
  std::vector<std::string> mismatches;
  std::lock_guard lock(mutex_);
  endpoints_.add(client);
  endpoints_.compare_all(client, [&](auto & added, auto & server, const Mismatch & mismatch) {
    if (mismatch) {
      mismatches.push_back(text_of(added, server, mismatch));
    } else {
      server.add_client(added);
    }
  });
  update_servers_of(client);  // now that they know where to send responses
  return mismatches;
}

void LocalService::remove(LocalServer & server)
{
  std::lock_guard lock(mutex_);
  endpoints_.remove(server);
  endpoints_.for_each_match(server, [&](LocalClient & client) { update_servers_of(client); });
}

void LocalService::remove(LocalClient & client)
{
  std::lock_guard lock(mutex_);
  endpoints_.remove(client);
  endpoints_.for_each_match(client, [&](LocalServer & server) { server.remove_client(client); });
}

void LocalService::update_servers_of(LocalClient & client) const
{
  auto reached = std::make_shared<LocalServers>();
  endpoints_.for_each_match(
    client, [&](const LocalServer & server) { reached->push_back(server.requests); });
  client.set_servers(std::move(reached));
}

}  // namespace rclcpp::local
