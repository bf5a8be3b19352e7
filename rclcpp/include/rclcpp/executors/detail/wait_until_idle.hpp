// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Waits for the callbacks of a group that was removed from its executor.
#ifndef RCLCPP__EXECUTORS__DETAIL__WAIT_UNTIL_IDLE_HPP_
#define RCLCPP__EXECUTORS__DETAIL__WAIT_UNTIL_IDLE_HPP_

#include "rclcpp/callback_group.hpp"
#include "rclcpp/visibility_control.hpp"

namespace rclcpp::executors::detail
{

/// Returns true if no thread is in a callback of the group.
RCLCPP_PUBLIC bool is_idle(CallbackGroup & group);

/// Sleeps until no thread is in a callback of the group; then the objects that the callbacks use
/// may be destroyed. The group must have no executor (CallbackGroup::leave_executor(),
/// Executor::remove_node()), so that no callback begins during the wait. A callback of the group
/// must not call this: it would wait for itself.
RCLCPP_PUBLIC void wait_until_idle(CallbackGroup & group);

}  // namespace rclcpp::executors::detail

#endif  // RCLCPP__EXECUTORS__DETAIL__WAIT_UNTIL_IDLE_HPP_
