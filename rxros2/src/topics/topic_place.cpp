// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The arguments of from_topic and publish_to_topic.

#include "rxros2/topics/detail/topic_place.hpp"

#include <utility>

namespace rxros2::detail
{

template <typename Options>
std::shared_ptr<const topic_place<Options>> topic_place<Options>::of(
  weak_node node, const std::string & topic, const std::string & type, const rclcpp::QoS & qos,
  const Options & options)
{
  return std::make_shared<topic_place>(topic_place{std::move(node), topic, type, qos, options});
}

template struct topic_place<rclcpp::SubscriptionOptions>;
template struct topic_place<rclcpp::PublisherOptions>;

}  // namespace rxros2::detail
