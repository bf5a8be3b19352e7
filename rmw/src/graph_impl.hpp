// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// detail::GraphImpl, the participant's picture of the domain; the engine feeds it, Graph shows it.

#ifndef GRAPH_IMPL_HPP_
#define GRAPH_IMPL_HPP_

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <unordered_map>
#include <vector>

#include "base/rate_limit.hpp"
#include "base/report_once.hpp"
#include "discovery_info.hpp"
#include "rmw/graph.hpp"

namespace rmw::detail
{

using EndpointPtr = std::shared_ptr<const Endpoint>;

/// The process of a participant, as it announces it.
struct Process
{
  std::string host;
  std::string id;
};

/// Thread safe. Knows nothing of the engine: `wake` asks it to call next_announcement() and
/// notify() soon.
class GraphImpl
{
  using Clock = std::chrono::steady_clock;

public:
  enum class Change
  {
    add,
    remove
  };

  GraphImpl(const Gid & participant, std::string enclave, std::function<void()> wake);
  ~GraphImpl();

  /* Called by the engine with news. */

  /// Ends the graph together with its participant: after this no call of `wake` begins or runs.
  void close();
  /// `enclave` is nullopt for a participant that is not of ROS 2.
  void add_participant(
    const Gid & gid, const std::optional<std::string> & enclave, const Process & process);
  void remove_participant(const Gid & gid);
  /// Adds an endpoint; `handle` is the engine's number of a remote one, 0 for one of our own.
  void add_endpoint(EndpointPtr endpoint, std::uint64_t handle);
  /// Removes an endpoint and returns it; null if it is not known.
  EndpointPtr remove_endpoint(const Gid & gid);
  EndpointPtr find(std::uint64_t handle) const;
  bool knows(const Gid & endpoint) const;
  /// Applies a sample of ros_discovery_info from `writer`; no effect if that was removed. A
  /// malformed sample is counted, and logged once per writer.
  void apply(std::span<const std::byte> sample, const Endpoint & writer);

  /* Called by an engine whose peers announce each node and endpoint by itself. */

  /// Adds a node of another participant, without endpoints. `id` is that participant's number.
  void add_peer_node(
    const Gid & participant, const std::string & enclave, std::uint64_t id,
    const std::string & namespace_, const std::string & name);
  void remove_peer_node(const Gid & participant, std::uint64_t id);
  /// Gives an endpoint to a node of another participant, or takes it away.
  void change_peer_node(
    const Gid & participant, std::uint64_t id, Change change, const Endpoint & endpoint);
  /// Returns the endpoint of that GID; null if it is not known.
  EndpointPtr find_gid(const Gid & endpoint) const;

  /* Called by the engine after `wake`. */

  /// Returns our nodes to announce, if they changed since the last call.
  std::optional<DiscoveryInfo> next_announcement();
  bool has_announcement() const;
  /// Reports that the last announcement was sent.
  void announced();
  /// Reports that it was not sent: next_announcement() returns it again.
  void announce_again();
  /// Calls the subscribers if anything changed since the last call.
  void notify();

  /// Returns the names of our nodes by their numbers.
  std::map<std::uint64_t, NodeName> own_nodes() const;
  /// Returns the names of one node of ours; nullopt if there is no such node.
  std::optional<NodeName> own_node(std::uint64_t id) const;
  /// Returns a number that no node of ours has or will have.
  std::uint64_t make_id();

  /// Returns "node /talker (process 17 on robot)" for the log. While the name of the node is not
  /// known, returns nullopt, or if `is_final` a text with the GUID.
  std::optional<std::string> owner_of(const Endpoint & endpoint, bool is_final) const;
  /// Returns the time at which check_names() has something to do; max() if nothing.
  Clock::time_point next_name_check() const;
  /// Warns of nodes that have had the name of one of ours for long enough not to be about to end.
  void check_names();

  /* Called by users; see rmw/graph.hpp. */

  std::uint64_t add_node(
    const std::string & namespace_, const std::string & name, Graph::Warning on_same_name);
  void remove_node(std::uint64_t id);
  void change_node(std::uint64_t id, Change change, const Gid * reader, const Gid * writer);

