// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// For what callbacks that the middleware calls must not do: publishing, for example.
#ifndef RCLCPP__DETAIL__CALL_LATER_HPP_
#define RCLCPP__DETAIL__CALL_LATER_HPP_

#include <functional>

#include "rclcpp/node_interfaces/node_base_interface.hpp"
#include "rclcpp/visibility_control.hpp"

namespace rclcpp::detail
{

/// Calls `task` soon on the middleware's thread of the node's context, unless that ends before. It
/// must be short; what it throws is logged.
RCLCPP_PUBLIC void call_later(
  node_interfaces::NodeBaseInterface & node, std::function<void()> task);

}  // namespace rclcpp::detail

#endif  // RCLCPP__DETAIL__CALL_LATER_HPP_
