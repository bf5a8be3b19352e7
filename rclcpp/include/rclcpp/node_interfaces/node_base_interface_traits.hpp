// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tests whether a class has a node base interface, as a Node and its wrappers do.
#ifndef RCLCPP__NODE_INTERFACES__NODE_BASE_INTERFACE_TRAITS_HPP_
#define RCLCPP__NODE_INTERFACES__NODE_BASE_INTERFACE_TRAITS_HPP_

#include <memory>
#include <type_traits>
#include <utility>

#include "rclcpp/node_interfaces/node_base_interface.hpp"

namespace rclcpp::node_interfaces
{

/// True if T has a get_node_base_interface() that returns a shared pointer to a NodeBaseInterface.
template <class T, typename = void>
struct has_node_base_interface : std::false_type
{
};
template <class T>
struct has_node_base_interface<
  T, std::enable_if_t<std::is_same_v<
       decltype(std::declval<T>().get_node_base_interface()), std::shared_ptr<NodeBaseInterface>>>>
: std::true_type
{
};

}  // namespace rclcpp::node_interfaces

#endif  // RCLCPP__NODE_INTERFACES__NODE_BASE_INTERFACE_TRAITS_HPP_
