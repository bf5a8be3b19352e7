// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Whether a type can be published and subscribed to.
#ifndef RCLCPP__IS_ROS_COMPATIBLE_TYPE_HPP_
#define RCLCPP__IS_ROS_COMPATIBLE_TYPE_HPP_

#include "rclcpp/intra_process/message_type.hpp"

namespace rclcpp
{

/// A ROS message, or a type adapted to one.
template <typename T>
struct is_ros_compatible_type
{
  static constexpr bool value = intra_process::Publishable<T>;
};

}  // namespace rclcpp

#endif  // RCLCPP__IS_ROS_COMPATIBLE_TYPE_HPP_
