// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Opens the session, follows the graph of the peers, and announces our nodes.

#include "zenoh/participant_impl.hpp"

#include <atomic>
#include <chrono>
#include <cstring>
#include <functional>
#include <system_error>
#include <thread>
#include <utility>

#include "engine/block_signals.hpp"
#include "rmw/error.hpp"
#include "rmw/log.hpp"
#include "rmw/names.hpp"
#include "rmw/time.h"
#include "rmw/user_data.hpp"
#include "rmw/zenoh.hpp"
#include "security/explain.hpp"
#include "shared_memory/control.hpp"
#include "zenoh/deadline.hpp"
#include "zenoh/endpoint_impl.hpp"
#include "zenoh/session.hpp"

namespace rmw::zenoh
{
namespace
{

bool has_router(const rxros2_zenoh_session * session)
{
  rxros2_zenoh_state state{};
  library().state(session, &state);
  return state.routers != 0 || state.serves;
}

std::atomic<void (*)()> wait_check{nullptr};

// Waits until `end`. Returns false if the program wants to end. The caller's function is called
// first: it may release what the other one, which may run user code, must find released.
bool wait_until(
  std::chrono::steady_clock::time_point end, const std::function<bool()> & keeps_waiting)
{
  constexpr std::chrono::milliseconds interval{50};
  while (std::chrono::steady_clock::now() < end) {
    if (keeps_waiting && !keeps_waiting()) {
      return false;
    }
    if (const auto check = wait_check.load()) {
      check();
    }
    std::this_thread::sleep_for(interval);
  }
  return true;
}

// Logs a warning although the lines of this thread wait until the participant exists. Its end waits
// for the log.
class LoggedAtOnce
{
public:
  explicit LoggedAtOnce(std::string text)
  {
    const detail::BlockSignals block_signals;
    try {
      thread_ = std::thread([text] { log(RMW_LOG_SEVERITY_WARN, text); });
    } catch (const std::system_error &) {  // no thread can be started
      log(RMW_LOG_SEVERITY_WARN, text);
    }
  }
  ~LoggedAtOnce()
  {
    if (thread_.joinable()) {
      thread_.join();
    }
  }
  LoggedAtOnce(const LoggedAtOnce &) = delete;
  LoggedAtOnce & operator=(const LoggedAtOnce &) = delete;

private:
  std::thread thread_;
};

// Checks whether the session has a router, as ZENOH_ROUTER_CHECK_ATTEMPTS says.
void check_router(const rxros2_zenoh_session * session, const ParticipantOptions & options)
{
  const bool may_serve = SessionSettings(options).value().may_serve;
  const std::int64_t checks =
    options.router_checks.value_or(may_serve && options.engine_configuration.empty() ? -1 : 1);
  if (checks < 0 || options.discovery_range == DiscoveryRange::off) {
    return;
  }
  std::optional<LoggedAtOnce> report;
  std::chrono::steady_clock::time_point next = std::chrono::steady_clock::now();
  for (std::int64_t check = 1; !has_router(session); ++check) {
    if (check == checks) {
      log(
        RMW_LOG_SEVERITY_WARN,
        "no router of Zenoh answers, so this process may find no other node. Start "
        "one with 'rxros2 zenohd' or 'ros2 run rmw_zenoh_cpp rmw_zenohd', or let the first process "
        "of the host serve: ROS_AUTOMATIC_DISCOVERY_RANGE=SUBNET or LOCALHOST. 'rxros2 doctor' "
        "searches for the reason");
      return;
    }
    if (check == 1) {
      report.emplace(
        "no router of Zenoh answers; waiting for one (ZENOH_ROUTER_CHECK_ATTEMPTS=" +
        std::to_string(checks) + ")");
    }
    next += std::chrono::seconds(1);
    if (!wait_until(next, options.keeps_waiting)) {
      return;
    }
  }
}

std::optional<detail::Grant> grant_for(const ParticipantOptions & options)
{
  if (!options.secured_as) {
    return std::nullopt;
  }
  return detail::valid_grant(options.secured_as, options.domain_id);
}

Session open_for(const ParticipantOptions & options)
{
  Session session =
    open_session(SessionSettings(options).value(), "cannot open a session of Zenoh");
  check_router(session.get(), options);
  return session;
}

Gid session_id(const rxros2_zenoh_session * session)
{
  Gid id{};
  library().session_id(session, id.data());
  return id;
}

rmw_time_t to_time(const rxros2_zenoh_duration & duration)
{
  return {duration.sec, duration.nsec};
}

}  // namespace

Gid to_gid(const std::uint8_t (&bytes)[16])
{
  Gid gid{};
  std::memcpy(gid.data(), bytes, gid.size());
  return gid;
}

Gid of_responses(Gid gid)
{
  gid.back() ^= 1;
  return gid;
}

std::int64_t now_ns()
{
  return std::chrono::nanoseconds(std::chrono::system_clock::now().time_since_epoch()).count();
}

rxros2_zenoh_qos to_zenoh(const rmw_qos_profile_t & profile)
{
  rxros2_zenoh_qos qos{};
  qos.reliability = static_cast<std::uint32_t>(profile.reliability);
  qos.durability = static_cast<std::uint32_t>(profile.durability);
  qos.history = static_cast<std::uint32_t>(profile.history);
  qos.liveliness = static_cast<std::uint32_t>(profile.liveliness);
  qos.depth = profile.depth;
  qos.deadline = {profile.deadline.sec, profile.deadline.nsec};
  qos.lifespan = {profile.lifespan.sec, profile.lifespan.nsec};
  qos.lease = {profile.liveliness_lease_duration.sec, profile.liveliness_lease_duration.nsec};
  return qos;
}

rmw_qos_profile_t to_profile(const rxros2_zenoh_qos & qos)
{
  rmw_qos_profile_t profile{};
  profile.reliability = static_cast<rmw_qos_reliability_policy_e>(qos.reliability);
  profile.durability = static_cast<rmw_qos_durability_policy_e>(qos.durability);
  profile.history = static_cast<rmw_qos_history_policy_e>(qos.history);
  profile.liveliness = static_cast<rmw_qos_liveliness_policy_e>(qos.liveliness);
  profile.depth = qos.depth;
  profile.deadline = to_time(qos.deadline);
  profile.lifespan = to_time(qos.lifespan);
  profile.liveliness_lease_duration = to_time(qos.lease);
  return profile;
}

std::string no_shared_memory()
{
  return user_data_entry(
    detail::shared_memory::announcement_key, std::string(detail::shared_memory::on_zenoh));
}

std::vector<EndpointPtr> to_endpoints(const rxros2_zenoh_entity & entity)
{
  Endpoint common;
  common.gid = to_gid(entity.gid);
  common.participant = to_gid(entity.session);
  common.type_hash = std::string(to_view(entity.type_hash));
  common.user_data = no_shared_memory();
  common.qos = to_profile(entity.qos);
  common.lifespan = std::chrono::nanoseconds(rmw_time_total_nsec(common.qos.lifespan));
  const std::string_view name = to_view(entity.name);
  const std::string type(to_view(entity.type_name));
  const auto make = [&](EndpointKind kind, TopicKind topic, const char * type_suffix) {
    auto endpoint = std::make_shared<Endpoint>(common);
    endpoint->kind = kind;
    endpoint->topic = dds_topic_name(topic, name);
    endpoint->type = type + type_suffix;
    if (topic == TopicKind::reply) {
      endpoint->gid = of_responses(common.gid);
    }
    return endpoint;
  };
  switch (entity.kind) {
    case RXROS2_ZENOH_PUBLISHER:
      return {make(EndpointKind::writer, TopicKind::topic, "")};
    case RXROS2_ZENOH_SUBSCRIPTION:
      return {make(EndpointKind::reader, TopicKind::topic, "")};
    case RXROS2_ZENOH_SERVICE:
      return {
        make(EndpointKind::reader, TopicKind::request, "Request_"),
        make(EndpointKind::writer, TopicKind::reply, "Response_")};
    case RXROS2_ZENOH_CLIENT:
      return {
        make(EndpointKind::writer, TopicKind::request, "Request_"),
        make(EndpointKind::reader, TopicKind::reply, "Response_")};
    default:
      return {};
  }
}

ParticipantImpl::ParticipantImpl(const ParticipantOptions & options)
: ParticipantBase(options), grant_(grant_for(options)), session_(open_for(options))
{
  gid_ = session_id(session_.get());
  graph_ = std::make_shared<detail::GraphImpl>(gid_, options.enclave, [this] { wake(); });
  checked("cannot follow the graph", [this](rxros2_zenoh_fault * fault) {
    const detail::BlockSignals block_signals;
    return library().follow_graph(
      session_.get(), options_.domain_id,
      [](void * self, const rxros2_zenoh_entity * entity, bool exists) {
        static_cast<ParticipantImpl *>(self)->on_entity(*entity, exists);
      },
      this, fault);
  });
  start("rmw discovery");
}

ParticipantImpl::~ParticipantImpl()
{
  stop();
  node_tokens_.clear();
  session_.reset();
}

void ParticipantImpl::wake()
{
  {
    std::lock_guard lock(wake_mutex_);
    woken_ = true;
  }
  wake_condition_.notify_one();
}

void ParticipantImpl::wait(Clock::time_point until)
{
  std::unique_lock lock(wake_mutex_);
  const auto is_woken = [this] { return woken_; };
  if (until == Clock::time_point::max()) {
    wake_condition_.wait(lock, is_woken);
  } else {
    wake_condition_.wait_until(lock, until, is_woken);
  }
  woken_ = false;
}

void ParticipantImpl::follow_peers()
{
  if (!graph_->next_announcement()) {
    return;
  }
  const std::map<std::uint64_t, NodeName> nodes = graph_->own_nodes();
  std::erase_if(node_tokens_, [&](const auto & entry) { return !nodes.contains(entry.first); });
  bool is_complete = true;
  for (const auto & [id, name] : nodes) {
    if (node_tokens_.contains(id)) {
      continue;
    }
    rxros2_zenoh_entity entity{};
    entity.kind = RXROS2_ZENOH_NODE;
    entity.domain = options_.domain_id;
    entity.node_id = id;
    entity.entity_id = id;
    entity.enclave = to_text(options_.enclave);
    entity.namespace_ = to_text(name.namespace_);
    entity.node = to_text(name.name);
    rxros2_zenoh_token * token = nullptr;
    rxros2_zenoh_fault fault{};
    if (library().announce(session_.get(), &entity, &token, &fault)) {
      node_tokens_[id] = Token(token);
    } else if (std::exchange(is_complete, false)) {
      log(
        RMW_LOG_SEVERITY_ERROR, "cannot announce the node " + name.name + ": " + fault.text +
                                  "; trying again with the next change");
    }
  }
  if (is_complete) {
    graph_->announced();
  } else {
    graph_->announce_again();
  }
}

void ParticipantImpl::check_permitted(EndpointKind kind, const std::string & dds_topic) const
{
  const auto direction =
    kind == EndpointKind::writer ? detail::Direction::publish : detail::Direction::subscribe;
  const std::uint32_t domain = options_.domain_id;
  if (grant_ && !detail::decide(*grant_, domain, direction, dds_topic).allowed) {
    throw security_error(detail::why_denied(options_.secured_as, domain, direction, dds_topic));
  }
}

EntityNames ParticipantImpl::names_of(const NodeHandle * node, const std::string & operation) const
{
  if (node) {
    if (auto name = graph_->own_node(node->id())) {
      EntityNames names;
      names.namespace_ = std::move(name->namespace_);
      names.node = std::move(name->name);
      return names;
    }
  }
  throw error(operation + ": it belongs to no node, and Zenoh announces each with its node");
}

rxros2_zenoh_entity ParticipantImpl::make_entity(
  rxros2_zenoh_kind kind, std::uint64_t node, const EntityNames & names,
  const rmw_qos_profile_t & qos)
{
  rxros2_zenoh_entity entity{};
  entity.kind = kind;
  entity.domain = options_.domain_id;
  entity.node_id = node;
  entity.entity_id = graph_->make_id();
  entity.enclave = to_text(options_.enclave);
  entity.namespace_ = to_text(names.namespace_);
  entity.node = to_text(names.node);
  entity.name = to_text(names.name);
  entity.type_name = to_text(names.type_name);
  entity.type_hash = to_text(names.type_hash);
  entity.qos = zenoh::to_zenoh(qos);
  return entity;
}

void ParticipantImpl::add(const std::shared_ptr<EndpointImpl> & endpoint)
{
  add_local(endpoint);
  // A peer that comes later finds the endpoint; one that goes meanwhile is matched no more.
  const Endpoint & description = *endpoint->description();
  for (const EndpointPtr & peer :
       graph_->endpoints(detail::other_side(description.kind), description.topic)) {
    if (peer->participant != gid_) {
      endpoint->peer_appeared(peer);
    }
  }
}

void ParticipantImpl::watch_deadline(const std::shared_ptr<EndpointImpl> & endpoint)
{
  if (Deadline(endpoint->description()->qos.deadline).exists()) {
    watch_time(endpoint);
  }
}

void ParticipantImpl::on_entity(const rxros2_zenoh_entity & entity, bool exists)
{
  const detail::ListenerScope scope;
  const DeferredNotifications deferred;
  try {
    if (exists) {
      add_peer(entity);
    } else {
      remove_peer(to_gid(entity.gid));
    }
  } catch (const std::exception & fault) {
    log(
      RMW_LOG_SEVERITY_ERROR,
      std::string("a change of the graph was not handled: ") + fault.what());
  }
  wake();
}

void ParticipantImpl::add_peer(const rxros2_zenoh_entity & entity)
{
  const Gid gid = to_gid(entity.gid);
  if (peers_.contains(gid)) {
    return;
  }
  PeerNodeKey key{
    to_gid(entity.session), entity.node_id, std::string(to_view(entity.enclave)),
    std::string(to_view(entity.namespace_)), std::string(to_view(entity.node))};
  if (validate_node_name(key.name) || validate_namespace(key.namespace_)) {
    return;  // no query could name the node
  }
  const auto [node, is_new] = peer_nodes_.try_emplace(std::move(key));
  const Gid & session = node->first.session;
  if (is_new) {
    node->second.id = ++last_peer_node_;
    graph_->add_peer_node(
      session, node->first.enclave, node->second.id, node->first.namespace_, node->first.name);
  }
  PeerEntity & peer = peers_[gid] = {node, to_endpoints(entity)};
  (peer.endpoints.empty() ? node->second.announced : node->second.endpoints).insert(gid);
  for (const EndpointPtr & endpoint : peer.endpoints) {
    graph_->change_peer_node(session, node->second.id, detail::GraphImpl::Change::add, *endpoint);
    // Last, so that nobody sees an endpoint without its node.
    graph_->add_endpoint(endpoint, reinterpret_cast<std::uintptr_t>(endpoint.get()));
    compare_later(endpoint);
    for (const auto & local : locals_of(endpoint->topic)) {
      std::static_pointer_cast<EndpointImpl>(local)->peer_appeared(endpoint);
    }
  }
}

void ParticipantImpl::remove_peer(const Gid & gid)
{
  const auto entry = peers_.find(gid);
  if (entry == peers_.end()) {
    return;
  }
  const PeerNodes::iterator place = entry->second.node;
  PeerNode & node = place->second;
  if (entry->second.endpoints.empty()) {
    peers_.erase(entry);
    node.announced.erase(gid);
    // Its endpoints end with the node, whose announcement may be withdrawn first.
    if (node.announced.empty()) {
      for (const Gid & endpoint : std::exchange(node.endpoints, {})) {
        remove_endpoint(endpoint);
      }
    }
  } else {
    remove_endpoint(gid);
    node.endpoints.erase(gid);
  }
  if (node.announced.empty() && node.endpoints.empty()) {
    graph_->remove_peer_node(place->first.session, node.id);
    peer_nodes_.erase(place);
  }
}

void ParticipantImpl::remove_endpoint(const Gid & gid)
{
  const auto entry = peers_.find(gid);
  const PeerEntity peer = std::move(entry->second);
  peers_.erase(entry);
  for (const EndpointPtr & endpoint : peer.endpoints) {
    graph_->remove_endpoint(endpoint->gid);
    graph_->change_peer_node(
      peer.node->first.session, peer.node->second.id, detail::GraphImpl::Change::remove, *endpoint);
    for (const auto & local : locals_of(endpoint->topic)) {
      std::static_pointer_cast<EndpointImpl>(local)->peer_vanished(endpoint);
    }
  }
}

}  // namespace rmw::zenoh

void rmw::set_zenoh_wait_check(void (*check)())
{
  zenoh::wait_check.store(check);
}

std::shared_ptr<rmw::detail::ParticipantBase> rmw::detail::create_on_zenoh(
  const ParticipantOptions & options)
{
  return ParticipantBase::create_shared<zenoh::ParticipantImpl>(options);
}
