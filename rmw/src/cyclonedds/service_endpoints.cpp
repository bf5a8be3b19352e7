// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Creates, matches and closes the endpoints of a client or service.

#include "cyclonedds/service_endpoints.hpp"

#include <utility>

#include "rmw/deferred_notifications.hpp"
#include "rmw/log.hpp"
#include "rmw/names.hpp"
#include "rmw/user_data.hpp"

namespace rmw::detail
{

ServiceEndpoints::ServiceEndpoints(Side side, NodeHandle & node, const ServiceOptions & options)
: side_(side), node_(node), options_(options)
{
}

ServiceEndpoints::~ServiceEndpoints() = default;

void ServiceEndpoints::open(Participant & participant)
{
  const bool conventional = !options_.qos.avoid_ros_namespace_conventions;
  const std::string user_data = user_data_entry(
    side_ == Side::client ? "clientid" : "serviceid", participant.make_service_id());
  const EndpointOptions request{
    dds_topic_name(TopicKind::request, options_.service, !conventional),
    dds_type_name(options_.request_type), options_.request_hash, options_.qos, user_data};
  const EndpointOptions response{
    dds_topic_name(TopicKind::reply, options_.service, !conventional),
    dds_type_name(options_.response_type), options_.response_hash, options_.qos, user_data};
  const bool client = side_ == Side::client;
  // A server that discovers the request's writer should also find the reply's reader.
  auto reader = participant.create_reader(client ? response : request, reader_events_);
  auto writer = participant.create_writer(client ? request : response, writer_events_);
  node_.add_both(reader->gid(), writer->gid());
  {
    std::lock_guard lock(mutex_);
    reader_ = std::move(reader);
    writer_ = std::move(writer);
    open_ = true;
  }
  update();
}

void ServiceEndpoints::close()
{
  {
    std::lock_guard lock(mutex_);
    open_ = false;
  }
  if (reader_) {
    node_.remove_both(reader_->gid(), writer_->gid());
  }
  reader_.reset();
  writer_.reset();
}

bool ServiceEndpoints::understands(const Endpoint & peer)
{
  if (sends_request_ids(peer.gid)) {
    return true;
  }
  constexpr std::size_t most_reported = 64;
  if (reported_peers_.size() < most_reported && reported_peers_.insert(peer.participant).second) {
    const bool client = side_ == Side::client;
    log(
      RMW_LOG_SEVERITY_ERROR,
      std::string(client ? "client" : "server") + " of service '" + options_.service + "': a " +
        (client ? "server" : "client") + " (" + to_string(peer.gid) +
        ") runs on Fast DDS, whose request ids cannot be read: it is ignored. Run it with "
        "RMW_IMPLEMENTATION=rmw_cyclonedds_cpp.");
  }
  return false;
}

void ServiceEndpoints::update() noexcept
{
  {
    const DeferredNotifications deferred;  // a log line may enter a user's code
    std::lock_guard lock(mutex_);
    if (!open_) {
      return;  // open() handles it later
    }
    on_peers_changed();
  }
  peers_changed();
}

}  // namespace rmw::detail
