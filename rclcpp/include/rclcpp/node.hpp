// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Node: the entry point of every ROS 2 program; makes publishers, subscriptions, clients, services,
// timers and holds parameters.
#ifndef RCLCPP__NODE_HPP_
#define RCLCPP__NODE_HPP_

#include <memory>
#include <string>

#include "rclcpp/create_publisher.hpp"
#include "rclcpp/detail/brought_along.hpp"
#include "rclcpp/detail/node_functions.hpp"
#include "rclcpp/macros.hpp"
#include "rclcpp/node_options.hpp"
#include "rclcpp/publisher.hpp"
#include "rclcpp/publisher_options.hpp"
#include "rclcpp/qos.hpp"
#include "rclcpp/visibility_control.hpp"

namespace rclcpp
{

/// "<sub_namespace>/<name>" for a relative name, else `name`.
RCLCPP_PUBLIC std::string extend_name_with_sub_namespace(
  const std::string & name, const std::string & sub_namespace);

/// A node; what it can do beside publishing and sub-nodes stands in detail::NodeFunctions.
class RCLCPP_PUBLIC Node : public detail::NodeFunctions, public std::enable_shared_from_this<Node>
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS(Node)

  /// Errors as node_interfaces::NodeBaseInterface and, for overrides of use_sim_time,
  /// NodeParametersInterface.
  explicit Node(const std::string & node_name, const NodeOptions & options = NodeOptions());
  explicit Node(
    const std::string & node_name, const std::string & namespace_,
    const NodeOptions & options = NodeOptions());
  virtual ~Node();

  /// Throws exceptions::InvalidTopicNameError, rmw::error.
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

  /// Empty for a node that is none.
  const std::string & get_sub_namespace() const;
  /// Namespace and sub-namespace: where relative names of this node end up.
  const std::string & get_effective_namespace() const;
  /// The same node, but relative names of entities made through it begin with `sub_namespace`.
  /// Throws exceptions::NameValidationError if that is empty, absolute or not valid.
  Node::SharedPtr create_sub_node(const std::string & sub_namespace);

protected:
  /// A sub-node of `other`.
  Node(const Node & other, const std::string & sub_namespace);

private:
  RCLCPP_DISABLE_COPY(Node)

  const std::string effective_namespace_;
};

}  // namespace rclcpp

#endif  // RCLCPP__NODE_HPP_
