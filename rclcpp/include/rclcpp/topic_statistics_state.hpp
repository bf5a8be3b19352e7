// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The setting that decides whether a subscription measures its topic.
#ifndef RCLCPP__TOPIC_STATISTICS_STATE_HPP_
#define RCLCPP__TOPIC_STATISTICS_STATE_HPP_

namespace rclcpp
{

/// Decides whether a subscription measures its topic.
enum class TopicStatisticsState
{
  Enable,
  Disable,
  /// Uses NodeOptions::enable_topic_statistics.
  NodeDefault
};

}  // namespace rclcpp

#endif  // RCLCPP__TOPIC_STATISTICS_STATE_HPP_
