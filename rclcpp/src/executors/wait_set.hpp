// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The implementation of the rcl_wait_set_t that waitables get.
#ifndef RCLCPP__EXECUTORS__WAIT_SET_HPP_
#define RCLCPP__EXECUTORS__WAIT_SET_HPP_

#include <vector>

#include "rcl/wait.h"
#include "rclcpp/executors/detail/entity.hpp"

/// Collects guard conditions and QoS events in the order of Waitable::add_to_wait_set().
struct rcl_wait_set_impl_s
{
  std::vector<const rcl_guard_condition_t *> collected;
  std::vector<const rclcpp::executors::detail::Entity *> events;  // ignored by executors

  void add(const rcl_guard_condition_t & guard_condition) { collected.push_back(&guard_condition); }
  void add(const rclcpp::executors::detail::Entity & event) { events.push_back(&event); }
};

#endif  // RCLCPP__EXECUTORS__WAIT_SET_HPP_
