// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Identity, matching and the end of endpoints on Zenoh.

#include "zenoh/endpoint_impl.hpp"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <set>
#include <utility>

#include "rmw/log.hpp"
#include "rmw/user_data.hpp"

namespace rmw::zenoh
{

EndpointImpl::EndpointImpl(
  std::shared_ptr<ParticipantImpl> participant, const EndpointPtr & description,
  EndpointListener & listener)
: EndpointBase(description, listener), participant_(std::move(participant))
{
}

void EndpointImpl::set_identity(const rxros2_zenoh_entity & entity, const std::string & operation)
{
  Gid gid{};
  checked(operation, [&](rxros2_zenoh_fault * fault) {
    return library().gid_of(participant_->session(), &entity, gid.data(), fault);
  });
  set_gid(gid);
}

void EndpointImpl::announce(const rxros2_zenoh_entity & entity, const std::string & operation)
{
  rxros2_zenoh_token * token = nullptr;
  checked(operation, [&](rxros2_zenoh_fault * fault) {
    return library().announce(participant_->session(), &entity, &token, fault);
  });
  token_.reset(token);
}

void EndpointImpl::end()
{
  if (std::exchange(ended_, true)) {
    return;
  }
  token_.reset();
  close();
}

void EndpointImpl::peer_appeared(const EndpointPtr & peer)
{
  const Endpoint & ours = *description_;
  const Endpoint & reader = ours.kind == EndpointKind::reader ? ours : *peer;
  const bool fits = peer->kind != ours.kind && peer->type == ours.type &&
                    (peer->type_hash == ours.type_hash ||
                     (reader.type_hash == unknown_hash && !is_of_service(reader.topic)));
  if (!fits) {
    return;
  }
  const auto handle = reinterpret_cast<std::uintptr_t>(peer.get());
  call([&] {
    if (has_matched(handle) || participant_->graph()->find_gid(peer->gid) != peer) {
      return;
    }
    set_matched(handle, peer);
    ++matched_.total_count;
    ++matched_.current_count;
    matched_.total_count_change = 1;
    matched_.current_count_change = 1;
    matched_count_.store(matched_.current_count, std::memory_order_release);
    matches_changed(peer, true);
    listener_.on_matched(matched_);
  });
}

void EndpointImpl::peer_vanished(const EndpointPtr & peer)
{
  const auto handle = reinterpret_cast<std::uintptr_t>(peer.get());
  call([&] {
    if (!has_matched(handle)) {
      return;
    }
    set_matched(handle, nullptr);
    --matched_.current_count;
    matched_.total_count_change = 0;
    matched_.current_count_change = -1;
    matched_count_.store(matched_.current_count, std::memory_order_release);
    matches_changed(peer, false);
    listener_.on_matched(matched_);
  });
}

EndpointPtr unannounced_endpoint(EndpointKind kind, const Gid & gid)
{
  auto endpoint = std::make_shared<Endpoint>();
  endpoint->kind = kind;
  endpoint->gid = gid;
  return endpoint;
}

std::string hash_of_peers(
  const ParticipantImpl & participant, EndpointKind kind, const std::string & topic,
  const std::string & type)
{
  for (const EndpointPtr & peer : participant.graph()->endpoints(detail::other_side(kind), topic)) {
    if (peer->type == type && is_type_hash(peer->type_hash)) {
      return peer->type_hash;
    }
  }
  return {};
}

void report_unknown_hash(const std::string & data, const std::string & type)
{
  static std::mutex mutex;  // guards `reported`
  static std::set<std::string> reported;
  {
    std::lock_guard lock(mutex);
    if (!reported.insert(type).second) {
      return;
    }
  }
  const DeferredNotifications deferred;
  log(
    RMW_LOG_SEVERITY_WARN,
    data + " reach only programs that do not know the definition of type '" + type +
      "' either: this program does not know it, and Zenoh finds peers by its hash. Install the "
      "package of the type");
}

void copy_parts(const rxros2_zenoh_sample & sample, std::byte * to)
{
  for (std::size_t i = 0; i < sample.part_count; ++i) {
    std::memcpy(to, sample.parts[i].data, sample.parts[i].size);
    to += sample.parts[i].size;
  }
}

rxros2_zenoh_payload to_payload(const Sample & sample, std::span<const std::byte> bytes)
{
  return {
    reinterpret_cast<const std::uint8_t *>(bytes.data()), bytes.size(),
    detail::retain_bytes(sample), &detail::release_bytes};
}

}  // namespace rmw::zenoh
