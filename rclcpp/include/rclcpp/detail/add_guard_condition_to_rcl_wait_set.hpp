// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Lets waitables of ROS 2 programs wait for a guard condition.
#ifndef RCLCPP__DETAIL__ADD_GUARD_CONDITION_TO_RCL_WAIT_SET_HPP_
#define RCLCPP__DETAIL__ADD_GUARD_CONDITION_TO_RCL_WAIT_SET_HPP_

#include "rclcpp/guard_condition.hpp"

namespace rclcpp::detail
{

/// Adds the guard condition to the wait set; call it in Waitable::add_to_wait_set().
inline void add_guard_condition_to_rcl_wait_set(
  rcl_wait_set_t & wait_set, const GuardCondition & guard_condition)
{
  guard_condition.add_to_wait_set(wait_set);
}

}  // namespace rclcpp::detail

#endif  // RCLCPP__DETAIL__ADD_GUARD_CONDITION_TO_RCL_WAIT_SET_HPP_
