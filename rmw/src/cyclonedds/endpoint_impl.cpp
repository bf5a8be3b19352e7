// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Creation, matching and destruction of readers and writers.

#include "cyclonedds/endpoint_impl.hpp"

#include <algorithm>
#include <utility>

#include "cyclonedds/payload.hpp"
#include "cyclonedds/qos_mapping.hpp"
#include "cyclonedds/sertype.hpp"
#include "rmw/fork.hpp"
#include "rmw/log.hpp"
#include "rmw/names.hpp"
#include "rmw/user_data.hpp"

namespace rmw::detail
{

int & ListenerScope::depth()
{
  thread_local int depth = 0;
  return depth;
}

EndpointImpl::EndpointImpl(
  std::shared_ptr<ParticipantImpl> participant, EndpointKind kind, const EndpointOptions & options,
  EndpointListener & listener)
: participant_(std::move(participant)),
  shared_memory_(options.shared_memory ? participant_->shared_memory() : nullptr),
  listener_(listener)
{
  auto description = std::make_shared<Endpoint>();
  description->kind = kind;
  description->participant = participant_->gid();
  description->topic = options.topic;
  description->type = options.type;
  description->type_hash = options.type_hash;
  description->user_data = options.user_data_extra;
  if (!options.type_hash.empty()) {
    description->user_data += user_data_entry("typehash", options.type_hash);
  }
  description->user_data += user_data_entry(
    shared_memory::announcement_key, shared_memory_
                                       ? shared_memory::to_string(shared_memory_->announcement())
                                       : participant_->absence_of_shared_memory());
  description->qos = participant_->resolve_qos(kind, options);
  description->lifespan = std::chrono::nanoseconds(rmw_time_total_nsec(description->qos.lifespan));
  description_ = std::move(description);
}

void EndpointImpl::end()
{
  const dds_entity_t entity = std::exchange(entity_, 0);
  if (entity <= 0) {
    return;
  }
  hand_over(type_);
  const bool writer = description_->kind == EndpointKind::writer;
  if (writer && dds_wait_for_acks(entity, 0) == DDS_RETCODE_TIMEOUT) {
    dds_set_listener(entity, nullptr);  // waits for a running call
    participant_->linger(entity, type_);
  } else {
    dds_delete(entity);
  }
  take_over(this);
}

void EndpointImpl::create(const EndpointOptions & options, dds_listener_t * callbacks)
{
  const std::unique_ptr<dds_listener_t, void (*)(dds_listener_t *)> listener(
    callbacks, [](dds_listener_t * l) { dds_delete_listener(l); });
  const bool writer = description_->kind == EndpointKind::writer;
  const std::string operation = std::string("cannot create a ") + (writer ? "writer" : "reader") +
                                " of topic '" + options.topic + "' with type '" + options.type +
                                "'";
  if (options.topic.empty() || options.type.empty()) {
    throw error(operation + ": the name is empty");
  }
  const auto set_gid = [this](const Gid & gid) {
    auto description = std::make_shared<Endpoint>(*description_);
    description->gid = gid;
    std::lock_guard lock(call_mutex_);  // the engine may call the listener already
    description_ = std::move(description);
  };
  if (participant_->options().alone) {
    set_gid(participant_->make_endpoint_gid());
    return;
  }
  ddsi_sertype * type = create_sertype(options.type);
  const dds_entity_t topic = dds_create_topic_sertype(
    participant_->participant(), options.topic.c_str(), &type, nullptr, nullptr, nullptr);
  const Direction direction = writer ? Direction::publish : Direction::subscribe;
  if (topic < 0) {
    ddsi_sertype_unref(type);
    throw error(
      operation + ": " +
      return_code_text(participant_->permitted(topic, direction, options.topic)));
  }
  type_ = type;  // valid as long as the entity

  hand_over(this);
  DdsQos qos;
  set_qos(qos.get(), description_->kind, description_->qos, description_->user_data);
  entity_ = writer ? dds_create_writer(participant_->publisher(), topic, qos.get(), callbacks)
                   : dds_create_reader(participant_->subscriber(), topic, qos.get(), callbacks);
  dds_delete(topic);
  check(participant_->permitted(entity_, direction, options.topic), operation);

  dds_guid_t guid;
  dds_get_guid(entity_, &guid);
  set_gid(gid_of(guid));
}

bool EndpointImpl::is_of_service(const std::string & dds_topic)
{
  const auto topic = ros_topic_name(dds_topic);
  return topic && topic->kind != TopicKind::topic;
}

void EndpointImpl::drop(std::shared_ptr<EndpointImpl> endpoint)
{
  if (is_forked_copy()) {
    leak(endpoint);
    return;
  }
  const std::shared_ptr<ParticipantImpl> participant = endpoint->participant_;
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

void EndpointImpl::report(const std::exception & exception) const
{
  log(
    RMW_LOG_SEVERITY_ERROR,
    "topic '" + description_->topic + "': an event was not handled: " + exception.what());
}

std::vector<EndpointPtr> EndpointImpl::matched() const
{
  std::lock_guard lock(matched_mutex_);
  std::vector<EndpointPtr> out;
  out.reserve(matched_.size());
  for (const auto & [handle, endpoint] : matched_) {
    out.push_back(endpoint);
  }
  return out;
}

Mismatch EndpointImpl::mismatch_with(const Endpoint & remote) const
{
  return remote.kind == EndpointKind::reader ? rmw::compare(*description_, remote)
                                             : rmw::compare(remote, *description_);
}

bool EndpointImpl::compare(const EndpointPtr & remote)
{
  const MismatchKind kind = mismatch_with(*remote).kind;
  const auto exists = [this](const Gid & gid) { return participant_->graph()->knows(gid); };
  if (kind == MismatchKind::none || !reported_peers_.first(remote->gid, exists)) {
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

bool EndpointImpl::report_mismatch(const EndpointPtr & remote, bool is_final)
{
  const auto ours = participant_->graph()->owner_of(*description_, is_final);
  const auto peer = participant_->graph()->owner_of(*remote, is_final);
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

void EndpointImpl::report_policies()
{
  std::vector<std::string> policies;
  {
    std::lock_guard lock(call_mutex_);
    policies.swap(odd_policies_);
  }
  if (policies.empty()) {
    return;
  }
  participant_->read_ahead();  // the engine describes a peer before it reports its policy
  const EndpointKind other =
    description_->kind == EndpointKind::writer ? EndpointKind::reader : EndpointKind::writer;
  const std::vector<EndpointPtr> matched_peers = matched();
  std::string owners;
  for (const EndpointPtr & peer : participant_->graph()->endpoints(other, description_->topic)) {
    const bool is_matched =
      std::find(matched_peers.begin(), matched_peers.end(), peer) != matched_peers.end();
    if (
      !is_matched && !same_participant(peer->gid, participant_->gid()) &&
      mismatch_with(*peer).kind == MismatchKind::none && owners.size() < 200) {
      owners +=
        (owners.empty() ? "" : " or ") + participant_->graph()->owner_of(*peer, true).value_or("");
    }
  }
  for (const std::string & policy : policies) {
    const std::string text =
      describe_policy(*description_, policy, owners.empty() ? "an unknown node" : owners);
    call([&] { listener_.on_mismatch({MismatchKind::qos, text}); });
  }
}

template <typename Status>
void EndpointImpl::on_matched(dds_instance_handle_t peer, const Status & status)
{
  call([&] {
    const bool gone = status.current_count_change < 0;
    const EndpointPtr endpoint = gone ? nullptr : participant_->remote(peer);
    {
      std::lock_guard lock(matched_mutex_);
      if (gone) {
        matched_.erase(peer);
      } else {
        matched_[peer] = endpoint;
      }
    }
    matched_count_.store(status.current_count, std::memory_order_release);
    peer_changed(peer, endpoint);
    rmw_matched_status_t out{};
    out.total_count = status.total_count;
    out.total_count_change = static_cast<std::size_t>(std::max(status.total_count_change, 0));
    out.current_count = status.current_count;
    out.current_count_change = status.current_count_change;
    listener_.on_matched(out);
  });
}

template <typename Status>
void EndpointImpl::on_incompatible_qos(const Status & status)
{
  call([&] {
    const PolicyName policy = policy_of(status.last_policy_id);
    IncompatibleQosStatus out{};
    out.status.total_count = static_cast<std::int32_t>(status.total_count);
    out.status.total_count_change = status.total_count_change;
    out.status.last_policy_kind = policy.kind;
    out.topic = description_->topic.c_str();
    out.policy = policy.name;
    listener_.on_incompatible_qos(out);
    // The peer's profile does not show such a policy. An endpoint that is still being created is
    // not known by its topic yet: then add_local() causes the report.
    if (
      policy.kind == RMW_QOS_POLICY_INVALID &&
      std::find(odd_policies_.begin(), odd_policies_.end(), policy.name) == odd_policies_.end()) {
      odd_policies_.emplace_back(policy.name);
      participant_->do_later([participant = participant_.get(), topic = description_->topic] {
        participant->report_policies(topic);
      });
    }
  });
}

void EndpointImpl::set_common_callbacks(dds_listener_t * callbacks)
{
  dds_lset_subscription_matched(
    callbacks, [](dds_entity_t, const dds_subscription_matched_status_t status, void * self) {
      static_cast<EndpointImpl *>(self)->on_matched(status.last_publication_handle, status);
    });
  dds_lset_publication_matched(
    callbacks, [](dds_entity_t, const dds_publication_matched_status_t status, void * self) {
      static_cast<EndpointImpl *>(self)->on_matched(status.last_subscription_handle, status);
    });
  dds_lset_requested_incompatible_qos(
    callbacks, [](dds_entity_t, const dds_requested_incompatible_qos_status_t status, void * self) {
      static_cast<EndpointImpl *>(self)->on_incompatible_qos(status);
    });
  dds_lset_offered_incompatible_qos(
    callbacks, [](dds_entity_t, const dds_offered_incompatible_qos_status_t status, void * self) {
      static_cast<EndpointImpl *>(self)->on_incompatible_qos(status);
    });
}

}  // namespace rmw::detail

bool rmw::inside_listener() noexcept
{
  return detail::ListenerScope::inside();
}
