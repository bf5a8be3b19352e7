// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Creates the topic statistics of a subscription; used by create_subscription.
#ifndef RCLCPP__DETAIL__TOPIC_STATISTICS_HPP_
#define RCLCPP__DETAIL__TOPIC_STATISTICS_HPP_

#include <memory>

#include "rclcpp/node_interfaces/node_topics_interface.hpp"
#include "rclcpp/subscription_options.hpp"
#include "rclcpp/visibility_control.hpp"

namespace rclcpp
{

namespace topic_statistics
{
class SubscriptionTopicStatistics;
}

namespace detail
{

/// Returns true if the options enable statistics, or for NodeDefault the node. Throws
/// std::runtime_error for a value that is not in TopicStatisticsState.
RCLCPP_PUBLIC bool resolve_enable_topic_statistics(
  const SubscriptionOptionsBase & options, const node_interfaces::NodeBaseInterface & node_base);

/// Returns the statistics object, or null if neither the options nor the node enable statistics.
/// Throws std::invalid_argument for a period that is not positive.
RCLCPP_PUBLIC std::shared_ptr<topic_statistics::SubscriptionTopicStatistics> make_topic_statistics(
  const SubscriptionOptionsBase & options, node_interfaces::NodeTopicsInterface & topics);

}  // namespace detail
}  // namespace rclcpp

#endif  // RCLCPP__DETAIL__TOPIC_STATISTICS_HPP_
