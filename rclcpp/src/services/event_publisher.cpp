// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Events are created as bytes: no struct is needed, so a program has the cost of its service types'
// events only if it uses them.
#include "services/event_publisher.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "cdr/append.hpp"
#include "cdr/codec.hpp"
#include "rcl/service_introspection.h"
#include "rclcpp/publisher_options.hpp"
#include "service_msgs/msg/service_event_info.hpp"

namespace rclcpp::services
{
namespace
{

using service_msgs::msg::ServiceEventInfo;

// The event type of one service type.
struct EventType
{
  explicit EventType(const detail::ServiceType & service)
  : name(std::string(service.name) + "_Event"),
    fields{
      cdr::field_description{
        "info", &cdr::description<ServiceEventInfo>, 0, 0, cdr::kind::structure,
        cdr::collection::none, false},
      of_messages("request", service.request), of_messages("response", service.response)},
    description{
      name.c_str(), fields.data(), fields.size(), cdr::description<ServiceEventInfo>.least + 8}
  {
    type.name = name.c_str();
    type.hash = service.event_hash;
    if (service.request.type->description && service.response.type->description) {
      type.description = &description;
    }
  }
  EventType(const EventType &) = delete;
  EventType & operator=(const EventType &) = delete;

  static cdr::field_description of_messages(
    const char * name, const detail::ServiceMessage & message)
  {
    return {name, message.type->description, 1, 0, cdr::kind::structure, cdr::collection::sequence,
            false};
  }

  const std::string name;
  const std::array<cdr::field_description, 3> fields;
  const cdr::struct_description description;
  detail::TypeSupport type{};
};

// Lives as long as the program, since service types do.
detail::TypeSupportPtr event_type(const detail::ServiceType & service)
{
  static auto & mutex = *new std::mutex;  // guards `made`
  static auto & made = *new std::map<const detail::ServiceType *, EventType>;
  std::lock_guard lock(mutex);
  return detail::immortal(made.try_emplace(&service, service).first->second.type);
}

// Appends a sequence of one message, or of none if it is null.
void append_sequence(
  std::vector<std::byte> & sample, const detail::TypeSupport & type, const void * message)
{
  const std::uint32_t count = message ? 1 : 0;
  cdr::append(std::as_bytes(std::span(&count, 1)), sizeof(count), sample);
  if (message) {
    std::vector<std::byte> encoded(type.encoded_size(message));
    type.encode(message, encoded);
    cdr::reader in(encoded);
    cdr::append(in, *type.description, sample);
  }
}

}  // namespace

EventPublisher::EventPublisher(
  node_interfaces::NodeBaseInterface & node, const detail::ServiceType & type,
  const std::string & service, Clock::SharedPtr clock, const QoS & qos, bool with_contents)
: PublisherBase(
    &node, service + RCL_SERVICE_INTROSPECTION_TOPIC_POSTFIX, {event_type(type), event_type(type)},
    qos, PublisherOptions()),
  type_(type),
  clock_(std::move(clock)),
  with_contents_(with_contents)
{
}

void EventPublisher::publish(std::uint8_t event, const rmw_request_id_t & id, const void * message)
{
  ServiceEventInfo info;
  info.event_type = event;
  info.stamp = clock_->now();
  // The first half is the client's id on the wire; the rest is only meaningful in this process.
  std::copy_n(id.writer_guid, 8, info.client_gid.begin());
  info.sequence_number = id.sequence_number;
  const bool is_request =
    event == ServiceEventInfo::REQUEST_SENT || event == ServiceEventInfo::REQUEST_RECEIVED;
  const void * const contents = with_contents_ ? message : nullptr;
  std::vector<std::byte> sample = cdr::encode(info);
  append_sequence(sample, *type_.request.type, is_request ? contents : nullptr);
  append_sequence(sample, *type_.response.type, is_request ? nullptr : contents);
  rmw::Buffer buffer(sample.size());
  std::copy(sample.begin(), sample.end(), buffer.bytes().data());
  publish_serialized(rmw::Sample(std::move(buffer)));
}

}  // namespace rclcpp::services
