// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// detail::GraphImpl, the participant's picture of the domain; the engine feeds it, Graph shows it.

#ifndef GRAPH_IMPL_HPP_
#define GRAPH_IMPL_HPP_

#include <atomic>
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

/// Thread safe. Knows nothing of the engine: `wake` asks it to call next_announcement() and
/// notify() soon.
class GraphImpl
{
public:
  GraphImpl(const Gid & participant, std::string enclave, std::function<void()> wake);

  /* What the engine tells. */

  /// The participant ends: `wake` is not called any more when this has returned.
  void close();
  void add_participant(const Gid & gid, const std::string & enclave);
  void remove_participant(const Gid & gid);
  /// `handle` is the engine's number for a remote endpoint, 0 for our own.
  void add_endpoint(EndpointPtr endpoint, std::uint64_t handle);
  /// What was known of it, or null.
  EndpointPtr remove_endpoint(const Gid & gid);
  EndpointPtr find(std::uint64_t handle) const;
  bool knows(const Gid & endpoint) const;
  /// A sample of ros_discovery_info from `writer`; no effect if that is gone. A malformed one is
  /// counted, and logged once per writer.
  void apply(std::span<const std::byte> sample, const Endpoint & writer);

  /* What the engine asks. */

  /// Our nodes, if they changed since the last call.
  std::optional<DiscoveryInfo> next_announcement();
  bool has_announcement() const;
  /// The last one was sent.
  void announced();
  /// It could not be: there is one again.
  void announce_again();
  /// Call the subscribers if anything changed since the last call.
  void notify();

  /* What users do; see rmw/graph.hpp. */

  std::uint64_t add_node(const std::string & namespace_, const std::string & name);
  void remove_node(std::uint64_t id);
  enum class Change
  {
    add,
    remove
  };
  void change_node(std::uint64_t id, Change change, const Gid * reader, const Gid * writer);

  std::vector<NodeName> node_names() const;
  std::vector<EndpointPtr> endpoints(EndpointKind kind, std::string_view dds_topic) const;
  /// All of one kind, or those of one node; nullopt if there is no such node.
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
    bool announced = false;                       // a ros_discovery_info sample came
    std::map<std::uint64_t, NodeEntities> nodes;  // ours by id, those of others in order
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

  void note_odd_name(const Endpoint & endpoint);
  void wake();
  std::map<std::uint64_t, NodeEntities> & change_own_nodes();  // mutex_ held

  const Gid participant_;
  std::atomic<bool> noted_odd_name_{false};

  mutable std::mutex mutex_;
  std::map<Gid, ParticipantEntry> participants_;  // ours too
  std::unordered_map<Gid, EndpointEntry, GidHash> endpoints_;
  std::unordered_map<std::uint64_t, EndpointPtr> by_handle_;
  std::map<std::string, TopicEntry, std::less<>> topics_;
  std::uint64_t next_id_ = 1;
  bool announce_ = true;  // at least once, so that others know us for a ROS participant
  bool changed_ = false;
  base::ReportOnce<Gid, GidHash> malformed_writers_;
  base::PeerReports malformed_reports_;
  Graph::Statistics statistics_{};

  std::mutex wake_mutex_;
  std::function<void()> wake_;

  struct Subscriber
  {
    // Held while it is called, so that unsubscribe() can wait; recursive, so that it need not when
    // it is called by the subscriber itself.
    std::recursive_mutex mutex;
    std::function<void()> changed;
    bool ended = false;
  };
  std::map<std::uint64_t, std::shared_ptr<Subscriber>> subscribers_;
};

}  // namespace rmw::detail

#endif  // GRAPH_IMPL_HPP_
