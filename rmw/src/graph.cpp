// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Graph, NodeHandle and GraphSubscription: ROS names on top of the endpoints.

#include "rmw/graph.hpp"

#include <algorithm>
#include <utility>

#include "base/escaped.hpp"
#include "graph_impl.hpp"
#include "rmw/error.hpp"
#include "rmw/fork.hpp"
#include "rmw/names.hpp"

namespace rmw
{

using detail::EndpointPtr;
using detail::GraphImpl;

namespace
{

void add(NamesAndTypes & to, std::string name, std::string type)
{
  std::vector<std::string> & types = to[std::move(name)];
  const auto at = std::lower_bound(types.begin(), types.end(), type);
  if (at == types.end() || *at != type) {
    types.insert(at, std::move(type));
  }
}

void add_topics(NamesAndTypes & to, const std::vector<EndpointPtr> & endpoints, bool no_demangle)
{
  for (const EndpointPtr & endpoint : endpoints) {
    if (no_demangle) {
      add(to, base::escaped(endpoint->topic), base::escaped(endpoint->type));
      continue;
    }
    auto topic = ros_topic_name(endpoint->topic);
    if (topic && topic->kind == TopicKind::topic) {
      add(to, std::move(topic->name), shown_type(endpoint->type));
    }
  }
}

// `kind` selects the topics that identify services (request) or clients (reply).
void add_services(
  NamesAndTypes & to, const std::vector<EndpointPtr> & endpoints,
  std::optional<TopicKind> kind = std::nullopt)
{
  for (const EndpointPtr & endpoint : endpoints) {
    auto topic = ros_topic_name(endpoint->topic);
    if (!topic || topic->kind == TopicKind::topic || (kind && topic->kind != *kind)) {
      continue;
    }
    if (auto type = ros_service_type_name(endpoint->type)) {
      add(to, std::move(topic->name), base::escaped(*type));
    }
  }
}

std::vector<EndpointPtr> of_node(
  const GraphImpl & graph, EndpointKind kind, std::string_view namespace_, std::string_view name)
{
  auto endpoints = graph.endpoints_of_node(kind, namespace_, name);
  if (!endpoints) {
    throw error(
      "no node named '" + std::string(name) + "' in namespace '" + std::string(namespace_) +
      "' is known");
  }
  return *std::move(endpoints);
}

// Does nothing in a forked copy: a thread of the parent may have held a lock of the graph or of the
// engine during the fork, and nobody releases it in the child.
void withdraw(GraphImpl & graph, std::uint64_t node, const Gid * reader, const Gid * writer)
{
  if (!is_forked_copy()) {
    graph.change_node(node, GraphImpl::Change::remove, reader, writer);
  }
}

}  // namespace

NodeHandle::NodeHandle(std::shared_ptr<GraphImpl> graph, std::uint64_t id)
: graph_(std::move(graph)), id_(id)
{
}
NodeHandle::~NodeHandle()
{
  if (is_forked_copy()) {
    leak(graph_);
  } else {
    graph_->remove_node(id_);
  }
}
void NodeHandle::add_reader(const Gid & gid)
{
  graph_->change_node(id_, GraphImpl::Change::add, &gid, nullptr);
}
void NodeHandle::add_writer(const Gid & gid)
{
  graph_->change_node(id_, GraphImpl::Change::add, nullptr, &gid);
}
void NodeHandle::remove_reader(const Gid & gid)
{
  withdraw(*graph_, id_, &gid, nullptr);
}
void NodeHandle::remove_writer(const Gid & gid)
{
  withdraw(*graph_, id_, nullptr, &gid);
}
void NodeHandle::add_both(const Gid & reader, const Gid & writer)
{
  graph_->change_node(id_, GraphImpl::Change::add, &reader, &writer);
}
void NodeHandle::remove_both(const Gid & reader, const Gid & writer)
{
  withdraw(*graph_, id_, &reader, &writer);
}

GraphSubscription::GraphSubscription(std::shared_ptr<GraphImpl> graph, std::uint64_t id)
: graph_(std::move(graph)), id_(id)
{
}
GraphSubscription::~GraphSubscription()
{
  if (is_forked_copy()) {
    leak(graph_);
  } else {
    graph_->unsubscribe(id_);
  }
}

Graph::Graph(std::shared_ptr<GraphImpl> impl) : impl_(std::move(impl))
{
}
Graph::~Graph() = default;

std::unique_ptr<NodeHandle> Graph::add_node(
  const std::string & namespace_, const std::string & name, Warning on_same_name)
{
  return std::make_unique<NodeHandle>(
    impl_, impl_->add_node(namespace_, name, std::move(on_same_name)));
}

std::vector<NodeName> Graph::node_names() const
{
  return impl_->node_names();
}

NamesAndTypes Graph::topic_names_and_types(bool no_demangle) const
{
  NamesAndTypes out;
  add_topics(out, impl_->all_endpoints(EndpointKind::writer), no_demangle);
  add_topics(out, impl_->all_endpoints(EndpointKind::reader), no_demangle);
  return out;
}

NamesAndTypes Graph::service_names_and_types() const
{
  NamesAndTypes out;
  add_services(out, impl_->all_endpoints(EndpointKind::writer));
  add_services(out, impl_->all_endpoints(EndpointKind::reader));
  return out;
}

NamesAndTypes Graph::publisher_names_and_types_by_node(
  std::string_view namespace_, std::string_view name, bool no_demangle) const
{
  NamesAndTypes out;
  add_topics(out, of_node(*impl_, EndpointKind::writer, namespace_, name), no_demangle);
  return out;
}

NamesAndTypes Graph::subscriber_names_and_types_by_node(
  std::string_view namespace_, std::string_view name, bool no_demangle) const
{
  NamesAndTypes out;
  add_topics(out, of_node(*impl_, EndpointKind::reader, namespace_, name), no_demangle);
  return out;
}

NamesAndTypes Graph::service_names_and_types_by_node(
  std::string_view namespace_, std::string_view name) const
{
  NamesAndTypes out;
  add_services(out, of_node(*impl_, EndpointKind::reader, namespace_, name), TopicKind::request);
  return out;
}

NamesAndTypes Graph::client_names_and_types_by_node(
  std::string_view namespace_, std::string_view name) const
{
  NamesAndTypes out;
  add_services(out, of_node(*impl_, EndpointKind::reader, namespace_, name), TopicKind::reply);
  return out;
}

std::size_t Graph::count_publishers(std::string_view topic, bool no_mangle) const
{
  return impl_->count(EndpointKind::writer, dds_topic_name(TopicKind::topic, topic, no_mangle));
}

std::size_t Graph::count_subscribers(std::string_view topic, bool no_mangle) const
{
  return impl_->count(EndpointKind::reader, dds_topic_name(TopicKind::topic, topic, no_mangle));
}

std::size_t Graph::count_clients(std::string_view service) const
{
  return impl_->count(EndpointKind::reader, dds_topic_name(TopicKind::reply, service));
}

std::size_t Graph::count_services(std::string_view service) const
{
  return impl_->count(EndpointKind::writer, dds_topic_name(TopicKind::reply, service));
}

std::vector<NodeEndpoint> Graph::publishers_info_by_topic(
  std::string_view topic, bool no_mangle) const
{
  return impl_->with_nodes(
    impl_->endpoints(EndpointKind::writer, dds_topic_name(TopicKind::topic, topic, no_mangle)));
}

std::vector<NodeEndpoint> Graph::subscriptions_info_by_topic(
  std::string_view topic, bool no_mangle) const
{
  return impl_->with_nodes(
    impl_->endpoints(EndpointKind::reader, dds_topic_name(TopicKind::topic, topic, no_mangle)));
}

std::vector<EndpointPtr> Graph::endpoints(EndpointKind kind, std::string_view dds_topic) const
{
  return impl_->endpoints(kind, dds_topic);
}

bool Graph::knows(const Gid & endpoint) const
{
  return impl_->knows(endpoint);
}

std::unique_ptr<GraphSubscription> Graph::on_change(std::function<void()> changed)
{
  return std::make_unique<GraphSubscription>(impl_, impl_->subscribe(std::move(changed)));
}

Graph::Statistics Graph::statistics() const
{
  return impl_->statistics();
}

}  // namespace rmw
