// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Matching, mismatches and the end of readers and writers.

#include "engine/endpoint_base.hpp"

#include <utility>

#include "engine/participant_base.hpp"
#include "rmw/fork.hpp"
#include "rmw/log.hpp"
#include "rmw/names.hpp"

namespace rmw::detail
{

int & ListenerScope::depth()
{
  thread_local int depth = 0;
  return depth;
}

bool is_cdr(std::span<const std::byte> sample)
{
  constexpr std::size_t header_size = 4;
  return sample.size() >= header_size && sample[0] == std::byte{0} && sample[1] <= std::byte{1};
}

bool EndpointBase::is_of_service(const std::string & dds_topic)
{
  const auto topic = ros_topic_name(dds_topic);
  return topic && topic->kind != TopicKind::topic;
}

void EndpointBase::set_gid(const Gid & gid)
{
  auto description = std::make_shared<Endpoint>(*description_);
  description->gid = gid;
  std::lock_guard lock(call_mutex_);  // the engine may call the listener already
  description_ = std::move(description);
}

void EndpointBase::drop(std::shared_ptr<EndpointBase> endpoint)
{
  if (is_forked_copy()) {
    leak(endpoint);
    return;
  }
  const std::shared_ptr<ParticipantBase> participant = endpoint->participant();
  participant->remove_local(*endpoint);
  {
    // Waits for a listener call on another thread.
    std::lock_guard lock(endpoint->call_mutex_);
    endpoint->closed_ = true;
  }
  if (ListenerScope::inside()) {
    participant->delete_later(std::move(endpoint));
  } else {
    endpoint->end();
  }
}

void EndpointBase::report(const std::exception & exception) const
{
  log(
    RMW_LOG_SEVERITY_ERROR,
    "topic '" + description_->topic + "': an event was not handled: " + exception.what());
}

std::vector<EndpointPtr> EndpointBase::matched() const
{
  std::lock_guard lock(matched_mutex_);
  std::vector<EndpointPtr> out;
  out.reserve(matched_.size());
  for (const auto & [handle, endpoint] : matched_) {
    out.push_back(endpoint);
  }
  return out;
}

void EndpointBase::set_matched(std::uint64_t handle, const EndpointPtr & peer)
{
  std::lock_guard lock(matched_mutex_);
  if (peer) {
    matched_[handle] = peer;
  } else {
    matched_.erase(handle);
  }
}

bool EndpointBase::has_matched(std::uint64_t handle) const
{
  std::lock_guard lock(matched_mutex_);
  return matched_.contains(handle);
}

Mismatch EndpointBase::mismatch_with(const Endpoint & remote) const
{
  return remote.kind == EndpointKind::reader ? rmw::compare(*description_, remote)
                                             : rmw::compare(remote, *description_);
}

bool EndpointBase::compare(const EndpointPtr & remote)
{
  const MismatchKind kind = mismatch_with(*remote).kind;
  const std::shared_ptr<GraphImpl> graph = participant()->graph();
  const auto exists = [&graph](const Gid & gid) { return graph->knows(gid); };
  if (
    kind == MismatchKind::none || !knows_mismatch(kind) ||
    !reported_peers_.first(remote->gid, exists)) {
    return false;
  }
  if (kind != MismatchKind::qos) {  // the engine reports incompatible QoS
    ++incompatible_type_.total_count;
    ++incompatible_type_.total_count_change;
    call([&] {
      listener_.on_incompatible_type(incompatible_type_);
      incompatible_type_.total_count_change = 0;
    });
  }
  return true;
}

bool EndpointBase::report_mismatch(const EndpointPtr & remote, bool is_final)
{
  const std::shared_ptr<GraphImpl> graph = participant()->graph();
  const auto ours = graph->owner_of(*description_, is_final);
  const auto peer = graph->owner_of(*remote, is_final);
  if (!ours || !peer) {
    return false;
  }
  const Mismatch mismatch = mismatch_with(*remote);
  const std::string text = describe(mismatch, {*description_, *ours}, {*remote, *peer});
  if (!text.empty()) {
    call([&] { listener_.on_mismatch({mismatch.kind, text}); });
  }
  return true;
}

}  // namespace rmw::detail

bool rmw::inside_listener() noexcept
{
  return detail::ListenerScope::inside();
}
