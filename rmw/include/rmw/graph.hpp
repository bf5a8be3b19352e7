// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// rmw::Graph, the ROS graph: nodes, topics, services and endpoints of the whole domain, including
// our own.

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

/// The full name of a node.
struct NodeName
{
  std::string namespace_;  ///< absolute, "/" for the root
  std::string name;        ///< the base name, "talker"
  std::string enclave;     ///< of the participant, "/" by default

  /// Orders names by namespace, name and enclave.
  auto operator<=>(const NodeName &) const = default;
};

/// An endpoint together with its node. Until the node is announced (the two are independent
/// streams), and for plain DDS programs, the name is one of ROS 2's markers:
/// "_CREATED_BY_BARE_DDS_APP_", "_NODE_NAME_UNKNOWN_".
struct NodeEndpoint
{
  std::string node_name;                     ///< the base name, or a marker
  std::string node_namespace;                ///< absolute, or a marker
  std::shared_ptr<const Endpoint> endpoint;  ///< never null
};

/// Maps ROS names to ROS types, sorted.
using NamesAndTypes = std::map<std::string, std::vector<std::string>>;

/// A local node, announced to others as long as this handle lives.
/**
 * Thread-safe. Changes are announced within 5 ms; changes in quick succession are sent in one
 * sample.
 */
class NodeHandle
{
public:
  /// Used by Graph::add_node(), which announces the node.
  NodeHandle(std::shared_ptr<detail::GraphImpl> graph, std::uint64_t id);
  ~NodeHandle();
  NodeHandle(const NodeHandle &) = delete;
  NodeHandle & operator=(const NodeHandle &) = delete;

  /// Returns the number of the node, unique in its participant.
  std::uint64_t id() const noexcept { return id_; }

  /// Announces a subscription of the node.
  void add_reader(const Gid & gid);
  /// Announces a publisher of the node.
  void add_writer(const Gid & gid);
  /// Withdraws the announcement of a subscription; nothing happens if there is none.
  void remove_reader(const Gid & gid);
  /// Withdraws the announcement of a publisher; nothing happens if there is none.
  void remove_writer(const Gid & gid);
  /// Add both endpoints of a client (rq writer, rr reader) or service (rq reader, rr writer) in one
  /// announcement.
  void add_both(const Gid & reader, const Gid & writer);
  /// Withdraws both endpoints of a client or service in one announcement.
  void remove_both(const Gid & reader, const Gid & writer);

private:
  std::shared_ptr<detail::GraphImpl> graph_;
  std::uint64_t id_;
};

/// A subscription to graph changes. After its destruction no call runs (unless it is destroyed
/// inside the call).
class GraphSubscription
{
public:
  /// Used by Graph::on_change().
  GraphSubscription(std::shared_ptr<detail::GraphImpl> graph, std::uint64_t id);
  ~GraphSubscription();
  GraphSubscription(const GraphSubscription &) = delete;
  GraphSubscription & operator=(const GraphSubscription &) = delete;

private:
  std::shared_ptr<detail::GraphImpl> graph_;
  std::uint64_t id_;
};

/// The graph as one participant sees it; from Participant::graph(). All members are thread-safe and
/// do not block.
/**
 * Local endpoints and nodes appear at once, those of others as discovery delivers them. Arguments
 * are fully qualified ROS names ("/chatter"), or DDS names with `no_mangle`/`no_demangle`.
 */
class Graph
{
public:
  /// Used by Participant, which owns its graph.
  explicit Graph(std::shared_ptr<detail::GraphImpl> impl);
  ~Graph();
  Graph(const Graph &) = delete;
  Graph & operator=(const Graph &) = delete;

  /// Receives one line for the log of a node. Called by the engine's thread without any lock.
  using Warning = std::function<void(const std::string &)>;

  /// Announces a node. Names are not validated here (names.hpp). Two nodes may share a name, as in
  /// ROS 2; if another one does for longer than a restart takes, `on_same_name` says where it is.
  std::unique_ptr<NodeHandle> add_node(
    const std::string & namespace_, const std::string & name, Warning on_same_name = nullptr);

  /// Returns the names of all nodes.
  std::vector<NodeName> node_names() const;

  /// Returns the topics with their types. `no_demangle` lists all DDS topics by their DDS names.
  NamesAndTypes topic_names_and_types(bool no_demangle = false) const;
  /// Returns the services with their types.
  NamesAndTypes service_names_and_types() const;
  /// Returns the topics that a node publishes. Throws rmw::error if the node is unknown.
  NamesAndTypes publisher_names_and_types_by_node(
    std::string_view namespace_, std::string_view name, bool no_demangle = false) const;
  /// Returns the topics that a node subscribes to. Throws rmw::error if the node is unknown.
  NamesAndTypes subscriber_names_and_types_by_node(
    std::string_view namespace_, std::string_view name, bool no_demangle = false) const;
  /// Returns the services that a node offers. Throws rmw::error if the node is unknown.
  NamesAndTypes service_names_and_types_by_node(
    std::string_view namespace_, std::string_view name) const;
  /// Returns the services that a node has clients of. Throws rmw::error if the node is unknown.
  NamesAndTypes client_names_and_types_by_node(
    std::string_view namespace_, std::string_view name) const;

  /// Returns the number of publishers of a topic in the domain, local ones included.
  std::size_t count_publishers(std::string_view topic, bool no_mangle = false) const;
  /// Returns the number of subscriptions of a topic in the domain, local ones included.
  std::size_t count_subscribers(std::string_view topic, bool no_mangle = false) const;
  /// Returns the number of clients of a service in the domain, local ones included.
  std::size_t count_clients(std::string_view service) const;
  /// Returns the number of servers of a service in the domain, local ones included.
  std::size_t count_services(std::string_view service) const;

  /// Returns the publishers of a topic with their nodes.
  std::vector<NodeEndpoint> publishers_info_by_topic(
    std::string_view topic, bool no_mangle = false) const;
  /// Returns the subscriptions of a topic with their nodes.
  std::vector<NodeEndpoint> subscriptions_info_by_topic(
    std::string_view topic, bool no_mangle = false) const;

  /// Returns the endpoints of a topic by its DDS name; for BEST_AVAILABLE policies.
  std::vector<std::shared_ptr<const Endpoint>> endpoints(
    EndpointKind kind, std::string_view dds_topic) const;

  /// Returns true if discovery has found the endpoint and it still exists.
  bool knows(const Gid & endpoint) const;

  /// Makes the engine's thread call `changed` after each change (several changes may share a call).
  /// It must be short and must not create endpoints; it may call this graph's members.
  std::unique_ptr<GraphSubscription> on_change(std::function<void()> changed);

  /// Counters for tests and diagnosis.
  struct Statistics
  {
    std::uint64_t announcements_sent;       ///< ros_discovery_info samples written
    std::uint64_t announcements_received;   ///< of other participants, well-formed
    std::uint64_t announcements_malformed;  ///< dropped
  };
  /// Returns a snapshot of the counters.
  Statistics statistics() const;

private:
  std::shared_ptr<detail::GraphImpl> impl_;
};

}  // namespace rmw

#endif  // RMW__GRAPH_HPP_
