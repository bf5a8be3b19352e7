// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// get_node_type_descriptions_interface(): returns the type descriptions interface of a node-like
// object.
#ifndef RCLCPP__NODE_INTERFACES__GET_NODE_TYPE_DESCRIPTIONS_INTERFACE_HPP_
#define RCLCPP__NODE_INTERFACES__GET_NODE_TYPE_DESCRIPTIONS_INTERFACE_HPP_

#include <memory>
#include <utility>

#include "rclcpp/node_interfaces/detail/node_interfaces_helpers.hpp"
#include "rclcpp/node_interfaces/node_type_descriptions_interface.hpp"

namespace rclcpp::node_interfaces
{

/// Returns the interface of `node`: a node, NodeInterfaces, a pointer to one of these, or a shared
/// pointer to the interface. Throws std::invalid_argument for a null pointer to a node.
template <typename NodeT>
std::shared_ptr<NodeTypeDescriptionsInterface> get_node_type_descriptions_interface(NodeT && node)
{
  return rclcpp::detail::interface_of<NodeTypeDescriptionsInterface>(std::forward<NodeT>(node));
}

}  // namespace rclcpp::node_interfaces

#endif  // RCLCPP__NODE_INTERFACES__GET_NODE_TYPE_DESCRIPTIONS_INTERFACE_HPP_
