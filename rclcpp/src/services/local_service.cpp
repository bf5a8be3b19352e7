// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Matching of local clients and servers.
#include "services/local_service.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

namespace rclcpp::services
{
namespace
{

// Why they do not match; empty if they do.
std::string misfit(const Side & client, const Side & server)
{
  if (std::string_view(client.type.name) != server.type.name) {
    return std::string("the client is of type '") + client.type.name + "', the server of type '" +
           server.type.name + "'";
  }
  for (const auto & [writer, reader] :
       {std::pair(client.request_qos, server.request_qos),
        std::pair(server.response_qos, client.response_qos)}) {
    const rmw::Compatibility compatibility = rmw::check_compatibility(writer, reader);
    if (compatibility.type == RMW_QOS_COMPATIBILITY_ERROR) {
      return "client and server of this process have incompatible QoS: " + compatibility.reason;
    }
  }
  return "";
}

}  // namespace

std::vector<std::string> LocalService::add(LocalServer & server)
{
  std::vector<std::string> misfits;
  std::lock_guard lock(mutex_);
  servers_.push_back(&server);
  for (LocalClient * client : clients_) {
    std::string why = misfit(client->side, server.side);
    if (why.empty()) {
      tell(*client);
    } else {
      misfits.push_back(std::move(why));
    }
  }
  return misfits;
}

std::vector<std::string> LocalService::add(LocalClient & client)
{
  std::vector<std::string> misfits;
  std::lock_guard lock(mutex_);
  clients_.push_back(&client);
  tell(client);
  for (const LocalServer * server : servers_) {
    if (std::string why = misfit(client.side, server->side); !why.empty()) {
      misfits.push_back(std::move(why));
    }
  }
  return misfits;
}

void LocalService::remove(LocalServer & server)
{
  std::lock_guard lock(mutex_);
  std::erase(servers_, &server);
  for (LocalClient * client : clients_) {
    if (misfit(client->side, server.side).empty()) {
      tell(*client);
    }
  }
}

void LocalService::remove(LocalClient & client)
{
  std::lock_guard lock(mutex_);
  std::erase(clients_, &client);
}

std::shared_ptr<ResponseBox> LocalService::find_client(std::uint64_t id) const
{
  std::lock_guard lock(mutex_);
  const auto found = std::find_if(
    clients_.begin(), clients_.end(), [id](const LocalClient * client) { return client->id == id; });
  return found == clients_.end() ? nullptr : (*found)->box;
}

void LocalService::tell(LocalClient & client) const
{
  auto reached = std::make_shared<LocalServers>();
  for (const LocalServer * server : servers_) {
    if (misfit(client.side, server->side).empty()) {
      reached->push_back(server->mailbox);
    }
  }
  client.set_servers(std::move(reached));
}

}  // namespace rclcpp::services
