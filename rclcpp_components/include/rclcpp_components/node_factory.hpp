// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// What a library of components registers: one factory a class.
#ifndef RCLCPP_COMPONENTS__NODE_FACTORY_HPP_
#define RCLCPP_COMPONENTS__NODE_FACTORY_HPP_

#include "rclcpp/node_options.hpp"
#include "rclcpp_components/node_instance_wrapper.hpp"

namespace rclcpp_components
{

/// Makes components of one class. Found by class_loader under the name of the class that implements
/// it.
class NodeFactory
{
public:
  NodeFactory() = default;
  virtual ~NodeFactory() = default;

  /// A new component. Throws what its constructor throws.
  virtual NodeInstanceWrapper create_node_instance(const rclcpp::NodeOptions & options) = 0;
};

}  // namespace rclcpp_components

#endif  // RCLCPP_COMPONENTS__NODE_FACTORY_HPP_
