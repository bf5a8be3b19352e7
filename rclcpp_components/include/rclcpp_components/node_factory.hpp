// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The factory that a library of components registers for each class.
#ifndef RCLCPP_COMPONENTS__NODE_FACTORY_HPP_
#define RCLCPP_COMPONENTS__NODE_FACTORY_HPP_

#include "rclcpp/node_options.hpp"
#include "rclcpp_components/node_instance_wrapper.hpp"

namespace rclcpp_components
{

/// Creates components of one class. class_loader finds it under the name of the implementing class.
class NodeFactory
{
public:
  NodeFactory() = default;
  virtual ~NodeFactory() = default;

  /// Creates a component. Rethrows the exceptions of its constructor.
  virtual NodeInstanceWrapper create_node_instance(const rclcpp::NodeOptions & options) = 0;
};

}  // namespace rclcpp_components

#endif  // RCLCPP_COMPONENTS__NODE_FACTORY_HPP_
