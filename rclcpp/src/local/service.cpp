// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Matches local clients and servers.
#include "local/service.hpp"

#include <mutex>
#include <string>
#include <string_view>
#include <utility>

#include "rclcpp/detail/message/type_support.hpp"
#include "rmw/deferred_notifications.hpp"
#include "rmw/mismatch.hpp"

namespace rclcpp::local
{
namespace
{

bool same_definitions(const detail::ServiceType & a, const detail::ServiceType & b)
{
  const auto hashes = [](const detail::ServiceType & type) {
    return std::pair<std::string_view, std::string_view>{
      type.request.type->hash, type.response.type->hash};
  };
  return hashes(a) == hashes(b);
}

}  // namespace

rmw::Endpoint LocalService::endpoint_of(
  const Side & side, rmw::EndpointKind kind, rmw::TopicKind direction) const
{
  const bool is_request = direction == rmw::TopicKind::request;
  const detail::TypeSupport & type =
    is_request ? *side.type.request.type : *side.type.response.type;
  const bool is_bare = name_.starts_with(' ');
  rmw::Endpoint endpoint;
  endpoint.kind = kind;
  endpoint.topic =
    rmw::dds_topic_name(direction, std::string_view(name_).substr(is_bare ? 1 : 0), is_bare);
  endpoint.type = rmw::dds_type_name(type.name);
  endpoint.type_hash = type.hash;
  endpoint.qos = is_request ? side.request_qos : side.response_qos;
  return endpoint;
}

void LocalService::report_mismatches(
  LocalClient & client, LocalServer & server, const Mismatch & mismatch) const
{
  if (!mismatch && same_definitions(client.side.type, server.side.type)) {
    return;
  }
  for (const rmw::TopicKind direction : {rmw::TopicKind::request, rmw::TopicKind::reply}) {
    const bool is_request = direction == rmw::TopicKind::request;
    using rmw::EndpointKind;
    const rmw::Endpoint of_client =
      endpoint_of(client.side, is_request ? EndpointKind::writer : EndpointKind::reader, direction);
    const rmw::Endpoint of_server =
      endpoint_of(server.side, is_request ? EndpointKind::reader : EndpointKind::writer, direction);
    const rmw::Mismatch difference =
      is_request ? rmw::compare(of_client, of_server) : rmw::compare(of_server, of_client);
    const rmw::MismatchSide client_side{of_client, "node " + client.side.node};
    const rmw::MismatchSide server_side{of_server, "node " + server.side.node};
    if (const std::string text = rmw::describe(difference, client_side, server_side);
        !text.empty()) {
      client.mismatched(text);
      server.mismatched(rmw::describe(difference, server_side, client_side));
    }
  }
}

void LocalService::add(LocalServer & server)
{
  const rmw::DeferredNotifications deferred;  // of log lines
  std::lock_guard lock(mutex_);
  endpoints_.add(server);
  endpoints_.compare_all(server, [&](auto & client, auto & added, const Mismatch & mismatch) {
    report_mismatches(client, added, mismatch);
    if (!mismatch) {
      added.add_client(client);
      update_servers_of(client);
    }
  });
}

void LocalService::add(LocalClient & client)
{
  const rmw::DeferredNotifications deferred;  // of log lines
  std::lock_guard lock(mutex_);
  endpoints_.add(client);
  endpoints_.compare_all(client, [&](auto & added, auto & server, const Mismatch & mismatch) {
    report_mismatches(added, server, mismatch);
    if (!mismatch) {
      server.add_client(added);
    }
  });
  update_servers_of(client);  // now that they know where to send responses
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
