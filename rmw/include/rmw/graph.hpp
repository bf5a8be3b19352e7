// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// rmw::Graph, who is there: nodes, topics, services and endpoints of the whole domain, our own
// included.

#ifndef RMW__GRAPH_HPP_
#define RMW__GRAPH_HPP_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "rmw/endpoint.hpp"

namespace rmw
{

namespace detail
{
class GraphImpl;
}

struct NodeName
{
  std::string namespace_;  ///< absolute, "/" for the root
  std::string name;
  std::string enclave;  ///< of the participant, "/" by default

  auto operator<=>(const NodeName &) const = default;
};

/// An endpoint together with the node it belongs to. Until the node is announced (the two are
/// independent streams), and for plain DDS programs, the name is one of ROS 2's markers:
/// "_CREATED_BY_BARE_DDS_APP_", "_NODE_NAME_UNKNOWN_".
struct NodeEndpoint
{
  std::string node_name;
  std::string node_namespace;
  std::shared_ptr<const Endpoint> endpoint;
};

/// ROS name → ROS types, sorted.
using NamesAndTypes = std::map<std::string, std::vector<std::string>>;

/// A node of ours, announced to others as long as this handle lives.
/**
 * Thread safe. Changes are announced within 5 ms; changes that follow each other closely travel in
 * one sample.
 */
class NodeHandle
{
public:
  NodeHandle(std::shared_ptr<detail::GraphImpl> graph, std::uint64_t id);
  ~NodeHandle();
  NodeHandle(const NodeHandle &) = delete;
  NodeHandle & operator=(const NodeHandle &) = delete;

  void add_reader(const Gid & gid);
  void add_writer(const Gid & gid);
  void remove_reader(const Gid & gid);
  void remove_writer(const Gid & gid);
  /// Both endpoints of a client (rq writer, rr reader) or service (rq reader, rr writer) in one
  /// announcement.
  void add_both(const Gid & reader, const Gid & writer);
  void remove_both(const Gid & reader, const Gid & writer);

private:
  std::shared_ptr<detail::GraphImpl> graph_;
  std::uint64_t id_;
};

/// Ends a subscription to changes when destroyed: afterwards no call runs (unless destroyed inside
/// the call).
class GraphSubscription
{
public:
  GraphSubscription(std::shared_ptr<detail::GraphImpl> graph, std::uint64_t id);
  ~GraphSubscription();
  GraphSubscription(const GraphSubscription &) = delete;
  GraphSubscription & operator=(const GraphSubscription &) = delete;

private:
  std::shared_ptr<detail::GraphImpl> graph_;
  std::uint64_t id_;
};

/// The view of one participant; obtained from Participant::graph(). All members are thread safe and
/// do not wait.
/**
 * Our own endpoints and nodes are seen at once, those of others as discovery delivers them. Names
 * given are fully qualified ROS names ("/chatter"), unless `no_mangle`/`no_demangle` (then DDS
 * names).
 */
class Graph
{
public:
  explicit Graph(std::shared_ptr<detail::GraphImpl> impl);
  ~Graph();
  Graph(const Graph &) = delete;
  Graph & operator=(const Graph &) = delete;

  /// Announce a node. Names are not validated here (names.hpp), and two nodes may share a name, as
  /// in ROS 2.
  std::unique_ptr<NodeHandle> add_node(const std::string & namespace_, const std::string & name);

  std::vector<NodeName> node_names() const;

  NamesAndTypes topic_names_and_types(bool no_demangle = false) const;
  NamesAndTypes service_names_and_types() const;
  /// Of one node. Throw rmw::error if no such node is known.
  NamesAndTypes publisher_names_and_types_by_node(
    std::string_view namespace_, std::string_view name, bool no_demangle = false) const;
  NamesAndTypes subscriber_names_and_types_by_node(
    std::string_view namespace_, std::string_view name, bool no_demangle = false) const;
  NamesAndTypes service_names_and_types_by_node(
    std::string_view namespace_, std::string_view name) const;
  NamesAndTypes client_names_and_types_by_node(
    std::string_view namespace_, std::string_view name) const;

  std::size_t count_publishers(std::string_view topic, bool no_mangle = false) const;
  std::size_t count_subscribers(std::string_view topic, bool no_mangle = false) const;
  std::size_t count_clients(std::string_view service) const;
  std::size_t count_services(std::string_view service) const;

  std::vector<NodeEndpoint> publishers_info_by_topic(
    std::string_view topic, bool no_mangle = false) const;
  std::vector<NodeEndpoint> subscriptions_info_by_topic(
    std::string_view topic, bool no_mangle = false) const;

  /// Endpoints of a topic by DDS name; the basis of BEST_AVAILABLE.
  std::vector<std::shared_ptr<const Endpoint>> endpoints(
    EndpointKind kind, std::string_view dds_topic) const;

  /// Whether discovery has found such an endpoint, which is still there.
  bool knows(const Gid & endpoint) const;

  /// Call `changed` on the engine's thread after anything above changed (several changes may share
  /// a call). It must be short and must not create endpoints; it may call this graph's members.
  std::unique_ptr<GraphSubscription> on_change(std::function<void()> changed);

  /// What happened so far; for tests and diagnosis.
  struct Statistics
  {
    std::uint64_t announcements_sent;       ///< ros_discovery_info samples written
    std::uint64_t announcements_received;   ///< of other participants, well formed
    std::uint64_t announcements_malformed;  ///< dropped
  };
  Statistics statistics() const;

private:
  std::shared_ptr<detail::GraphImpl> impl_;
};

}  // namespace rmw

#endif  // RMW__GRAPH_HPP_
