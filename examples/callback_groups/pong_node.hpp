// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// PongNode: works a while on each ping and answers it; the high and the low priority path in
// callback groups of their own.
#ifndef EXAMPLES__CALLBACK_GROUPS__PONG_NODE_HPP_
#define EXAMPLES__CALLBACK_GROUPS__PONG_NODE_HPP_

#include <string>

#include "rclcpp/rclcpp.hpp"
#include "std_msgs/msg/int32.hpp"
#include "threads.hpp"

/// Not to be added to an executor as a whole: each group goes to an executor that has a thread of
/// the right priority.
class PongNode : public rclcpp::Node
{
public:
  PongNode() : Node("pong_node")
  {
    using std_msgs::msg::Int32;
    declare_parameter<double>("high_busyloop", 0.01);
    declare_parameter<double>("low_busyloop", 0.01);

    high_pong_ = create_publisher<Int32>("high_pong", rclcpp::SensorDataQoS());
    high_ping_ = create_subscription<Int32>(
      "high_ping", rclcpp::SensorDataQoS(), [this](const Int32::ConstSharedPtr ping) {
        burn_cpu_cycles("high_busyloop");
        high_pong_->publish(*ping);
      });

    low_group_ = create_callback_group(rclcpp::CallbackGroupType::MutuallyExclusive, false);
    rclcpp::SubscriptionOptions in_low_group;
    in_low_group.callback_group = low_group_;
    low_pong_ = create_publisher<Int32>("low_pong", rclcpp::SensorDataQoS());
    low_ping_ = create_subscription<Int32>(
      "low_ping", rclcpp::SensorDataQoS(),
      [this](const Int32::ConstSharedPtr ping) {
        burn_cpu_cycles("low_busyloop");
        low_pong_->publish(*ping);
      },
      in_low_group);
  }

  rclcpp::CallbackGroup::SharedPtr high_group()
  {
    return get_node_base_interface()->get_default_callback_group();
  }
  rclcpp::CallbackGroup::SharedPtr low_group() { return low_group_; }

private:
  // As many seconds of this thread's CPU time as the parameter says: what other threads use in
  // between does not count.
  void burn_cpu_cycles(const std::string & parameter)
  {
    const double end = threads::cpu_seconds() + get_parameter(parameter).as_double();
    while (threads::cpu_seconds() < end) {
    }
  }

  rclcpp::CallbackGroup::SharedPtr low_group_;
  rclcpp::Publisher<std_msgs::msg::Int32>::SharedPtr high_pong_;
  rclcpp::Publisher<std_msgs::msg::Int32>::SharedPtr low_pong_;
  rclcpp::Subscription<std_msgs::msg::Int32>::SharedPtr high_ping_;
  rclcpp::Subscription<std_msgs::msg::Int32>::SharedPtr low_ping_;
};

#endif  // EXAMPLES__CALLBACK_GROUPS__PONG_NODE_HPP_
