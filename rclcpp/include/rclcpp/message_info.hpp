// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// What is known of a received message beside its content; second argument of subscription
// callbacks.
#ifndef RCLCPP__MESSAGE_INFO_HPP_
#define RCLCPP__MESSAGE_INFO_HPP_

#include "rclcpp/visibility_control.hpp"
#include "rmw/types.h"

namespace rclcpp
{

/// Time stamps, sequence numbers and the publisher's gid. A plain value.
class RCLCPP_PUBLIC MessageInfo
{
public:
  MessageInfo() = default;
  // NOLINTNEXTLINE(google-explicit-constructor): as in ROS 2
  MessageInfo(const rmw_message_info_t & rmw_message_info) : rmw_message_info_(rmw_message_info) {}
  virtual ~MessageInfo() = default;

  const rmw_message_info_t & get_rmw_message_info() const { return rmw_message_info_; }
  rmw_message_info_t & get_rmw_message_info() { return rmw_message_info_; }

private:
  rmw_message_info_t rmw_message_info_{};
};

}  // namespace rclcpp

#endif  // RCLCPP__MESSAGE_INFO_HPP_
