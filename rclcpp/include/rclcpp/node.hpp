// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Node: the entry point of every ROS 2 program. It creates publishers, subscriptions, clients,
// services and timers, and holds parameters.
#ifndef RCLCPP__NODE_HPP_
#define RCLCPP__NODE_HPP_

#include <memory>
#include <string>

#include "rclcpp/create_publisher.hpp"
#include "rclcpp/detail/transitive_includes.hpp"
#include "rclcpp/extension/node_functions.hpp"
#include "rclcpp/macros.hpp"
#include "rclcpp/node_options.hpp"
#include "rclcpp/publisher.hpp"
#include "rclcpp/publisher_options.hpp"
#include "rclcpp/qos.hpp"
#include "rclcpp/visibility_control.hpp"

namespace rclcpp
{

/// Returns "<sub_namespace>/<name>" for a relative name, otherwise `name`.
RCLCPP_PUBLIC std::string extend_name_with_sub_namespace(
  const std::string & name, const std::string & sub_namespace);

/// A node. Its functions except for publishing and sub-nodes are in extension::NodeFunctions.
class RCLCPP_PUBLIC Node : public extension::NodeFunctions,
                           public std::enable_shared_from_this<Node>
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS(Node)

  /// Creates a node. Throws as node_interfaces::NodeBaseInterface and, for overrides of
  /// use_sim_time, as NodeParametersInterface.
  explicit Node(const std::string & node_name, const NodeOptions & options = NodeOptions());
  /// Creates a node in a namespace. Throws as the constructor without a namespace.
  explicit Node(
    const std::string & node_name, const std::string & namespace_,
    const NodeOptions & options = NodeOptions());
  virtual ~Node();

  /// Creates a publisher; the caller keeps it alive. Throws exceptions::InvalidTopicNameError,
  /// rmw::error.
  template <
    typename MessageT, typename AllocatorT = std::allocator<void>,
    typename PublisherT = Publisher<MessageT, AllocatorT>>
  std::shared_ptr<PublisherT> create_publisher(
    const std::string & topic_name, const QoS & qos,
    const PublisherOptionsWithAllocator<AllocatorT> & options =
      PublisherOptionsWithAllocator<AllocatorT>())
  {
    return rclcpp::create_publisher<MessageT, AllocatorT, PublisherT>(
      *this, with_sub_namespace(topic_name), qos, options);
  }

  // --- sub-nodes ---

  /// Returns the sub-namespace of a sub-node; empty for a node that is not a sub-node.
  const std::string & get_sub_namespace() const;
  /// Returns namespace and sub-namespace: the prefix of relative names of this node.
  const std::string & get_effective_namespace() const;
  /// Returns a sub-node: the same node, but relative names of entities created through it start
  /// with `sub_namespace`. Throws exceptions::NameValidationError if that is empty, absolute or
  /// invalid.
  Node::SharedPtr create_sub_node(const std::string & sub_namespace);

protected:
  /// Creates a sub-node of `other`.
  Node(const Node & other, const std::string & sub_namespace);

private:
  RCLCPP_DISABLE_COPY(Node)

  const std::string effective_namespace_;
};

}  // namespace rclcpp

#endif  // RCLCPP__NODE_HPP_
