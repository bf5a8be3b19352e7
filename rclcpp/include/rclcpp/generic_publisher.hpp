// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// GenericPublisher: publishes bytes of a type known by its name only; made by
// Node::create_generic_publisher.
#ifndef RCLCPP__GENERIC_PUBLISHER_HPP_
#define RCLCPP__GENERIC_PUBLISHER_HPP_

#include <memory>
#include <string>
#include <utility>

#include "rclcpp/callback_group.hpp"
#include "rclcpp/node_interfaces/node_topics_interface.hpp"
#include "rclcpp/publisher_base.hpp"
#include "rclcpp/publisher_options.hpp"
#include "rclcpp/serialized_message.hpp"

namespace rclcpp
{

/// See PublisherBase. The bytes are sent as they are.
class RCLCPP_PUBLIC GenericPublisher : public PublisherBase
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS(GenericPublisher)

  /// `topic_type`: "std_msgs/msg/String". Throws std::invalid_argument if it has another form.
  GenericPublisher(
    node_interfaces::NodeBaseInterface * node_base, const std::string & topic,
    const std::string & topic_type, const QoS & qos, const PublisherOptionsBase & options);

  void publish(const SerializedMessage & message)
  {
    publish_serialized(message.get_rcl_serialized_message());
  }
  /// The same without a copy; not in ROS 2, whose programs take the address of publish().
  void publish_sample(rmw::Buffer && sample) { publish_serialized(std::move(sample)); }
  /// The same: the middleware lends no memory.
  void publish_as_loaned_msg(const SerializedMessage & message) { publish(message); }
};

/// Adds it to the node of `topics`.
RCLCPP_PUBLIC std::shared_ptr<GenericPublisher> create_generic_publisher(
  node_interfaces::NodeTopicsInterface::SharedPtr topics, const std::string & topic_name,
  const std::string & topic_type, const QoS & qos,
  const PublisherOptionsBase & options = PublisherOptionsBase());

}  // namespace rclcpp

#endif  // RCLCPP__GENERIC_PUBLISHER_HPP_
