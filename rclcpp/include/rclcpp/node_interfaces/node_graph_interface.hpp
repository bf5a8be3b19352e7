// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The ROS graph: nodes, topics, services and endpoints of the whole domain, as this node's
// participant knows them.
#ifndef RCLCPP__NODE_INTERFACES__NODE_GRAPH_INTERFACE_HPP_
#define RCLCPP__NODE_INTERFACES__NODE_GRAPH_INTERFACE_HPP_

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "rcl/graph.h"
#include "rclcpp/event.hpp"
#include "rclcpp/macros.hpp"
#include "rclcpp/node_interfaces/detail/node_interfaces_helpers.hpp"
#include "rclcpp/node_interfaces/node_base_interface.hpp"
#include "rclcpp/qos.hpp"
#include "rclcpp/visibility_control.hpp"
#include "rmw/types.h"
#include "rosidl_runtime_c/type_hash.h"

namespace rclcpp
{

/// The kind of a topic endpoint.
enum class EndpointType
{
  Invalid = RMW_ENDPOINT_INVALID,
  Publisher = RMW_ENDPOINT_PUBLISHER,
  Subscription = RMW_ENDPOINT_SUBSCRIPTION
};

/// The properties of a publisher or subscription anywhere in the domain. A plain value.
class RCLCPP_PUBLIC TopicEndpointInfo
{
public:
  /// Creates the description of an endpoint from its properties.
  TopicEndpointInfo(
    std::string node_name, std::string node_namespace, std::string topic_type,
    rclcpp::EndpointType endpoint_type, const std::array<std::uint8_t, RMW_GID_STORAGE_SIZE> & gid,
    const rclcpp::QoS & qos_profile, const rosidl_type_hash_t & topic_type_hash);

  /// Returns a modifiable reference to the node's name, without its namespace.
  std::string & node_name() { return node_name_; }
  /// Returns the name of the node that has the endpoint, without its namespace.
  const std::string & node_name() const { return node_name_; }
  /// Returns a modifiable reference to the namespace of the node that has the endpoint.
  std::string & node_namespace() { return node_namespace_; }
  /// Returns the namespace of the node that has the endpoint.
  const std::string & node_namespace() const { return node_namespace_; }
  /// Returns a modifiable reference to the message type, such as "std_msgs/msg/String".
  std::string & topic_type() { return topic_type_; }
  /// Returns the message type, such as "std_msgs/msg/String".
  const std::string & topic_type() const { return topic_type_; }
  /// Returns a modifiable reference to the kind: publisher or subscription.
  rclcpp::EndpointType & endpoint_type() { return endpoint_type_; }
  /// Returns whether the endpoint is a publisher or a subscription.
  const rclcpp::EndpointType & endpoint_type() const { return endpoint_type_; }
  /// Returns a modifiable reference to the globally unique id (GID) of the endpoint.
  std::array<std::uint8_t, RMW_GID_STORAGE_SIZE> & endpoint_gid() { return endpoint_gid_; }
  /// Returns the globally unique id (GID) of the endpoint.
  const std::array<std::uint8_t, RMW_GID_STORAGE_SIZE> & endpoint_gid() const
  {
    return endpoint_gid_;
  }
  /// Returns a modifiable reference to the QoS of the endpoint, as far as discovery reports it.
  rclcpp::QoS & qos_profile() { return qos_profile_; }
  /// Returns the QoS of the endpoint, as far as discovery reports it.
  const rclcpp::QoS & qos_profile() const { return qos_profile_; }
  /// Returns a modifiable reference to the hash of the message type's definition.
  rosidl_type_hash_t & topic_type_hash() { return topic_type_hash_; }
  /// Returns the hash of the message type's definition.
  const rosidl_type_hash_t & topic_type_hash() const { return topic_type_hash_; }

private:
  std::string node_name_;
  std::string node_namespace_;
  std::string topic_type_;
  rclcpp::EndpointType endpoint_type_;
  std::array<std::uint8_t, RMW_GID_STORAGE_SIZE> endpoint_gid_;
  rclcpp::QoS qos_profile_;
  rosidl_type_hash_t topic_type_hash_;
};

namespace node_interfaces
{

/// Graph queries of one node. All functions are thread-safe. Only wait_for_graph_change() blocks.
class RCLCPP_PUBLIC NodeGraphInterface
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(NodeGraphInterface)

