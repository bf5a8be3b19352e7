// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The arguments of from_topic and publish_to_topic: node, topic, type, QoS and options.

#ifndef RXROS2__TOPICS__DETAIL__TOPIC_PLACE_HPP_
#define RXROS2__TOPICS__DETAIL__TOPIC_PLACE_HPP_

#include <memory>
#include <string>

#include "rclcpp/publisher_options.hpp"
#include "rclcpp/qos.hpp"
#include "rclcpp/subscription_options.hpp"
#include "rxros2/nodes/detail/node_access.hpp"

namespace rxros2::detail
{

/// Immutable, shared by the copies of a pipe. Options is rclcpp::SubscriptionOptions or
/// PublisherOptions.
template <typename Options>
struct topic_place
{
  static std::shared_ptr<const topic_place> of(
    weak_node node, const std::string & topic, const std::string & type, const rclcpp::QoS & qos,
    const Options & options);

  weak_node node;
  std::string topic;
  std::string type;  // of serialized messages, whose C++ type does not contain it
  rclcpp::QoS qos;
  Options options;
};

extern template struct topic_place<rclcpp::SubscriptionOptions>;
extern template struct topic_place<rclcpp::PublisherOptions>;

}  // namespace rxros2::detail

#endif  // RXROS2__TOPICS__DETAIL__TOPIC_PLACE_HPP_
