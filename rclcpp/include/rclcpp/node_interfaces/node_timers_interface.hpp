// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Adds timers to a node; used by create_timer and create_wall_timer.
#ifndef RCLCPP__NODE_INTERFACES__NODE_TIMERS_INTERFACE_HPP_
#define RCLCPP__NODE_INTERFACES__NODE_TIMERS_INTERFACE_HPP_

#include <memory>

#include "rclcpp/macros.hpp"
#include "rclcpp/node_interfaces/detail/node_interfaces_helpers.hpp"
#include "rclcpp/node_interfaces/node_base_interface.hpp"
#include "rclcpp/visibility_control.hpp"

namespace rclcpp
{
class TimerBase;

namespace node_interfaces
{

/// Adds timers to one node. Thread-safe. It does not own them; their creators do.
class RCLCPP_PUBLIC NodeTimersInterface
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(NodeTimersInterface)

  /// Creates the interface of the node of `node_base`.
  explicit NodeTimersInterface(NodeBaseInterface::SharedPtr node_base);

  /// Adds the timer to `callback_group` (null means the default group). Throws std::runtime_error
  /// if the group belongs to another node.
  void add_timer(
    std::shared_ptr<TimerBase> timer, std::shared_ptr<CallbackGroup> callback_group = nullptr);

private:
  NodeBaseInterface::SharedPtr node_base_;
};

}  // namespace node_interfaces
}  // namespace rclcpp

RCLCPP_NODE_INTERFACE_HELPERS_SUPPORT(rclcpp::node_interfaces::NodeTimersInterface, timers)

#endif  // RCLCPP__NODE_INTERFACES__NODE_TIMERS_INTERFACE_HPP_
