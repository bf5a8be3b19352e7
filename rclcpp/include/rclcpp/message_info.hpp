// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The metadata of a received message; the second argument of subscription callbacks.
#ifndef RCLCPP__MESSAGE_INFO_HPP_
#define RCLCPP__MESSAGE_INFO_HPP_

#include "rclcpp/visibility_control.hpp"
#include "rmw/types.h"

namespace rclcpp
{

/// Time stamps in ns, sequence numbers and the publisher's GID. A plain value.
class RCLCPP_PUBLIC MessageInfo
{
public:
  MessageInfo() = default;
  // NOLINTNEXTLINE(google-explicit-constructor): as in ROS 2
  MessageInfo(const rmw_message_info_t & rmw_message_info) : rmw_message_info_(rmw_message_info) {}
  virtual ~MessageInfo() = default;

  /// Returns the data as a C struct.
  const rmw_message_info_t & get_rmw_message_info() const { return rmw_message_info_; }
  /// Returns the data as a C struct that can be changed.
  rmw_message_info_t & get_rmw_message_info() { return rmw_message_info_; }

private:
  rmw_message_info_t rmw_message_info_{};
};

}  // namespace rclcpp

#endif  // RCLCPP__MESSAGE_INFO_HPP_
