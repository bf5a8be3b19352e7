// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// NodeTopics, ROS 2's name for the implementation of NodeTopicsInterface; RxROS2 has one class for
// both.
#ifndef RCLCPP__NODE_INTERFACES__NODE_TOPICS_HPP_
#define RCLCPP__NODE_INTERFACES__NODE_TOPICS_HPP_

#include "rclcpp/any_subscription_callback.hpp"
#include "rclcpp/get_message_type_support_handle.hpp"
#include "rclcpp/node_interfaces/node_topics_interface.hpp"
#include "rclcpp/publisher.hpp"
#include "rclcpp/subscription.hpp"
#include "rclcpp/subscription_traits.hpp"
#include "rclcpp/topic_statistics/subscription_topic_statistics.hpp"

namespace rclcpp::node_interfaces
{
/// ROS 2's name for the implementation of NodeTopicsInterface; in RxROS2 both are one class.
using NodeTopics = NodeTopicsInterface;
}  // namespace rclcpp::node_interfaces

#endif  // RCLCPP__NODE_INTERFACES__NODE_TOPICS_HPP_