  std::vector<NodeName> node_names() const;
  std::vector<EndpointPtr> endpoints(EndpointKind kind, std::string_view dds_topic) const;
  /// Returns all endpoints of one kind. endpoints_of_node() returns those of one node, or nullopt
  /// if there is no such node.
  std::vector<EndpointPtr> all_endpoints(EndpointKind kind) const;
  std::optional<std::vector<EndpointPtr>> endpoints_of_node(
    EndpointKind kind, std::string_view namespace_, std::string_view name) const;
  std::size_t count(EndpointKind kind, std::string_view dds_topic) const;
  std::vector<NodeEndpoint> with_nodes(std::vector<EndpointPtr> endpoints) const;
  Graph::Statistics statistics() const;

  std::uint64_t subscribe(std::function<void()> changed);
  void unsubscribe(std::uint64_t id);

private:
  struct ParticipantEntry
  {
    std::string enclave = "/";
    Process process;
    bool is_ros = false;     // it announces an enclave
    bool announced = false;  // a ros_discovery_info sample was received
    std::map<std::uint64_t, NodeEntities>
      nodes;  // ours by id, those of other participants in order
  };
  struct TopicEntry
  {
    std::vector<EndpointPtr> writers;
    std::vector<EndpointPtr> readers;
    std::vector<EndpointPtr> & of(EndpointKind kind)
    {
      return kind == EndpointKind::writer ? writers : readers;
    }
    const std::vector<EndpointPtr> & of(EndpointKind kind) const
    {
      return kind == EndpointKind::writer ? writers : readers;
    }
  };
  struct EndpointEntry
  {
    EndpointPtr endpoint;
    std::uint64_t handle;
  };

  // A participant of another process whose node has the name of one of ours. Nodes of one process
  // notice each other when they open their logs.
  struct SameName
  {
    std::string name;
    Gid participant;
    Clock::time_point since;
    Clock::time_point due;
  };

  // mutex_ held
  void set_nodes(
    const Gid & gid, ParticipantEntry & participant, std::map<std::uint64_t, NodeEntities> nodes);
  void add_name(const std::string & name, const Gid & participant);
  void remove_name(const std::string & name, const Gid & participant);
  std::string location_of(const Gid & participant) const;
  bool may_have_ended(const Gid & participant) const;

  void note_odd_name(const Endpoint & endpoint);
  void wake();
  std::map<std::uint64_t, NodeEntities> & change_own_nodes();  // mutex_ held

  const Gid participant_;
  std::atomic<bool> noted_odd_name_{false};

  mutable std::mutex mutex_;  // guards the members below up to the next mutex, and subscribers_
  std::map<Gid, ParticipantEntry> participants_;  // including ours
  std::unordered_map<Gid, EndpointEntry, GidHash> endpoints_;
  std::unordered_map<std::uint64_t, EndpointPtr> by_handle_;
  std::map<std::string, TopicEntry, std::less<>> topics_;
  // The participants of the nodes of each name, once for each node.
  std::unordered_map<std::string, std::vector<Gid>> names_;
  std::map<std::uint64_t, Graph::Warning> on_same_name_;  // of our nodes
  std::vector<SameName> same_names_;
  std::uint64_t next_id_ = 1;
  bool announce_ = true;  // at least once, which marks this as a ROS participant
  bool changed_ = false;
  base::ReportOnce<Gid, GidHash> malformed_writers_;
  base::PeerReports malformed_reports_;
  Graph::Statistics statistics_{};

  std::mutex wake_mutex_;  // guards wake_; held while it is called
  std::function<void()> wake_;

  struct Subscriber
  {
    // Held during `changed`, so that unsubscribe() can wait for its end; recursive, since `changed`
    // may call unsubscribe().
    std::recursive_mutex mutex;
    std::function<void()> changed;
    bool ended = false;
  };
  std::map<std::uint64_t, std::shared_ptr<Subscriber>> subscribers_;
};

}  // namespace rmw::detail

#endif  // GRAPH_IMPL_HPP_
