// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A component of any class, as its container holds it.
#ifndef RCLCPP_COMPONENTS__NODE_INSTANCE_WRAPPER_HPP_
#define RCLCPP_COMPONENTS__NODE_INSTANCE_WRAPPER_HPP_

#include <functional>
#include <memory>
#include <utility>

#include "rclcpp/node_interfaces/node_base_interface.hpp"

namespace rclcpp_components
{

/// Shares the ownership of a component of an unknown class and returns its node. Copies share the
/// same component. The component's library must stay loaded as long as a copy exists.
class NodeInstanceWrapper
{
public:
  /// A function that returns the node interface of a component.
  using NodeBaseInterfaceGetter =
    std::function<rclcpp::node_interfaces::NodeBaseInterface::SharedPtr(
      const std::shared_ptr<void> &)>;

  /// Creates an empty wrapper.
  NodeInstanceWrapper() = default;
  /// `node_base_interface_getter` gets `node_instance` as its argument.
  NodeInstanceWrapper(
    std::shared_ptr<void> node_instance, NodeBaseInterfaceGetter node_base_interface_getter)
  : node_instance_(std::move(node_instance)),
    node_base_interface_getter_(std::move(node_base_interface_getter))
  {
  }

  /// Returns the component; null if this is empty.
  const std::shared_ptr<void> get_node_instance() const { return node_instance_; }

  /// Returns the interface that an executor needs. Throws std::bad_function_call if this is empty.
  rclcpp::node_interfaces::NodeBaseInterface::SharedPtr get_node_base_interface()
  {
    return node_base_interface_getter_(node_instance_);
  }

private:
  std::shared_ptr<void> node_instance_;
  NodeBaseInterfaceGetter node_base_interface_getter_;
};

}  // namespace rclcpp_components

#endif  // RCLCPP_COMPONENTS__NODE_INSTANCE_WRAPPER_HPP_
