// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// An empty header under ROS 2's name for the templates of LifecycleNode.
#ifndef RCLCPP_LIFECYCLE__LIFECYCLE_NODE_IMPL_HPP_
#define RCLCPP_LIFECYCLE__LIFECYCLE_NODE_IMPL_HPP_

#include "rclcpp/create_generic_publisher.hpp"
#include "rclcpp/create_generic_subscription.hpp"
#include "rclcpp_lifecycle/lifecycle_node.hpp"

#endif  // RCLCPP_LIFECYCLE__LIFECYCLE_NODE_IMPL_HPP_
