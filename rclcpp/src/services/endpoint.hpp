// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The common part of clients and services: name, type, node, introspection events, error logs.
#ifndef RCLCPP__SERVICES__ENDPOINT_HPP_
#define RCLCPP__SERVICES__ENDPOINT_HPP_

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>

#include "base/rate_limit.hpp"
#include "local/service.hpp"
#include "pubsub/malformed_samples.hpp"
#include "queue/call.hpp"
#include "rcl/service_introspection.h"
#include "rclcpp/detail/service_type.hpp"
#include "rclcpp/logger.hpp"
#include "rclcpp/node_interfaces/node_base_interface.hpp"
#include "rclcpp/qos.hpp"
#include "rmw/request.hpp"
#include "services/event_publisher.hpp"

namespace rclcpp::services
{

/// Converts an id to rclcpp's form: the first half is the client's id on the wire, the second its
/// process (0 means this one).
rmw_request_id_t to_header(const rmw::RequestId & id, std::uint64_t peer);
rmw::RequestId id_of(const rmw_request_id_t & header);
std::uint64_t peer_of(const rmw_request_id_t & header);

/// Returns the capacity of a call queue: the QoS depth, or unlimited for keep_all. For the default
/// depth of 10 it is `by_default`: few users know that depth, and a dropped call leaves a client
/// waiting.
std::size_t queue_length(const QoS & qos, std::size_t by_default);

/// One end of a service. All functions are thread-safe.
class Endpoint
{
public:
  /// `kind` is "client" or "server", for the log.
  Endpoint(
    node_interfaces::NodeBaseInterface & node_base, const detail::ServiceType & service_type,
    const std::string & service, const char * kind);

  rmw::ServiceOptions options(const QoS & qos) const;
  std::shared_ptr<local::LocalService> find_local(const QoS & qos) const;

  /// Throws std::invalid_argument for a null clock, else as create_publisher().
  void set_introspection(
    Clock::SharedPtr clock, const QoS & qos, rcl_service_introspection_state_t state);
  /// Publishes the event if introspection is on; exceptions are logged.
  void introspect(
    std::uint8_t event, const rmw_request_id_t & id, const void * message) const noexcept;

  void incompatible(const std::string & message);

  const node_interfaces::NodeBaseInterface::SharedPtr node;
  const detail::ServiceType & type;
  const std::string name;  // fully qualified
  pubsub::MalformedSamples malformed;

protected:
  Logger logger() const;

private:
  const char * const kind_;
  mutable std::mutex mutex_;                // guards events_
  std::shared_ptr<EventPublisher> events_;  // null: no introspection
  std::atomic<bool> introspected_{false};
  base::PeerReports incompatible_reports_;
};

}  // namespace rclcpp::services

#endif  // RCLCPP__SERVICES__ENDPOINT_HPP_
