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
  std::string name;
  std::string enclave;  ///< of the participant, "/" by default

  auto operator<=>(const NodeName &) const = default;
};

/// An endpoint together with its node. Until the node is announced (the two are independent
/// streams), and for plain DDS programs, the name is one of ROS 2's markers:
/// "_CREATED_BY_BARE_DDS_APP_", "_NODE_NAME_UNKNOWN_".
struct NodeEndpoint
{
  std::string node_name;
  std::string node_namespace;
  std::shared_ptr<const Endpoint> endpoint;
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
  NodeHandle(std::shared_ptr<detail::GraphImpl> graph, std::uint64_t id);
  ~NodeHandle();
  NodeHandle(const NodeHandle &) = delete;
  NodeHandle & operator=(const NodeHandle &) = delete;

  void add_reader(const Gid & gid);
  void add_writer(const Gid & gid);
  void remove_reader(const Gid & gid);
  void remove_writer(const Gid & gid);
  /// Add both endpoints of a client (rq writer, rr reader) or service (rq reader, rr writer) in one
  /// announcement.
  void add_both(const Gid & reader, const Gid & writer);
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
  explicit Graph(std::shared_ptr<detail::GraphImpl> impl);
  ~Graph();
  Graph(const Graph &) = delete;
  Graph & operator=(const Graph &) = delete;

  /// Announces a node. Names are not validated here (names.hpp), and two nodes may share a name, as
  /// in ROS 2.
  std::unique_ptr<NodeHandle> add_node(const std::string & namespace_, const std::string & name);

  /// Returns the names of all nodes.
  std::vector<NodeName> node_names() const;

  NamesAndTypes topic_names_and_types(bool no_demangle = false) const;
  NamesAndTypes service_names_and_types() const;
  /// Return the names of one node. Throw rmw::error if the node is unknown.
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
  Statistics statistics() const;

private:
  std::shared_ptr<detail::GraphImpl> impl_;
};

}  // namespace rmw

#endif  // RMW__GRAPH_HPP_
