// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// create_publisher: makes a publisher and adds it to a node.
#ifndef RCLCPP__CREATE_PUBLISHER_HPP_
#define RCLCPP__CREATE_PUBLISHER_HPP_

#include <memory>
#include <string>
#include <utility>

#include "rclcpp/detail/node_parts.hpp"
#include "rclcpp/publisher.hpp"
#include "rclcpp/publisher_options.hpp"
#include "rclcpp/qos.hpp"

namespace rclcpp
{

/// `node` is a Node, a pointer to one, or its topics interface. The node does not keep the
/// publisher: the caller does. Throws exceptions::InvalidTopicNameError, rmw::error,
/// std::runtime_error for a callback group of another node.
template <
  typename MessageT, typename AllocatorT = std::allocator<void>,
  typename PublisherT = Publisher<MessageT, AllocatorT>, typename NodeT>
std::shared_ptr<PublisherT> create_publisher(
  NodeT && node, const std::string & topic_name, const QoS & qos,
  const PublisherOptionsWithAllocator<AllocatorT> & options =
    PublisherOptionsWithAllocator<AllocatorT>())
{
  node_interfaces::NodeTopicsInterface & topics = detail::topics_of(node);
  auto publisher =
    std::make_shared<PublisherT>(topics.get_node_base_interface(), topic_name, qos, options);
  topics.add_publisher(publisher, options.callback_group);
  return publisher;
}

/// ROS 2's form with parts of a node; the parameters part serves QoS overrides, which are not
/// supported yet.
template <
  typename MessageT, typename AllocatorT = std::allocator<void>,
  typename PublisherT = Publisher<MessageT, AllocatorT>, typename NodeParametersT,
  typename NodeTopicsT>
std::shared_ptr<PublisherT> create_publisher(
  NodeParametersT &&, NodeTopicsT && node_topics, const std::string & topic_name, const QoS & qos,
  const PublisherOptionsWithAllocator<AllocatorT> & options =
    PublisherOptionsWithAllocator<AllocatorT>())
{
  return create_publisher<MessageT, AllocatorT, PublisherT>(
    std::forward<NodeTopicsT>(node_topics), topic_name, qos, options);
}

}  // namespace rclcpp

#endif  // RCLCPP__CREATE_PUBLISHER_HPP_
