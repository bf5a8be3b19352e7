// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The factory of an ordinary component class.
#ifndef RCLCPP_COMPONENTS__NODE_FACTORY_TEMPLATE_HPP_
#define RCLCPP_COMPONENTS__NODE_FACTORY_TEMPLATE_HPP_

#include <memory>
#include <type_traits>

#include "rclcpp_components/node_factory.hpp"

namespace rclcpp_components
{

/// A factory for classes with a constructor that takes rclcpp::NodeOptions, and a function
/// get_node_base_interface(): rclcpp::Node and derived classes, lifecycle nodes, and classes that
/// hold a node.
template <typename NodeT>
class NodeFactoryTemplate : public NodeFactory
{
  static_assert(
    std::is_constructible_v<NodeT, const rclcpp::NodeOptions &>,
    "a component needs a constructor that can be called with (const rclcpp::NodeOptions &) alone; "
    "a container has nothing else to give");

public:
  NodeFactoryTemplate() = default;
  ~NodeFactoryTemplate() override = default;

  NodeInstanceWrapper create_node_instance(const rclcpp::NodeOptions & options) override
  {
    return {std::make_shared<NodeT>(options), [](const std::shared_ptr<void> & node) {
              return std::static_pointer_cast<NodeT>(node)->get_node_base_interface();
            }};
  }
};

}  // namespace rclcpp_components

#endif  // RCLCPP_COMPONENTS__NODE_FACTORY_TEMPLATE_HPP_
