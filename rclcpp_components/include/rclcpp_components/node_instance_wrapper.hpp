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

/// Shares a component, whose class it does not know, and asks it for its node. Copies share the
/// same component. The library that the component came from must stay loaded as long as there is
/// one.
class NodeInstanceWrapper
{
public:
  using NodeBaseInterfaceGetter =
    std::function<rclcpp::node_interfaces::NodeBaseInterface::SharedPtr(
      const std::shared_ptr<void> &)>;

  /// Holds nothing.
  NodeInstanceWrapper() = default;
  /// `node_base_interface_getter` is given `node_instance`.
  NodeInstanceWrapper(
    std::shared_ptr<void> node_instance, NodeBaseInterfaceGetter node_base_interface_getter)
  : node_instance_(std::move(node_instance)),
    node_base_interface_getter_(std::move(node_base_interface_getter))
  {
  }

  const std::shared_ptr<void> get_node_instance() const { return node_instance_; }

  /// What an executor is given. Throws std::bad_function_call if this holds nothing.
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
