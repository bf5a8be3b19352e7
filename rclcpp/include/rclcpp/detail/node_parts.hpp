// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Finds the interfaces of the argument that create_publisher and create_subscription get as a node.
#ifndef RCLCPP__DETAIL__NODE_PARTS_HPP_
#define RCLCPP__DETAIL__NODE_PARTS_HPP_

#include <type_traits>

#include "rclcpp/node_interfaces/node_parameters_interface.hpp"
#include "rclcpp/node_interfaces/node_topics_interface.hpp"

namespace rclcpp::detail
{

/// Returns the topics interface of `node`: a Node or another class with
/// get_node_topics_interface(), the interface itself, or a pointer to one of these.
template <typename NodeT>
node_interfaces::NodeTopicsInterface & topics_of(NodeT && node)
{
  if constexpr (std::is_base_of_v<
                  node_interfaces::NodeTopicsInterface, std::remove_cvref_t<NodeT>>) {
    return node;
  } else if constexpr (requires { node.get_node_topics_interface(); }) {
    return *node.get_node_topics_interface();
  } else {
    return topics_of(*node);
  }
}

/// Returns the parameters interface of `node` in the same way; null if it has none.
template <typename NodeT>
node_interfaces::NodeParametersInterface * parameters_of(NodeT && node)
{
  if constexpr (std::is_base_of_v<
                  node_interfaces::NodeParametersInterface, std::remove_cvref_t<NodeT>>) {
    return &node;
  } else if constexpr (requires { node.get_node_parameters_interface(); }) {
    return node.get_node_parameters_interface().get();
  } else if constexpr (requires { *node; }) {
    return parameters_of(*node);
  } else {
    return nullptr;
  }
}

}  // namespace rclcpp::detail

#endif  // RCLCPP__DETAIL__NODE_PARTS_HPP_
