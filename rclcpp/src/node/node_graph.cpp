// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Graph queries: rmw's graph in rclcpp's types, and waiting for its changes.
#include "rclcpp/node_interfaces/node_graph_interface.hpp"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <stdexcept>

#include "base/condition.hpp"
#include "base/escaped.hpp"
#include "rclcpp/exceptions/exceptions.hpp"
#include "rcutils/error_handling.h"
#include "rmw/error.hpp"
#include "rmw/fork.hpp"
#include "rmw/names.hpp"
#include "rmw/participant.hpp"
#include "time/virtual_wait.hpp"

namespace rclcpp
{

TopicEndpointInfo::TopicEndpointInfo(
  std::string node_name, std::string node_namespace, std::string topic_type,
  rclcpp::EndpointType endpoint_type, const std::array<std::uint8_t, RMW_GID_STORAGE_SIZE> & gid,
  const rclcpp::QoS & qos_profile, const rosidl_type_hash_t & topic_type_hash)
: node_name_(std::move(node_name)),
  node_namespace_(std::move(node_namespace)),
  topic_type_(std::move(topic_type)),
  endpoint_type_(endpoint_type),
  endpoint_gid_(gid),
  qos_profile_(qos_profile),
  topic_type_hash_(topic_type_hash)
{
}

namespace node_interfaces
{

namespace
{

// Returns the namespace as other nodes see it: an empty one is the root.
std::string or_root(const std::string & node_namespace)
{
  return node_namespace.empty() ? "/" : node_namespace;
}

// Returns zeros if the text is not a hash (a peer that sends none).
rosidl_type_hash_t parse_type_hash(const std::string & text)
{
  rosidl_type_hash_t hash = rosidl_get_zero_initialized_type_hash();
  if (!text.empty() && rosidl_parse_type_hash_string(text.c_str(), &hash) != RCUTILS_RET_OK) {
    rcutils_reset_error();
  }
  return hash;
}

std::vector<TopicEndpointInfo> to_endpoint_infos(
  const std::vector<rmw::NodeEndpoint> & endpoints, bool no_mangle)
{
  std::vector<TopicEndpointInfo> infos;
  for (const rmw::NodeEndpoint & node_endpoint : endpoints) {
    const rmw::Endpoint & endpoint = *node_endpoint.endpoint;
    infos.emplace_back(
      node_endpoint.node_name, node_endpoint.node_namespace,
      no_mangle ? base::escaped(endpoint.type) : rmw::shown_type(endpoint.type),
      endpoint.kind == rmw::EndpointKind::writer ? EndpointType::Publisher
                                                 : EndpointType::Subscription,
      endpoint.gid, QoS(QoSInitialization(endpoint.qos.history, endpoint.qos.depth), endpoint.qos),
      parse_type_hash(endpoint.type_hash));
  }
  return infos;
}

}  // namespace

struct NodeGraphInterface::Impl
{
  explicit Impl(NodeBaseInterface::SharedPtr base) : node_base(std::move(base)) {}

  void add(const Event::SharedPtr & event)
  {
    std::lock_guard<std::mutex> lock(mutex);
    std::erase_if(events, [](const auto & known) { return known.expired(); });
    events.push_back(event);
  }

  void notify()
  {
    std::lock_guard<std::mutex> lock(mutex);
    for (const Event::WeakPtr & weak : events) {
      if (const Event::SharedPtr event = weak.lock()) {
        event->set();
      }
    }
    changed.notify_all();
  }

  bool knows(const Event::SharedPtr & event) const
  {
    return std::any_of(
      events.begin(), events.end(), [&](const auto & known) { return known.lock() == event; });
  }

  rmw::Graph & graph() const
  {
    if (rmw::is_forked_copy()) {
      throw exceptions::RCLError(
        rmw::fork_error_text(std::string("node '") + node_base->get_fully_qualified_name() + "'"));
    }
    return node_base->participant().graph();
  }

  // Returns the result of `query(graph)`. Throws as ROS 2 does if the node is unknown.
  template <typename Query>
  NamesAndTypes of_node(const Query & query) const
  {
    try {
      return query(graph());
    } catch (const rmw::error & error) {
      exceptions::RCLError unknown(error.what());
      unknown.ret = RCL_RET_NODE_NAME_NON_EXISTENT;
      throw unknown;
    }
  }

  std::string topic(const std::string & name) const
  {
    return node_base->resolve_topic_or_service_name(name, false);
  }
  std::string service(const std::string & name) const
  {
    return node_base->resolve_topic_or_service_name(name, true);
  }

