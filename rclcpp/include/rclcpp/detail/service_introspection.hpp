// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Publishes what a client or service does on <service>/_service_event.
#ifndef RCLCPP__DETAIL__SERVICE_INTROSPECTION_HPP_
#define RCLCPP__DETAIL__SERVICE_INTROSPECTION_HPP_

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "rcl/service_introspection.h"
#include "rclcpp/clock.hpp"
#include "rclcpp/publisher.hpp"
#include "rclcpp/qos.hpp"
#include "rclcpp/visibility_control.hpp"
#include "rmw/types.h"

namespace rclcpp::detail
{

/// Thread-safe.
class ServiceIntrospection
{
public:
  virtual ~ServiceIntrospection() = default;
  /// `event`: service_msgs::msg::ServiceEventInfo's constants. `message`: the request or response,
  /// null if there is no struct of it.
  virtual void publish(
    std::uint8_t event, const rmw_request_id_t & id, const void * message) const = 0;
};

template <typename ServiceT>
class ServiceIntrospectionOf final : public ServiceIntrospection
{
public:
  using Event = typename ServiceT::Event;

  ServiceIntrospectionOf(
    node_interfaces::NodeBaseInterface * node_base, const std::string & service,
    Clock::SharedPtr clock, const QoS & qos, rcl_service_introspection_state_t state)
  : publisher_(
      node_base, service + RCL_SERVICE_INTROSPECTION_TOPIC_POSTFIX, qos, PublisherOptions()),
    clock_(std::move(clock)),
    with_contents_(state == RCL_SERVICE_INTROSPECTION_CONTENTS)
  {
  }

  void publish(std::uint8_t event, const rmw_request_id_t & id, const void * message) const override
  {
    Event out;
    out.info.event_type = event;
    out.info.stamp = clock_->now();
    // The first half is the client's id on the wire; the rest is this process's own.
    std::copy_n(id.writer_guid, 8, out.info.client_gid.begin());
    out.info.sequence_number = id.sequence_number;
    if (with_contents_ && message) {
      using Info = decltype(out.info);
      if (event == Info::REQUEST_SENT || event == Info::REQUEST_RECEIVED) {
        out.request.push_back(*static_cast<const typename ServiceT::Request *>(message));
      } else {
        out.response.push_back(*static_cast<const typename ServiceT::Response *>(message));
      }
    }
    publisher_.publish(out);
  }

private:
  mutable Publisher<Event> publisher_;
  const Clock::SharedPtr clock_;
  const bool with_contents_;
};

}  // namespace rclcpp::detail

#endif  // RCLCPP__DETAIL__SERVICE_INTROSPECTION_HPP_
