// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// create_publisher: creates a publisher and adds it to a node.
#ifndef RCLCPP__CREATE_PUBLISHER_HPP_
#define RCLCPP__CREATE_PUBLISHER_HPP_

#include <memory>
#include <string>

#include "rclcpp/detail/node_parts.hpp"
#include "rclcpp/detail/qos_parameters.hpp"
#include "rclcpp/node_interfaces/get_node_parameters_interface.hpp"
#include "rclcpp/node_interfaces/get_node_topics_interface.hpp"
#include "rclcpp/node_options.hpp"
#include "rclcpp/publisher.hpp"
#include "rclcpp/publisher_options.hpp"
#include "rclcpp/qos.hpp"
#include "rmw/qos_string_conversions.h"
#include "rosidl_typesupport_cpp/message_type_support.hpp"

namespace rclcpp
{

/// Creates a publisher from parts of a node. `node_parameters`, which may also be a whole node,
/// gets the parameters of QoS overrides; `node_topics` gets the publisher. The caller owns it; the
/// node does not keep it alive. Throws exceptions::InvalidTopicNameError, rmw::error,
/// std::runtime_error for a callback group of another node, and the errors of QosOverridingOptions.
template <
  typename MessageT, typename AllocatorT = std::allocator<void>,
  typename PublisherT = Publisher<MessageT, AllocatorT>, typename NodeParametersT,
  typename NodeTopicsT>
std::shared_ptr<PublisherT> create_publisher(
  NodeParametersT && node_parameters, NodeTopicsT && node_topics, const std::string & topic_name,
  const QoS & qos,
  const PublisherOptionsWithAllocator<AllocatorT> & options =
    PublisherOptionsWithAllocator<AllocatorT>())
{
  node_interfaces::NodeTopicsInterface & topics = detail::topics_of(node_topics);
  auto publisher = std::make_shared<PublisherT>(
    topics.get_node_base_interface(), topic_name,
    detail::declare_qos_parameters(
      options.qos_overriding_options, node_parameters, topics.resolve_topic_name(topic_name), qos,
      detail::PublisherQosParametersTraits()),
    options);
  topics.add_publisher(publisher, options.callback_group);
  return publisher;
}

/// Creates a publisher for `node`: a Node, a pointer to one, or its topics interface, which has no
/// parameters for QoS overrides.
template <
  typename MessageT, typename AllocatorT = std::allocator<void>,
  typename PublisherT = Publisher<MessageT, AllocatorT>, typename NodeT>
std::shared_ptr<PublisherT> create_publisher(
  NodeT && node, const std::string & topic_name, const QoS & qos,
  const PublisherOptionsWithAllocator<AllocatorT> & options =
    PublisherOptionsWithAllocator<AllocatorT>())
{
  return create_publisher<MessageT, AllocatorT, PublisherT>(node, node, topic_name, qos, options);
}

}  // namespace rclcpp

#endif  // RCLCPP__CREATE_PUBLISHER_HPP_
