// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tests whether a type can be published and subscribed to.
#ifndef RCLCPP__IS_ROS_COMPATIBLE_TYPE_HPP_
#define RCLCPP__IS_ROS_COMPATIBLE_TYPE_HPP_

#include "rclcpp/detail/message/adapted.hpp"

namespace rclcpp
{

/// `value` is true for a ROS message and for a type that is adapted to one.
template <typename T>
struct is_ros_compatible_type
{
  /// True if a publisher or subscription can have the type T.
  static constexpr bool value = detail::Publishable<T>;
};

}  // namespace rclcpp

#endif  // RCLCPP__IS_ROS_COMPATIBLE_TYPE_HPP_
