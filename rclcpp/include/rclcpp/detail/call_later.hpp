// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Defers work that callbacks of the middleware must not do themselves, such as publishing.
#ifndef RCLCPP__DETAIL__CALL_LATER_HPP_
#define RCLCPP__DETAIL__CALL_LATER_HPP_

#include <functional>

#include "rclcpp/node_interfaces/node_base_interface.hpp"
#include "rclcpp/visibility_control.hpp"

namespace rclcpp::detail
{

/// Calls `task` soon on the middleware thread of the node's context, unless the context ends
/// before. The task must be short; exceptions that it throws are logged.
RCLCPP_PUBLIC void call_later(
  node_interfaces::NodeBaseInterface & node, std::function<void()> task);

}  // namespace rclcpp::detail

#endif  // RCLCPP__DETAIL__CALL_LATER_HPP_
