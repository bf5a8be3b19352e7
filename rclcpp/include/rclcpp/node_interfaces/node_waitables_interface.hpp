// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Adds waitables to a node; used by libraries that bring their own kind of entity.
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

/// Waitables of one node. Thread-safe. Holds no waitable: their creators do.
class RCLCPP_PUBLIC NodeWaitablesInterface
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(NodeWaitablesInterface)

  explicit NodeWaitablesInterface(NodeBaseInterface::SharedPtr node_base);

  /// Puts the waitable into `group` (null: the default one).
  /// Throws std::runtime_error if the group is another node's.
  void add_waitable(
    std::shared_ptr<Waitable> waitable, std::shared_ptr<CallbackGroup> group = nullptr);
  /// The executor does not begin to run it any more.
  void remove_waitable(
    std::shared_ptr<Waitable> waitable, std::shared_ptr<CallbackGroup> group) noexcept;

private:
  NodeBaseInterface::SharedPtr node_base_;
};

}  // namespace node_interfaces
}  // namespace rclcpp

RCLCPP_NODE_INTERFACE_HELPERS_SUPPORT(rclcpp::node_interfaces::NodeWaitablesInterface, waitables)

#endif  // RCLCPP__NODE_INTERFACES__NODE_WAITABLES_INTERFACE_HPP_