  /// Creates the graph interface of the node of `node_base`.
  explicit NodeGraphInterface(NodeBaseInterface::SharedPtr node_base);
  ~NodeGraphInterface();

  /// A map from the name of a topic or service to the names of its types.
  using NamesAndTypes = std::map<std::string, std::vector<std::string>>;

  /// Returns the topics with their type names; with `no_demangle`, all DDS topics under their DDS
  /// names.
  NamesAndTypes get_topic_names_and_types(bool no_demangle = false) const;
  /// Returns the services with their type names.
  NamesAndTypes get_service_names_and_types() const;
  /// Return the names and types of the node with that name and namespace. Throw std::runtime_error
  /// if it does not exist.
  NamesAndTypes get_service_names_and_types_by_node(
    const std::string & node_name, const std::string & namespace_) const;
  /// Returns the names and types of the services for which the node has a client. Throws
  /// std::runtime_error if the node does not exist.
  NamesAndTypes get_client_names_and_types_by_node(
    const std::string & node_name, const std::string & namespace_) const;
  /// Returns the names and types of the topics that the node publishes; with `no_demangle`, under
  /// their DDS names. Throws std::runtime_error if the node does not exist.
  NamesAndTypes get_publisher_names_and_types_by_node(
    const std::string & node_name, const std::string & namespace_, bool no_demangle = false) const;
  /// Returns the names and types of the topics that the node subscribes to; with `no_demangle`,
  /// under their DDS names. Throws std::runtime_error if the node does not exist.
  NamesAndTypes get_subscriber_names_and_types_by_node(
    const std::string & node_name, const std::string & namespace_, bool no_demangle = false) const;

  /// Returns the fully qualified node names.
  std::vector<std::string> get_node_names() const;
  /// Returns name and namespace of each node.
  std::vector<std::pair<std::string, std::string>> get_node_names_and_namespaces() const;
  /// Returns name, namespace and enclave of each node.
  std::vector<std::tuple<std::string, std::string, std::string>> get_node_names_with_enclaves()
    const;

  /// Count the endpoints of a topic or service in all processes. Names are expanded and remapped
  /// for this node. Throw InvalidTopicNameError or InvalidServiceNameError.
  std::size_t count_publishers(const std::string & topic_name) const;
  /// Counts the subscriptions of a topic in all processes. Expands and remaps the name; throws
  /// exceptions::InvalidTopicNameError if it is invalid.
  std::size_t count_subscribers(const std::string & topic_name) const;
  /// Counts the clients of a service in all processes. Expands and remaps the name; throws
  /// exceptions::InvalidServiceNameError if it is invalid.
  std::size_t count_clients(const std::string & service_name) const;
  /// Counts the servers of a service in all processes. Expands and remaps the name; throws
  /// exceptions::InvalidServiceNameError if it is invalid.
  std::size_t count_services(const std::string & service_name) const;

  /// Return node, type, QoS and GID of each endpoint of a topic.
  std::vector<TopicEndpointInfo> get_publishers_info_by_topic(
    const std::string & topic_name, bool no_mangle = false) const;
  /// Returns node, type, QoS and GID of each subscription of a topic; with `no_mangle`,
  /// `topic_name` is a DDS topic name.
  std::vector<TopicEndpointInfo> get_subscriptions_info_by_topic(
    const std::string & topic_name, bool no_mangle = false) const;

  /// Returns an event that graph changes set from now on.
  Event::SharedPtr get_graph_event();
  /// Waits until `event` (from get_graph_event()) is set, the timeout expires or the context shuts
  /// down. Throws exceptions::InvalidEventError for null, EventNotRegisteredError for an event of
  /// another node.
  void wait_for_graph_change(Event::SharedPtr event, std::chrono::nanoseconds timeout);
  /// Wakes wait_for_graph_change() as a change does.
  void notify_graph_change();
  /// Wakes wait_for_graph_change() at shutdown.
  void notify_shutdown();
  /// Returns the number of living graph events.
  std::size_t count_graph_users() const;

private:
  struct Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace node_interfaces
}  // namespace rclcpp

RCLCPP_NODE_INTERFACE_HELPERS_SUPPORT(rclcpp::node_interfaces::NodeGraphInterface, graph)

#endif  // RCLCPP__NODE_INTERFACES__NODE_GRAPH_INTERFACE_HPP_
