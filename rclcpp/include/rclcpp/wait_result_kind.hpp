// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// How a wait ended.
#ifndef RCLCPP__WAIT_RESULT_KIND_HPP_
#define RCLCPP__WAIT_RESULT_KIND_HPP_

#include "rclcpp/visibility_control.hpp"

namespace rclcpp
{

/// Not scoped, as in ROS 2, where programs print it as a number.
enum RCLCPP_PUBLIC WaitResultKind
{
  Ready,    ///< something can be taken or called
  Timeout,  ///< nothing was ready in time, or the context was shut down
  Empty,    ///< there was nothing to wait for
  Invalid   ///< the wait set was changed since
};

}  // namespace rclcpp

#endif  // RCLCPP__WAIT_RESULT_KIND_HPP_
