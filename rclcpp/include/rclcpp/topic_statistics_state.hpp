// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Whether a subscription measures its topic.
#ifndef RCLCPP__TOPIC_STATISTICS_STATE_HPP_
#define RCLCPP__TOPIC_STATISTICS_STATE_HPP_

namespace rclcpp
{

enum class TopicStatisticsState
{
  Enable,
  Disable,
  /// As NodeOptions::enable_topic_statistics says.
  NodeDefault
};

}  // namespace rclcpp

#endif  // RCLCPP__TOPIC_STATISTICS_STATE_HPP_
