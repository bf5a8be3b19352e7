// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The synchronization policy of ThreadSafeWaitSet.
#ifndef RCLCPP__WAIT_SET_POLICIES__THREAD_SAFE_SYNCHRONIZATION_HPP_
#define RCLCPP__WAIT_SET_POLICIES__THREAD_SAFE_SYNCHRONIZATION_HPP_

#include "rclcpp/client.hpp"
#include "rclcpp/subscription_wait_set_mask.hpp"
#include "rclcpp/wait_result.hpp"

namespace rclcpp::wait_set_policies
{

/// Any thread may add and remove entities, also while another one waits; that one continues with
/// the changed set, and neither blocks the other. An empty set waits too, for entities that will be
/// added.
class ThreadSafeSynchronization
{
public:
  /// True: a wait without entities waits for entities that other threads add.
  static constexpr bool waits_when_empty = true;
};

}  // namespace rclcpp::wait_set_policies

#endif  // RCLCPP__WAIT_SET_POLICIES__THREAD_SAFE_SYNCHRONIZATION_HPP_
