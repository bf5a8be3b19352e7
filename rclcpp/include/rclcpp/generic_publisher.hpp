// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// GenericPublisher: publishes bytes of a type that is known by name only; created by
// Node::create_generic_publisher.
#ifndef RCLCPP__GENERIC_PUBLISHER_HPP_
#define RCLCPP__GENERIC_PUBLISHER_HPP_

#include <cstdint>
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

/// A publisher of serialized messages; PublisherBase describes threads and lifetime. The bytes are
/// sent unchanged.
class RCLCPP_PUBLIC GenericPublisher : public PublisherBase
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS(GenericPublisher)

  /// `topic_type` is a name such as "std_msgs/msg/String". Throws std::invalid_argument if it has
  /// another form.
  GenericPublisher(
    node_interfaces::NodeBaseInterface * node_base, const std::string & topic,
    const std::string & topic_type, const QoS & qos, const PublisherOptionsBase & options);

  /// Publishes a copy of the bytes. Throws rmw::error.
  void publish(const SerializedMessage & message)
  {
    publish_serialized(message.get_rcl_serialized_message());
  }
  /// Returns memory for a sample that publish_sample() sends without a copy; also in shared memory,
  /// if all readers of other processes can read it. Not in ROS 2.
  rmw::Buffer allocate_sample(std::size_t size) const { return allocate_serialized(size); }
  /// Publishes without a copy (zero-copy). Not in ROS 2; it is no overload of publish() because
  /// programs take the address of publish().
  void publish_sample(rmw::Buffer && sample) { publish_serialized(rmw::Sample(std::move(sample))); }
  /// Publishes a sample that the caller may keep, without a copy (zero-copy). Not in ROS 2.
  void publish_sample(const rmw::Sample & sample) { publish_serialized(sample); }
  /// Publishes a sample of another publisher with the time in nanoseconds at which that one sent
  /// it. The lifespan counts from then on. Not in ROS 2.
  void publish_sample(const rmw::Sample & sample, std::int64_t source_timestamp)
  {
    publish_serialized(sample, source_timestamp);
  }
  /// Publishes the bytes as publish() does: the middleware lends no memory.
  void publish_as_loaned_msg(const SerializedMessage & message) { publish(message); }
};

/// Creates a generic publisher and adds it to the node of `topics`.
RCLCPP_PUBLIC std::shared_ptr<GenericPublisher> create_generic_publisher(
  node_interfaces::NodeTopicsInterface::SharedPtr topics, const std::string & topic_name,
  const std::string & topic_type, const QoS & qos,
  const PublisherOptionsBase & options = PublisherOptionsBase());

}  // namespace rclcpp

#endif  // RCLCPP__GENERIC_PUBLISHER_HPP_
