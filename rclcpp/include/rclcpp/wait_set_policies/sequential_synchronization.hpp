// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The synchronization policy of WaitSet and StaticWaitSet.
#ifndef RCLCPP__WAIT_SET_POLICIES__SEQUENTIAL_SYNCHRONIZATION_HPP_
#define RCLCPP__WAIT_SET_POLICIES__SEQUENTIAL_SYNCHRONIZATION_HPP_

#include "rclcpp/client.hpp"
#include "rclcpp/subscription_wait_set_mask.hpp"
#include "rclcpp/wait_result.hpp"

namespace rclcpp::wait_set_policies
{

/// Guarantees nothing for several threads. RxROS2's wait sets nevertheless work as with
/// ThreadSafeSynchronization.
class SequentialSynchronization
{
public:
  /// False: a wait without entities returns at once.
  static constexpr bool waits_when_empty = false;
};

}  // namespace rclcpp::wait_set_policies

#endif  // RCLCPP__WAIT_SET_POLICIES__SEQUENTIAL_SYNCHRONIZATION_HPP_
