// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Bookkeeping of nodes and endpoints.

#include "graph_impl.hpp"

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <exception>
#include <string>
#include <unordered_set>
#include <utility>

#include "base/escaped.hpp"
#include "rmw/log.hpp"
#include "rmw/names.hpp"

namespace rmw::detail
{
namespace
{

// A node that restarts may overlap with its successor for a moment.
constexpr std::chrono::seconds restart_time{1};
// Cyclone DDS removes a participant that ended without notice after its lease of 10 s.
constexpr std::chrono::seconds lease_time{12};

constexpr std::size_t longest_process_text = 64;

std::string full_name(const NodeEntities & node)
{
  return node.namespace_ == "/" ? "/" + node.name : node.namespace_ + "/" + node.name;
}

// Returns true if the process runs on this host.
bool runs_here(const Process & process)
{
  std::array<char, 256> host{};
  char * end = nullptr;
  const long id = std::strtol(process.id.c_str(), &end, 10);
  return id > 0 && *end == '\0' && gethostname(host.data(), host.size() - 1) == 0 &&
         process.host == host.data() && (kill(static_cast<pid_t>(id), 0) == 0 || errno == EPERM);
}

// The participants of this process. Their announcements do not show it: containers may share the
// name of their host and number their processes alike, and the host may get another name.
struct OurParticipants
{
  std::mutex mutex;  // guards `gids`
  std::unordered_set<Gid, GidHash> gids;
};

// Never destroyed: participants may end while the process exits.
OurParticipants & our_participants()
{
  static OurParticipants * instance = new OurParticipants;
  return *instance;
}

bool is_of_this_process(const Gid & participant)
{
  OurParticipants & ours = our_participants();
  std::lock_guard lock(ours.mutex);
  return ours.gids.contains(participant);
}

// Returns "process 17 on robot", or as much of it as is known.
std::string text_of(const Process & process)
{
  std::string text = process.id.empty() ? "" : "process " + process.id;
  if (!process.host.empty()) {
    text += (text.empty() ? "host " : " on ") + process.host;
  }
  return text;
}

void erase_first(std::vector<Gid> & gids, const Gid & gid)
{
  const auto entry = std::find(gids.begin(), gids.end(), gid);
  if (entry != gids.end()) {
    gids.erase(entry);
  }
}

const std::vector<Gid> & gids_of(const NodeEntities & node, EndpointKind kind)
{
  return kind == EndpointKind::writer ? node.writers : node.readers;
}

}  // namespace

GraphImpl::GraphImpl(const Gid & participant, std::string enclave, std::function<void()> wake)
: participant_(participant), wake_(std::move(wake))
{
  std::array<char, 256> host{};
  gethostname(host.data(), host.size() - 1);
  participants_[participant] = {
    std::move(enclave), {host.data(), std::to_string(getpid())}, true, true, {}};
  OurParticipants & ours = our_participants();
  std::lock_guard lock(ours.mutex);
  ours.gids.insert(participant);
}

// Not in close(): until now others of this process could still see the participant.
GraphImpl::~GraphImpl()
{
  OurParticipants & ours = our_participants();
  std::lock_guard lock(ours.mutex);
  ours.gids.erase(participant_);
}

void GraphImpl::close()
{
  std::lock_guard lock(wake_mutex_);
  wake_ = nullptr;
}

void GraphImpl::wake()
{
  std::lock_guard lock(wake_mutex_);
  if (wake_) {
    wake_();
  }
}

void GraphImpl::add_participant(
  const Gid & gid, const std::optional<std::string> & enclave, const Process & process)
{
  std::lock_guard lock(mutex_);
  ParticipantEntry & participant = participants_[gid];
  participant.enclave = base::escaped(enclave.value_or("/"));
  participant.is_ros = enclave.has_value();
  participant.process = {
    base::escaped(process.host, longest_process_text),
    base::escaped(process.id, longest_process_text)};
  changed_ = true;
}

void GraphImpl::remove_participant(const Gid & gid)
{
  std::lock_guard lock(mutex_);
  if (const auto entry = participants_.find(gid); entry != participants_.end()) {
    set_nodes(gid, entry->second, {});
    participants_.erase(entry);
    changed_ = true;
  }
}

void GraphImpl::set_nodes(
  const Gid & gid, ParticipantEntry & participant, std::map<std::uint64_t, NodeEntities> nodes)
{
  std::unordered_map<std::string, int> changes;  // the names that come (1) and go (-1)
  for (const auto & [id, node] : nodes) {
    ++changes[full_name(node)];
  }
  for (const auto & [id, node] : participant.nodes) {
    --changes[full_name(node)];
  }
  participant.nodes = std::move(nodes);
  for (auto & [name, change] : changes) {
    for (; change > 0; --change) {
      add_name(name, gid);
    }
    for (; change < 0; ++change) {
      remove_name(name, gid);
    }
  }
}

void GraphImpl::add_name(const std::string & name, const Gid & participant)
{
  std::vector<Gid> & owners = names_[name];
  const auto note = [&](const Gid & other) {
    const auto is_same = [&](const SameName & known) {
      return known.name == name && known.participant == other;
    };
    if (
      !is_of_this_process(other) && std::none_of(same_names_.begin(), same_names_.end(), is_same)) {
      const Clock::time_point now = Clock::now();
      same_names_.push_back({name, other, now, now + restart_time});
    }
  };
  if (participant == participant_) {
    std::for_each(owners.begin(), owners.end(), note);
  } else if (std::find(owners.begin(), owners.end(), participant_) != owners.end()) {
    note(participant);
  }
  owners.push_back(participant);
}

void GraphImpl::remove_name(const std::string & name, const Gid & participant)
{
  const auto entry = names_.find(name);
  std::vector<Gid> & owners = entry->second;
  erase_first(owners, participant);
  const auto has = [&](const Gid & gid) {
    return std::find(owners.begin(), owners.end(), gid) != owners.end();
  };
  std::erase_if(same_names_, [&](const SameName & same) {
    return same.name == name && (!has(participant_) || !has(same.participant));
  });
  if (owners.empty()) {
    names_.erase(entry);
  }
}

bool GraphImpl::may_have_ended(const Gid & participant) const
{
  const auto entry = participants_.find(participant);
  return entry == participants_.end() || !runs_here(entry->second.process);
}

std::string GraphImpl::location_of(const Gid & participant) const
{
  const auto entry = participants_.find(participant);
  const std::string process = entry == participants_.end() ? "" : text_of(entry->second.process);
  return process.empty() ? "participant " + to_string(participant) : process;
}

GraphImpl::Clock::time_point GraphImpl::next_name_check() const
{
  std::lock_guard lock(mutex_);
  Clock::time_point next = Clock::time_point::max();
  for (const SameName & same : same_names_) {
    next = std::min(next, same.due);
  }
  return next;
}

void GraphImpl::check_names()
{
  std::vector<std::pair<Graph::Warning, std::string>> warnings;
  {
    std::lock_guard lock(mutex_);
    const Clock::time_point now = Clock::now();
    std::erase_if(same_names_, [&](SameName & same) {
      if (now < same.due) {
        return false;
      }
      if (now < same.since + lease_time && may_have_ended(same.participant)) {
        same.due = same.since + lease_time;
        return false;
      }
      // The newest of our nodes of this name reports it.
      const auto & nodes = participants_[participant_].nodes;
      const auto node = std::find_if(nodes.rbegin(), nodes.rend(), [&](const auto & entry) {
        return full_name(entry.second) == same.name;
      });
      const auto warning =
        node == nodes.rend() ? on_same_name_.end() : on_same_name_.find(node->first);
      if (warning != on_same_name_.end()) {
        warnings.emplace_back(
          warning->second,
          "another node of this name, " + same.name + ", runs in " + location_of(same.participant) +
            ": the parameters, services and logs of the two are mixed up; start one of them with "
            "another name (--ros-args -r __node:=NAME) or namespace (-r __ns:=/NAMESPACE)");
      }
      return true;
    });
  }
  for (const auto & [warning, text] : warnings) {
    warning(text);
  }
}

std::optional<std::string> GraphImpl::owner_of(const Endpoint & endpoint, bool is_final) const
{
  std::lock_guard lock(mutex_);
  const auto entry = participants_.find(endpoint.participant);
  const bool is_known = entry != participants_.end();
  std::string process;
  if (is_known && endpoint.participant != participant_) {
    process =
      is_of_this_process(endpoint.participant) ? "this process" : text_of(entry->second.process);
  }
  if (is_known) {
    for (const auto & [id, node] : entry->second.nodes) {
      const auto & gids = gids_of(node, endpoint.kind);
      if (std::find(gids.begin(), gids.end(), endpoint.gid) != gids.end()) {
        return "node " + full_name(node) + (process.empty() ? "" : " (" + process + ")");
      }
    }
  }
  const bool is_ros = !is_known || entry->second.is_ros || entry->second.announced;
  if (is_ros && !is_final) {
    return std::nullopt;
  }
  return std::string(is_ros ? "an unknown node" : "a program without ROS 2") + " (" +
         (process.empty() ? "" : process + ", ") + to_string(endpoint.gid) + ")";
}

void GraphImpl::add_endpoint(EndpointPtr endpoint, std::uint64_t handle)
{
  note_odd_name(*endpoint);
  {
    std::lock_guard lock(mutex_);
    if (!endpoints_.emplace(endpoint->gid, EndpointEntry{endpoint, handle}).second) {
      return;
    }
    if (handle != 0) {
      by_handle_.emplace(handle, endpoint);
    }
    topics_[endpoint->topic].of(endpoint->kind).push_back(endpoint);
    changed_ = true;
    if (handle != 0) {
      return;  // called by the engine, which notifies afterwards
    }
  }
  wake();
}

// Logs a topic that has a prefix of ROS but no valid name.
void GraphImpl::note_odd_name(const Endpoint & endpoint)
{
  const std::string & topic = endpoint.topic;
  const bool has_prefix =
    topic.starts_with("rt/") || topic.starts_with("rq/") || topic.starts_with("rr/");
  if (has_prefix && !ros_topic_name(topic) && !noted_odd_name_.exchange(true)) {
    log(
      RMW_LOG_SEVERITY_WARN,
      "DDS topic '" + topic + "' of " + to_string(endpoint.participant) +
        " has a prefix of ROS 2, but no name that is valid in ROS 2: topics like this one are left "
        "out of the lists of topics and services");
  }
}

EndpointPtr GraphImpl::remove_endpoint(const Gid & gid)
{
  EndpointPtr endpoint;
  {
    std::lock_guard lock(mutex_);
    const auto entry = endpoints_.find(gid);
    if (entry == endpoints_.end()) {
      return nullptr;
    }
    endpoint = entry->second.endpoint;
    const bool own = entry->second.handle == 0;
    if (!own) {
      by_handle_.erase(entry->second.handle);
    }
    endpoints_.erase(entry);
    const auto topic = topics_.find(endpoint->topic);
    auto & list = topic->second.of(endpoint->kind);
    list.erase(std::find(list.begin(), list.end(), endpoint));
    if (topic->second.writers.empty() && topic->second.readers.empty()) {
      topics_.erase(topic);
    }
    // Without this writer nothing corrects the announcements of its participant.
    if (!own && endpoint->kind == EndpointKind::writer && endpoint->topic == discovery_info_topic) {
      if (const auto sender = participants_.find(endpoint->participant);
          sender != participants_.end()) {
        set_nodes(sender->first, sender->second, {});
      }
    }
    changed_ = true;
    if (!own) {
      return endpoint;
    }
  }
  wake();
  return endpoint;
}

EndpointPtr GraphImpl::find(std::uint64_t handle) const
{
  std::lock_guard lock(mutex_);
  const auto entry = by_handle_.find(handle);
  return entry == by_handle_.end() ? nullptr : entry->second;
}

bool GraphImpl::knows(const Gid & endpoint) const
{
  std::lock_guard lock(mutex_);
  return endpoints_.contains(endpoint);
}

void GraphImpl::apply(std::span<const std::byte> sample, const Endpoint & writer)
{
  std::optional<DiscoveryInfo> info = decode(sample, writer.gid);
  {
    std::lock_guard lock(mutex_);
    if (info) {
      ++statistics_.announcements_received;
      if (!endpoints_.contains(writer.gid)) {
        return;  // it has left meanwhile, so nothing would remove its nodes
      }
      // Uses the gid of the writer: of the gid in the sample only the participant part was
      // compared.
      ParticipantEntry & sender = participants_[writer.participant];
      std::map<std::uint64_t, NodeEntities> nodes;
      for (NodeEntities & node : info->nodes) {
        // Such names are not valid in ROS, and no query could name the node.
        if (!validate_node_name(node.name) && !validate_namespace(node.namespace_)) {
          nodes.emplace_hint(nodes.end(), nodes.size(), std::move(node));
        }
      }
      changed_ |= !sender.announced || sender.nodes != nodes;
      sender.announced = true;
      set_nodes(writer.participant, sender, std::move(nodes));
      return;
    }
    ++statistics_.announcements_malformed;
    if (!malformed_writers_.first(
          writer.gid, [this](const Gid & gid) { return endpoints_.contains(gid); })) {
      return;
    }
  }
  if (const auto unsaid = malformed_reports_.pass()) {
    log(
      RMW_LOG_SEVERITY_WARN,
      "dropped a malformed sample of " + std::to_string(sample.size()) +
        " bytes on ros_discovery_info; nodes of its sender may be missing. Further ones of the "
        "same writer, " +
        to_string(writer.gid) + ", are dropped silently" + base::and_as_many_unsaid(*unsaid));
  }
}

void GraphImpl::add_peer_node(
  const Gid & participant, const std::string & enclave, std::uint64_t id,
  const std::string & namespace_, const std::string & name)
{
  std::lock_guard lock(mutex_);
  ParticipantEntry & entry = participants_[participant];
  entry.enclave = base::escaped(enclave);
  entry.is_ros = true;
  entry.announced = true;
  const auto [node, is_new] = entry.nodes.try_emplace(id, NodeEntities{namespace_, name, {}, {}});
  if (is_new) {
    add_name(full_name(node->second), participant);
    changed_ = true;
  }
}

void GraphImpl::remove_peer_node(const Gid & participant, std::uint64_t id)
{
  std::lock_guard lock(mutex_);
  const auto entry = participants_.find(participant);
  if (entry == participants_.end()) {
    return;
  }
  if (const auto node = entry->second.nodes.find(id); node != entry->second.nodes.end()) {
    const std::string name = full_name(node->second);
    entry->second.nodes.erase(node);
    remove_name(name, participant);
    changed_ = true;
  }
  if (entry->second.nodes.empty()) {
    participants_.erase(entry);
  }
}

void GraphImpl::change_peer_node(
  const Gid & participant, std::uint64_t id, Change change, const Endpoint & endpoint)
{
  std::lock_guard lock(mutex_);
  const auto entry = participants_.find(participant);
  if (entry == participants_.end() || !entry->second.nodes.contains(id)) {
    return;
  }
  NodeEntities & node = entry->second.nodes.at(id);
  std::vector<Gid> & gids = endpoint.kind == EndpointKind::writer ? node.writers : node.readers;
  if (change == Change::add) {
    gids.push_back(endpoint.gid);
  } else {
    erase_first(gids, endpoint.gid);
  }
  changed_ = true;
}

EndpointPtr GraphImpl::find_gid(const Gid & endpoint) const
{
  std::lock_guard lock(mutex_);
  const auto entry = endpoints_.find(endpoint);
  return entry == endpoints_.end() ? nullptr : entry->second.endpoint;
}

std::map<std::uint64_t, NodeName> GraphImpl::own_nodes() const
{
  std::lock_guard lock(mutex_);
  std::map<std::uint64_t, NodeName> names;
  const ParticipantEntry & own = participants_.at(participant_);
  for (const auto & [id, node] : own.nodes) {
    names[id] = {node.namespace_, node.name, own.enclave};
  }
  return names;
}

std::optional<NodeName> GraphImpl::own_node(std::uint64_t id) const
{
  std::lock_guard lock(mutex_);
  const ParticipantEntry & own = participants_.at(participant_);
  const auto node = own.nodes.find(id);
  return node == own.nodes.end()
           ? std::nullopt
           : std::optional(NodeName{node->second.namespace_, node->second.name, own.enclave});
}

std::uint64_t GraphImpl::make_id()
{
  std::lock_guard lock(mutex_);
  return next_id_++;
}

std::optional<DiscoveryInfo> GraphImpl::next_announcement()
{
  std::lock_guard lock(mutex_);
  if (!std::exchange(announce_, false)) {
    return std::nullopt;
  }
  DiscoveryInfo info;
  info.participant = participant_;
  const auto & nodes = participants_[participant_].nodes;
  info.nodes.reserve(nodes.size());
  for (const auto & [id, node] : nodes) {
    info.nodes.push_back(node);
  }
  return info;
}

void GraphImpl::announced()
{
  std::lock_guard lock(mutex_);
  ++statistics_.announcements_sent;
}

void GraphImpl::announce_again()
{
  std::lock_guard lock(mutex_);
  announce_ = true;
}

bool GraphImpl::has_announcement() const
{
  std::lock_guard lock(mutex_);
  return announce_;
}

void GraphImpl::notify()
{
  std::vector<std::shared_ptr<Subscriber>> subscribers;
  {
    std::lock_guard lock(mutex_);
    if (!std::exchange(changed_, false)) {
      return;
    }
    for (const auto & [id, subscriber] : subscribers_) {
      subscribers.push_back(subscriber);
    }
  }
  for (const auto & subscriber : subscribers) {
    try {
      std::lock_guard lock(subscriber->mutex);
      if (!subscriber->ended) {
        subscriber->changed();
      }
    } catch (const std::exception & error) {  // the others still have to be told
      log(RMW_LOG_SEVERITY_ERROR, std::string("a listener of the graph threw: ") + error.what());
    } catch (...) {
      log(RMW_LOG_SEVERITY_ERROR, "a listener of the graph threw no std::exception");
    }
  }
}

std::map<std::uint64_t, NodeEntities> & GraphImpl::change_own_nodes()
{
  announce_ = true;
  changed_ = true;
  return participants_[participant_].nodes;
}

std::uint64_t GraphImpl::add_node(
  const std::string & namespace_, const std::string & name, Graph::Warning on_same_name)
{
  std::uint64_t id = 0;
  {
    std::lock_guard lock(mutex_);
    id = next_id_++;
    NodeEntities & node = change_own_nodes()[id] = {namespace_, name, {}, {}};
    add_name(full_name(node), participant_);
    if (on_same_name) {
      on_same_name_[id] = std::move(on_same_name);
    }
  }
  wake();
  return id;
}

void GraphImpl::remove_node(std::uint64_t id)
{
  {
    std::lock_guard lock(mutex_);
    auto & nodes = change_own_nodes();
    if (const auto node = nodes.find(id); node != nodes.end()) {
      const std::string name = full_name(node->second);
      nodes.erase(node);
      on_same_name_.erase(id);
      remove_name(name, participant_);
    }
  }
  wake();
}

void GraphImpl::change_node(std::uint64_t id, Change change, const Gid * reader, const Gid * writer)
{
  {
    std::lock_guard lock(mutex_);
    NodeEntities & node = change_own_nodes().at(id);
    for (const auto & [gid, list] :
         {std::pair{reader, &node.readers}, std::pair{writer, &node.writers}}) {
      if (!gid) {
        continue;
      }
      if (change == Change::add) {
        list->push_back(*gid);
      } else {
        erase_first(*list, *gid);
      }
    }
  }
  wake();
}

std::vector<NodeName> GraphImpl::node_names() const
{
  std::lock_guard lock(mutex_);
  std::vector<NodeName> names;
  for (const auto & [gid, participant] : participants_) {
    for (const auto & [id, node] : participant.nodes) {
      names.push_back({node.namespace_, node.name, participant.enclave});
    }
  }
  return names;
}

std::vector<EndpointPtr> GraphImpl::endpoints(EndpointKind kind, std::string_view dds_topic) const
{
  std::lock_guard lock(mutex_);
  const auto topic = topics_.find(dds_topic);
  return topic == topics_.end() ? std::vector<EndpointPtr>() : topic->second.of(kind);
}

std::vector<EndpointPtr> GraphImpl::all_endpoints(EndpointKind kind) const
{
  std::lock_guard lock(mutex_);
  std::vector<EndpointPtr> out;
  for (const auto & [name, topic] : topics_) {
    const auto & list = topic.of(kind);
    out.insert(out.end(), list.begin(), list.end());
  }
  return out;
}

std::optional<std::vector<EndpointPtr>> GraphImpl::endpoints_of_node(
  EndpointKind kind, std::string_view namespace_, std::string_view name) const
{
  std::lock_guard lock(mutex_);
  std::vector<EndpointPtr> out;
  bool is_found = false;
  for (const auto & [gid, participant] : participants_) {
    for (const auto & [id, node] : participant.nodes) {
      if (node.namespace_ != namespace_ || node.name != name) {
        continue;
      }
      is_found = true;
      for (const Gid & endpoint : gids_of(node, kind)) {
        if (const auto entry = endpoints_.find(endpoint); entry != endpoints_.end()) {
          out.push_back(entry->second.endpoint);
        }
      }
    }
  }
  return is_found ? std::optional(std::move(out)) : std::nullopt;
}

std::size_t GraphImpl::count(EndpointKind kind, std::string_view dds_topic) const
{
  std::lock_guard lock(mutex_);
  const auto topic = topics_.find(dds_topic);
  return topic == topics_.end() ? 0 : topic->second.of(kind).size();
}

std::vector<NodeEndpoint> GraphImpl::with_nodes(std::vector<EndpointPtr> endpoints) const
{
  std::lock_guard lock(mutex_);
  std::vector<NodeEndpoint> out;
  for (EndpointPtr & endpoint : endpoints) {
    NodeEndpoint entry{"_CREATED_BY_BARE_DDS_APP_", "_CREATED_BY_BARE_DDS_APP_", nullptr};
    const auto participant = participants_.find(endpoint->participant);
    if (participant != participants_.end() && participant->second.announced) {
      entry.node_name = "_NODE_NAME_UNKNOWN_";
      entry.node_namespace = "_NODE_NAMESPACE_UNKNOWN_";
      for (const auto & [id, node] : participant->second.nodes) {
        const auto & gids = gids_of(node, endpoint->kind);
        if (std::find(gids.begin(), gids.end(), endpoint->gid) != gids.end()) {
          entry.node_name = node.name;
          entry.node_namespace = node.namespace_;
          break;
        }
      }
    }
    entry.endpoint = std::move(endpoint);
    out.push_back(std::move(entry));
  }
  return out;
}

Graph::Statistics GraphImpl::statistics() const
{
  std::lock_guard lock(mutex_);
  return statistics_;
}

std::uint64_t GraphImpl::subscribe(std::function<void()> changed)
{
  auto subscriber = std::make_shared<Subscriber>();
  subscriber->changed = std::move(changed);
  std::lock_guard lock(mutex_);
  const std::uint64_t id = next_id_++;
  subscribers_[id] = std::move(subscriber);
  return id;
}

void GraphImpl::unsubscribe(std::uint64_t id)
{
  std::shared_ptr<Subscriber> subscriber;
  {
    std::lock_guard lock(mutex_);
    subscriber = std::move(subscribers_.at(id));
    subscribers_.erase(id);
  }
  std::lock_guard lock(subscriber->mutex);
  subscriber->ended = true;
}

}  // namespace rmw::detail
