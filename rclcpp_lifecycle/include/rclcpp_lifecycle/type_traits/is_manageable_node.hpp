// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tests whether a class can be activated and deactivated; in the global namespace as in ROS 2.
#ifndef RCLCPP_LIFECYCLE__TYPE_TRAITS__IS_MANAGEABLE_NODE_HPP_
#define RCLCPP_LIFECYCLE__TYPE_TRAITS__IS_MANAGEABLE_NODE_HPP_

#include <type_traits>
#include <utility>

template <class T, typename = void>
struct has_on_activate : std::false_type
{
};
template <class T>
  requires std::is_void_v<decltype(std::declval<T>().on_activate())>
struct has_on_activate<T, void> : std::true_type
{
};

template <class T, typename = void>
struct has_on_deactivate : std::false_type
{
};
template <class T>
  requires std::is_void_v<decltype(std::declval<T>().on_deactivate())>
struct has_on_deactivate<T, void> : std::true_type
{
};

template <class T, typename = void>
struct is_manageable_node
: std::bool_constant<has_on_activate<T>::value && has_on_deactivate<T>::value>
{
};

#endif  // RCLCPP_LIFECYCLE__TYPE_TRAITS__IS_MANAGEABLE_NODE_HPP_
