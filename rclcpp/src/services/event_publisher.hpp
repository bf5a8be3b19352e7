// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Publishes the events of a client or service on <service>/_service_event, for types known as data.
#ifndef RCLCPP__SERVICES__EVENT_PUBLISHER_HPP_
#define RCLCPP__SERVICES__EVENT_PUBLISHER_HPP_

#include <cstdint>
#include <string>

#include "rclcpp/clock.hpp"
#include "rclcpp/detail/service_type.hpp"
#include "rclcpp/node_interfaces/node_base_interface.hpp"
#include "rclcpp/publisher_base.hpp"
#include "rclcpp/qos.hpp"
#include "rmw/types.h"

namespace rclcpp::services
{

/// The publisher of service introspection events. All functions are thread-safe.
class EventPublisher final : public PublisherBase
{
public:
  /// Throws as create_publisher().
  EventPublisher(
    node_interfaces::NodeBaseInterface & node, const detail::ServiceType & type,
    const std::string & service, Clock::SharedPtr clock, const QoS & qos, bool with_contents);

  /// `event` is a constant of service_msgs::msg::ServiceEventInfo. `message` is the struct of the
  /// request or response, null if there is none.
  void publish(std::uint8_t event, const rmw_request_id_t & id, const void * message);

private:
  const detail::ServiceType & type_;
  const Clock::SharedPtr clock_;
  const bool with_contents_;
};

}  // namespace rclcpp::services

#endif  // RCLCPP__SERVICES__EVENT_PUBLISHER_HPP_
