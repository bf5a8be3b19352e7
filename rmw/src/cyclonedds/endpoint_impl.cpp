// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Creation, matching and destruction of readers and writers.

#include "cyclonedds/endpoint_impl.hpp"

#include <algorithm>
#include <new>
#include <optional>
#include <utility>

#include "cyclonedds/payload.hpp"
#include "cyclonedds/qos_mapping.hpp"
#include "cyclonedds/sertype.hpp"
#include "rmw/fork.hpp"
#include "rmw/log.hpp"
#include "rmw/names.hpp"
#include "rmw/user_data.hpp"
#include "shared_memory/mailboxes.hpp"

namespace rmw::detail
{

namespace
{

EndpointPtr describe_endpoint(
  const ParticipantImpl & participant, EndpointKind kind, const EndpointOptions & options)
{
  auto description = std::make_shared<Endpoint>();
  description->kind = kind;
  description->participant = participant.gid();
  description->topic = options.topic;
  description->type = options.type;
  description->type_hash = options.type_hash;
  description->user_data = options.user_data_extra;
  if (!options.type_hash.empty()) {
    description->user_data += user_data_entry("typehash", options.type_hash);
  }
  const shared_memory::Pool * const pool = participant.shared_memory_of(kind, options);
  description->user_data += user_data_entry(
    shared_memory::announcement_key, pool ? shared_memory::to_string(pool->announcement())
                                          : participant.absence_of_shared_memory(options));
  description->qos = participant.resolve_qos(kind, options);
  description->lifespan = std::chrono::nanoseconds(rmw_time_total_nsec(description->qos.lifespan));
  return description;
}

}  // namespace

EndpointImpl::EndpointImpl(
  std::shared_ptr<ParticipantImpl> participant, EndpointKind kind, const EndpointOptions & options,
  EndpointListener & listener)
: EndpointBase(describe_endpoint(*participant, kind, options), listener),
  participant_(std::move(participant)),
  shared_memory_(participant_->shared_memory_of(kind, options))
{
}

EndpointImpl::~EndpointImpl()
{
  for (const auto & [peer, receiver] : receivers_) {
    shared_memory::Mailboxes::instance().remove_match(receiver, participant_->options().domain_id);
  }
}

void EndpointImpl::follow_mailbox(dds_instance_handle_t peer, const EndpointPtr & endpoint)
{
  if (!shared_memory_) {
    return;
  }
  auto & mailboxes = shared_memory::Mailboxes::instance();
  const std::uint32_t domain = participant_->options().domain_id;
  const auto last = receivers_.find(peer);
  if (last != receivers_.end()) {
    mailboxes.remove_match(last->second, domain);
    receivers_.erase(last);
  }
  const auto receiver =
    endpoint ? shared_memory::announcement_in(endpoint->user_data) : std::nullopt;
  if (receiver && receiver->cookie != shared_memory_->announcement().cookie) {
    try {
      receivers_.emplace(peer, *receiver);
      mailboxes.add_match(*receiver, domain);
    } catch (const std::bad_alloc &) {
      receivers_.erase(peer);  // sockets will do
    }
  }
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
  const EndpointKind other = other_side(description_->kind);
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
    follow_mailbox(peer, endpoint);  // first: a user who sees the match publishes
    set_matched(peer, endpoint);
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
