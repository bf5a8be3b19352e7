// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Returns the type support handle of a type that can be published.
#ifndef RCLCPP__GET_MESSAGE_TYPE_SUPPORT_HANDLE_HPP_
#define RCLCPP__GET_MESSAGE_TYPE_SUPPORT_HANDLE_HPP_

#include "rclcpp/detail/type_support_handles.hpp"
#include "rclcpp/is_ros_compatible_type.hpp"
#include "rclcpp/type_adapter.hpp"

namespace rclcpp
{

/// Returns the handle of a ROS message; for an adapted type the handle of its ROS message.
template <typename MessageT>
const rosidl_message_type_support_t & get_message_type_support_handle()
{
  static_assert(
    is_ros_compatible_type<MessageT>::value,
    "MessageT is not a ROS message and has no rclcpp::TypeAdapter");
  return *rosidl_typesupport_cpp::get_message_type_support_handle<
    typename TypeAdapter<MessageT>::ros_message_type>();
}

}  // namespace rclcpp

#endif  // RCLCPP__GET_MESSAGE_TYPE_SUPPORT_HANDLE_HPP_