  const NodeBaseInterface::SharedPtr node_base;
  mutable std::mutex mutex;  // guards `events`
  base::Condition changed;
  std::vector<Event::WeakPtr> events;
  OnShutdownCallbackHandle on_shutdown;
  std::once_flag subscribed;
  std::unique_ptr<rmw::GraphSubscription> subscription;  // destroyed first
};

NodeGraphInterface::NodeGraphInterface(NodeBaseInterface::SharedPtr node_base)
: impl_(std::make_shared<Impl>(std::move(node_base)))
{
  impl_->on_shutdown =
    impl_->node_base->get_context()->add_on_shutdown_callback([weak = std::weak_ptr<Impl>(impl_)] {
      if (const auto impl = weak.lock()) {
        impl->notify();
      }
    });
}

NodeGraphInterface::~NodeGraphInterface()
{
  impl_->node_base->get_context()->remove_on_shutdown_callback(impl_->on_shutdown);
}

NodeGraphInterface::NamesAndTypes NodeGraphInterface::get_topic_names_and_types(
  bool no_demangle) const
{
  return impl_->graph().topic_names_and_types(no_demangle);
}

NodeGraphInterface::NamesAndTypes NodeGraphInterface::get_service_names_and_types() const
{
  return impl_->graph().service_names_and_types();
}

NodeGraphInterface::NamesAndTypes NodeGraphInterface::get_service_names_and_types_by_node(
  const std::string & node_name, const std::string & namespace_) const
{
  return impl_->of_node([&](const rmw::Graph & graph) {
    return graph.service_names_and_types_by_node(or_root(namespace_), node_name);
  });
}

NodeGraphInterface::NamesAndTypes NodeGraphInterface::get_client_names_and_types_by_node(
  const std::string & node_name, const std::string & namespace_) const
{
  return impl_->of_node([&](const rmw::Graph & graph) {
    return graph.client_names_and_types_by_node(or_root(namespace_), node_name);
  });
}

NodeGraphInterface::NamesAndTypes NodeGraphInterface::get_publisher_names_and_types_by_node(
  const std::string & node_name, const std::string & namespace_, bool no_demangle) const
{
  return impl_->of_node([&](const rmw::Graph & graph) {
    return graph.publisher_names_and_types_by_node(or_root(namespace_), node_name, no_demangle);
  });
}

NodeGraphInterface::NamesAndTypes NodeGraphInterface::get_subscriber_names_and_types_by_node(
  const std::string & node_name, const std::string & namespace_, bool no_demangle) const
{
  return impl_->of_node([&](const rmw::Graph & graph) {
    return graph.subscriber_names_and_types_by_node(or_root(namespace_), node_name, no_demangle);
  });
}

std::vector<std::string> NodeGraphInterface::get_node_names() const
{
  std::vector<std::string> names;
  for (const rmw::NodeName & node : impl_->graph().node_names()) {
    names.push_back((node.namespace_ == "/" ? "" : node.namespace_) + "/" + node.name);
  }
  return names;
}

std::vector<std::pair<std::string, std::string>> NodeGraphInterface::get_node_names_and_namespaces()
  const
{
  std::vector<std::pair<std::string, std::string>> names;
  for (const rmw::NodeName & node : impl_->graph().node_names()) {
    names.emplace_back(node.name, node.namespace_);
  }
  return names;
}

std::vector<std::tuple<std::string, std::string, std::string>>
NodeGraphInterface::get_node_names_with_enclaves() const
{
  std::vector<std::tuple<std::string, std::string, std::string>> names;
  for (const rmw::NodeName & node : impl_->graph().node_names()) {
    names.emplace_back(node.name, node.namespace_, node.enclave);
  }
  return names;
}

std::size_t NodeGraphInterface::count_publishers(const std::string & topic_name) const
{
  return impl_->graph().count_publishers(impl_->topic(topic_name));
}

std::size_t NodeGraphInterface::count_subscribers(const std::string & topic_name) const
{
  return impl_->graph().count_subscribers(impl_->topic(topic_name));
}

std::size_t NodeGraphInterface::count_clients(const std::string & service_name) const
{
  return impl_->graph().count_clients(impl_->service(service_name));
}

std::size_t NodeGraphInterface::count_services(const std::string & service_name) const
{
  return impl_->graph().count_services(impl_->service(service_name));
}

std::vector<TopicEndpointInfo> NodeGraphInterface::get_publishers_info_by_topic(
  const std::string & topic_name, bool no_mangle) const
{
  const std::string topic = no_mangle ? topic_name : impl_->topic(topic_name);
  return to_endpoint_infos(impl_->graph().publishers_info_by_topic(topic, no_mangle), no_mangle);
}

std::vector<TopicEndpointInfo> NodeGraphInterface::get_subscriptions_info_by_topic(
  const std::string & topic_name, bool no_mangle) const
{
  const std::string topic = no_mangle ? topic_name : impl_->topic(topic_name);
  return to_endpoint_infos(impl_->graph().subscriptions_info_by_topic(topic, no_mangle), no_mangle);
}

Event::SharedPtr NodeGraphInterface::get_graph_event()
{
  // subscribe only nodes that use graph events: otherwise each change would wake all nodes
  std::call_once(impl_->subscribed, [this] {
    impl_->subscription = impl_->graph().on_change([impl = impl_.get()] { impl->notify(); });
  });
  auto event = Event::make_shared();
  impl_->add(event);
  return event;
}

void NodeGraphInterface::wait_for_graph_change(
  Event::SharedPtr event, std::chrono::nanoseconds timeout)
{
  if (!event) {
    throw exceptions::InvalidEventError();
  }
  std::unique_lock<std::mutex> lock(impl_->mutex);
  if (!impl_->knows(event)) {
    throw exceptions::EventNotRegisteredError();
  }
  const Context::SharedPtr context = impl_->node_base->get_context();
  const auto done = [&] { return event->check() || !context->is_valid(); };
  const auto now = std::chrono::steady_clock::now();
  const bool limited = timeout < std::chrono::steady_clock::time_point::max() - now;
  if (detail::is_virtual()) {
    detail::wait_virtually(
      lock, limited ? base::steady_now() + timeout.count() : VirtualWorld::never, done);
  } else if (limited) {
    impl_->changed.wait_until(lock, now + timeout, done);
  } else {
    impl_->changed.wait(lock, done);
  }
}

void NodeGraphInterface::notify_graph_change()
{
  impl_->notify();
}
void NodeGraphInterface::notify_shutdown()
{
  impl_->notify();
}

std::size_t NodeGraphInterface::count_graph_users() const
{
  std::lock_guard<std::mutex> lock(impl_->mutex);
  return static_cast<std::size_t>(std::count_if(
    impl_->events.begin(), impl_->events.end(),
    [](const auto & event) { return !event.expired(); }));
}

}  // namespace node_interfaces
}  // namespace rclcpp
