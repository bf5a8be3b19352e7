// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The clock of a node; its time source drives it when use_sim_time is true.
#ifndef RCLCPP__NODE_INTERFACES__NODE_CLOCK_INTERFACE_HPP_
#define RCLCPP__NODE_INTERFACES__NODE_CLOCK_INTERFACE_HPP_

#include "rclcpp/clock.hpp"
#include "rclcpp/macros.hpp"
#include "rclcpp/node_interfaces/detail/node_interfaces_helpers.hpp"
#include "rclcpp/visibility_control.hpp"

namespace rclcpp::node_interfaces
{

/// Holds the clock of one node. Thread-safe.
class RCLCPP_PUBLIC NodeClockInterface
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(NodeClockInterface)

  /// Creates the clock. The type is RCL_ROS_TIME, RCL_SYSTEM_TIME or RCL_STEADY_TIME.
  explicit NodeClockInterface(rcl_clock_type_t clock_type);

  /// Returns the clock; never null.
  Clock::SharedPtr get_clock() { return clock_; }
  /// Returns the clock, read-only; never null.
  Clock::ConstSharedPtr get_clock() const { return clock_; }

private:
  Clock::SharedPtr clock_;
};

}  // namespace rclcpp::node_interfaces

RCLCPP_NODE_INTERFACE_HELPERS_SUPPORT(rclcpp::node_interfaces::NodeClockInterface, clock)

#endif  // RCLCPP__NODE_INTERFACES__NODE_CLOCK_INTERFACE_HPP_
