// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Adds waitables to a node; for libraries with their own kinds of entities.
#ifndef RCLCPP__NODE_INTERFACES__NODE_WAITABLES_INTERFACE_HPP_
#define RCLCPP__NODE_INTERFACES__NODE_WAITABLES_INTERFACE_HPP_

#include <memory>

#include "rclcpp/macros.hpp"
#include "rclcpp/node_interfaces/detail/node_interfaces_helpers.hpp"
#include "rclcpp/node_interfaces/node_base_interface.hpp"
#include "rclcpp/visibility_control.hpp"

namespace rclcpp
{
class Waitable;

namespace node_interfaces
{

/// Adds waitables to one node. Thread-safe. It does not own them; their creators do.
class RCLCPP_PUBLIC NodeWaitablesInterface
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(NodeWaitablesInterface)

  /// Creates the interface of the node of `node_base`.
  explicit NodeWaitablesInterface(NodeBaseInterface::SharedPtr node_base);

  /// Adds the waitable to `group` (null means the default group). Throws std::runtime_error if the
  /// group belongs to another node.
  void add_waitable(
    std::shared_ptr<Waitable> waitable, std::shared_ptr<CallbackGroup> group = nullptr);
  /// Removes the waitable; no execution begins after this.
  void remove_waitable(
    std::shared_ptr<Waitable> waitable, std::shared_ptr<CallbackGroup> group) noexcept;

private:
  NodeBaseInterface::SharedPtr node_base_;
};

}  // namespace node_interfaces
}  // namespace rclcpp

RCLCPP_NODE_INTERFACE_HELPERS_SUPPORT(rclcpp::node_interfaces::NodeWaitablesInterface, waitables)

#endif  // RCLCPP__NODE_INTERFACES__NODE_WAITABLES_INTERFACE_HPP_
