// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The QoS of an action's status topic.
#ifndef RCLCPP_ACTION__QOS_HPP_
#define RCLCPP_ACTION__QOS_HPP_

#include "rclcpp/qos.hpp"
#include "rclcpp_action/visibility_control.hpp"

namespace rclcpp_action
{

/// Reliable, transient_local, depth 1: a late subscription gets the state of all goals.
class RCLCPP_ACTION_PUBLIC DefaultActionStatusQoS : public rclcpp::QoS
{
public:
  DefaultActionStatusQoS();
};

}  // namespace rclcpp_action

#endif  // RCLCPP_ACTION__QOS_HPP_
