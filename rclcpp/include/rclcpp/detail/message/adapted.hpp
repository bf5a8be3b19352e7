// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Type support of user types that a TypeAdapter converts to a ROS message and back.
#ifndef RCLCPP__DETAIL__MESSAGE__ADAPTED_HPP_
#define RCLCPP__DETAIL__MESSAGE__ADAPTED_HPP_

#include "cdr/codec.hpp"
#include "rclcpp/detail/message/type_support.hpp"
#include "rclcpp/type_adapter.hpp"

namespace rclcpp::detail
{

/// The message types that create_publisher and create_subscription accept.
template <typename T>
concept Publishable = RosMessage<typename TypeAdapter<T>::ros_message_type>;

template <typename Adapter>
struct Conversions
{
  using Custom = typename Adapter::custom_type;
  using Ros = typename Adapter::ros_message_type;
  static void to_ros(const void * message, void * ros_message)
  {
    Adapter::convert_to_ros_message(
      *static_cast<const Custom *>(message), *static_cast<Ros *>(ros_message));
  }
  static void from_ros(const void * ros_message, void * message)
  {
    Adapter::convert_to_custom(
      *static_cast<const Ros *>(ros_message), *static_cast<Custom *>(message));
  }
};
/// Type support of the user's type of a TypeAdapter.
template <typename Adapter>
inline constexpr TypeSupport adapted_type_support{
  cdr::fields<typename Adapter::ros_message_type>::name,
  cdr::fields<typename Adapter::ros_message_type>::hash,
  &typeid(typename Adapter::custom_type),
  &Operations<typename Adapter::custom_type>::create,
  &Operations<typename Adapter::custom_type>::copy,
  &Operations<typename Adapter::custom_type>::destroy,
  Operations<typename Adapter::custom_type>::assign(),
  Operations<typename Adapter::custom_type>::move(),
  nullptr,
  nullptr,
  nullptr,
  nullptr,
  &cdr::description<typename Adapter::ros_message_type>,
  &type_support<typename Adapter::ros_message_type>,
  &Conversions<Adapter>::to_ros,
  &Conversions<Adapter>::from_ros};

}  // namespace rclcpp::detail

#endif  // RCLCPP__DETAIL__MESSAGE__ADAPTED_HPP_
