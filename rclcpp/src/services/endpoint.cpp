// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The common part of clients and services.
#include "services/endpoint.hpp"

#include <algorithm>
#include <cstring>
#include <exception>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "context/check_context.hpp"
#include "local/registry.hpp"
#include "message/type_descriptions.hpp"
#include "pubsub/endpoint.hpp"
#include "rclcpp/context.hpp"
#include "rclcpp/logging.hpp"
#include "rmw/participant.hpp"
#include "time/virtual_wait.hpp"

namespace rclcpp::services
{
rmw_request_id_t to_header(const rmw::RequestId & id, std::uint64_t peer)
{
  rmw_request_id_t header;
  std::memcpy(header.writer_guid, &id.client, 8);
  std::memcpy(header.writer_guid + 8, &peer, 8);
  header.sequence_number = id.sequence;
  return header;
}

rmw::RequestId id_of(const rmw_request_id_t & header)
{
  rmw::RequestId id{0, header.sequence_number};
  std::memcpy(&id.client, header.writer_guid, 8);
  return id;
}

std::uint64_t peer_of(const rmw_request_id_t & header)
{
  std::uint64_t peer;
  std::memcpy(&peer, header.writer_guid + 8, 8);
  return peer;
}

std::size_t queue_length(const QoS & qos, std::size_t by_default)
{
  if (qos.history() == HistoryPolicy::KeepAll) {
    return base::Ring<queue::Call>::unlimited;
  }
  return qos.depth() == rmw_qos_profile_services_default.depth
           ? by_default
           : std::max<std::size_t>(1, qos.depth());
}

Endpoint::Endpoint(
  node_interfaces::NodeBaseInterface & node_base, const detail::ServiceType & service_type,
  const std::string & service, const char * kind)
: node(node_base.shared_from_this()),
  type(service_type),
  name(node_base.resolve_topic_or_service_name(service, true)),
  malformed(node_base, kind, "service", name, type.name),
  kind_(kind)
{
  detail::check_context(node_base, "service '" + name + "'");
  detail::know_type(*type.request.type);
  detail::know_type(*type.response.type);
  const bool is_client = std::string_view(kind) == "client";
  detail::report_created(
    is_client ? VirtualWorld::Endpoint::client : VirtualWorld::Endpoint::service, name, type.name,
    nullptr);
}

rmw::ServiceOptions Endpoint::options(const QoS & qos) const
{
  return {
    name,
    type.request.type->name,
    type.response.type->name,
    type.request.type->hash,
    type.response.type->hash,
    qos.get_rmw_qos_profile(),
    type.hash};
}

std::shared_ptr<local::LocalService> Endpoint::find_local(const QoS & qos) const
{
  // A name with and without ROS 2's prefixes is not the same service.
  const bool bare = qos.get_rmw_qos_profile().avoid_ros_namespace_conventions;
  return node->get_context()->get_sub_context<local::Registry<local::LocalService>>()->find(
    bare ? " " + name : name, node->participant().gid());
}

void Endpoint::set_introspection(
  Clock::SharedPtr clock, const QoS & qos, rcl_service_introspection_state_t state)
{
  if (!clock) {
    throw std::invalid_argument(
      std::string("configure_introspection of the ") + kind_ + " of service '" + name +
      "': the clock is null");
  }
  std::shared_ptr<EventPublisher> events;
  if (state != RCL_SERVICE_INTROSPECTION_OFF) {
    events = std::make_shared<EventPublisher>(
      *node, type, name, std::move(clock), qos, state == RCL_SERVICE_INTROSPECTION_CONTENTS);
  }
  std::lock_guard lock(mutex_);
  events_.swap(events);
  introspected_.store(events_ != nullptr);
}

void Endpoint::introspect(
  std::uint8_t event, const rmw_request_id_t & id, const void * message) const noexcept
{
  if (!introspected_.load()) {
    return;
  }
  std::shared_ptr<EventPublisher> events;
  {
    std::lock_guard lock(mutex_);
    events = events_;
  }
  try {
    if (events) {
      events->publish(event, id, message);
    }
  } catch (const std::exception & error) {
    RCLCPP_ERROR(
      logger(), "%s of service '%s': an event was not published: %s", kind_, name.c_str(),
      error.what());
  } catch (...) {
    RCLCPP_ERROR(logger(), "%s of service '%s': an event was not published", kind_, name.c_str());
  }
}

void Endpoint::incompatible(const std::string & message)
{
  if (const auto unsaid = incompatible_reports_.pass()) {
    RCLCPP_WARN(logger(), "%s%s", message.c_str(), base::and_as_many_unsaid(*unsaid).c_str());
  }
}

Logger Endpoint::logger() const
{
  return pubsub::logger_of(*node);
}

}  // namespace rclcpp::services
