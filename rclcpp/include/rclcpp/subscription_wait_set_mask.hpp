// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Which parts of a subscription a wait set gets.
#ifndef RCLCPP__SUBSCRIPTION_WAIT_SET_MASK_HPP_
#define RCLCPP__SUBSCRIPTION_WAIT_SET_MASK_HPP_

#include "rclcpp/visibility_control.hpp"

namespace rclcpp
{

/// All by default.
class RCLCPP_PUBLIC SubscriptionWaitSetMask
{
public:
  bool include_subscription = true;
  /// Its QoS events, as waitables.
  bool include_events = true;
  /// Without effect: local messages and those of DDS wait in one queue, the subscription's.
  bool include_intra_process_waitable = true;
};

}  // namespace rclcpp

#endif  // RCLCPP__SUBSCRIPTION_WAIT_SET_MASK_HPP_
