// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The inside of the rcl_wait_set_t that waitables are given.
#ifndef RCLCPP__EXECUTORS__WAIT_SET_HPP_
#define RCLCPP__EXECUTORS__WAIT_SET_HPP_

#include <vector>

#include "rcl/wait.h"

/// Collects guard conditions in the order of Waitable::add_to_wait_set().
struct rcl_wait_set_impl_s
{
  std::vector<const rcl_guard_condition_t *> collected;

  void add(const rcl_guard_condition_t & guard_condition) { collected.push_back(&guard_condition); }
};

#endif  // RCLCPP__EXECUTORS__WAIT_SET_HPP_
