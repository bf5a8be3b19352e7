// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Selects the parts of a subscription that a wait set gets.
#ifndef RCLCPP__SUBSCRIPTION_WAIT_SET_MASK_HPP_
#define RCLCPP__SUBSCRIPTION_WAIT_SET_MASK_HPP_

#include "rclcpp/visibility_control.hpp"

namespace rclcpp
{

/// Selects the parts of a subscription that a wait set gets; by default all.
class RCLCPP_PUBLIC SubscriptionWaitSetMask
{
public:
  /// The subscription itself, which is ready if a message waits.
  bool include_subscription = true;
  /// The QoS events, as waitables.
  bool include_events = true;
  /// Ignored: local messages and those of DDS wait in the same queue of the subscription.
  bool include_intra_process_waitable = true;
};

}  // namespace rclcpp

#endif  // RCLCPP__SUBSCRIPTION_WAIT_SET_MASK_HPP_
